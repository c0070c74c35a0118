package org.majorant.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;

/**
 * Advertisements that a site shows, and which of them are clicked. Whether one is clicked is drawn
 * from a logistic model of the campaign, the site, the device, and of how often the same person has
 * seen it. After half of them the campaigns change, as they do.
 */
final class Click {
  /** Labels come up to 20 s later, and the wait is longer. */
  private static final String SPEC =
      """
      model: clicks
      input: answers
      labels: ["no", "yes"]
      label: {topic: clicks, path: clicked, time: at, wait: 30s, default: "no"}
      forgetting: auto
      publish: {interval: 200ms}
      """;

  private static final int SHOWN = 20_000;
  private static final int CAMPAIGNS = 8;
  private static final int SITES = 6;
  private static final String[] DEVICES = {"phone", "tablet", "computer"};

  private Click() {}

  /** A stream of them. */
  static GeneratedData data() {
    final List<String> features = new ArrayList<>();
    IntStream.range(0, CAMPAIGNS).mapToObj(Click::campaign).forEach(features::add);
    IntStream.range(0, SITES).mapToObj(Click::site).forEach(features::add);
    IntStream.range(0, DEVICES.length).mapToObj(Click::device).forEach(features::add);
    features.add("seen");
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    return new GeneratedData(SPEC, features, SHOWN, seed -> serde.encode(of(seed)));
  }

  private static String campaign(final int number) {
    return "campaign=" + (char) ('a' + number);
  }

  private static String site(final int number) {
    return "site=" + (char) ('a' + number);
  }

  private static String device(final int number) {
    return "device=" + DEVICES[number];
  }

  private static LabeledExample of(final long seed) {
    final SplittableRandom random = new SplittableRandom(seed);
    final int campaign = random.nextInt(CAMPAIGNS);
    final int site = random.nextInt(SITES);
    final int device = random.nextInt(DEVICES.length);
    final int seen = random.nextInt(5);
    final int attraction = seed <= SHOWN / 2 ? campaign : CAMPAIGNS - 1 - campaign;
    final double odds = -3.2 + 0.5 * attraction - 0.3 * site + (device == 0 ? 0.8 : 0) - 0.5 * seen;
    final boolean clicked = random.nextDouble() < 1 / (1 + StrictMath.exp(-odds));
    final List<String> names = List.of(campaign(campaign), site(site), device(device), "seen");
    final List<Float> values = List.of(1f, 1f, 1f, (float) seen);
    return new LabeledExample(
        null,
        null,
        1.0,
        new Point(new NamedFeatures(names, values), clicked ? "yes" : "no", null, null));
  }
}
