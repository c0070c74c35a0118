package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.json.ValueFormat;
import org.majorant.lineage.LearnedState;
import org.majorant.log.HoldLimits;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Slice;
import org.majorant.schema.SliceValue;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/** Losses by the values of features, from the workers' summaries to versions and metrics. */
class SlicesTopologyTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {hash-bits: 8, bucket: {age: 10}, cross: [[country,"
              + " age]]}, publish: {interval: 300ms}, slices: [country, age, vip, sex]}");
  private static final String[] COUNTRIES = {"de", "fr", "us"};

  private final Map<String, Long> expected = new HashMap<>();
  private final Random random = new Random(3);

  private static TopologyFixture learner(final ModelSpec spec) {
    return new TopologyFixture(spec, ValueFormat.JSON, SchemaRegistry.NONE, HoldLimits.DEFAULT);
  }

  private void learn(final TopologyFixture learner, final int examples, final boolean crashes) {
    for (int i = 0; i < examples; i++) {
      final String country = COUNTRIES[random.nextInt(3)];
      final int age = random.nextInt(60);
      final boolean vip = random.nextBoolean();
      final String label = country.equals("us") ? (random.nextBoolean() ? "a" : "b") : "a";
      final String json =
          "{'features': {'country': '%s', 'age': %d, 'vip': %s, 'visits': 2}, 'label': '%s'}"
              .formatted(country, age, vip, label);
      learner.example(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
      expected.merge("country=" + country, 1L, Long::sum);
      expected.merge("age=" + (age == 0 ? "" : age / 10 * 10), 1L, Long::sum);
      expected.merge("vip=" + (vip ? "1" : ""), 1L, Long::sum);
      expected.merge("sex=", 1L, Long::sum);
      if (i % 7 == 6) {
        learner.tick(1);
      }
      if (crashes && random.nextInt(30) == 0 && i < examples - 20) {
        learner.log().commit(Topics.SUMMARIES, learner.summaries().size());
        learner.log().commit(Topics.EXAMPLES, learner.log().end(Topics.EXAMPLES));
        learner.restart();
      }
    }
    learner.tick(20);
  }

  private void check(final Tally tally) {
    final Map<String, Long> counted = new HashMap<>();
    for (final Slice slice : tally.getSlices()) {
      double loss = slice.getOthersLoss();
      for (final SliceValue value : slice.getValues()) {
        counted.put(slice.getOf() + "=" + value.getValue(), value.getExamples());
        assertThat(value.getMissed()).isZero();
        loss += value.getLoss();
      }
      assertThat(slice.getOthers()).isZero();
      assertThat(loss).isCloseTo(tally.getClippedLoss(), within(1e-9));
    }
    assertThat(counted).isEqualTo(expected);
  }

  @Test
  void eachExample_countsOnceByItsValues_throughCrashes_andAgainInAReplay() {
    try (TopologyFixture learner = learner(SPEC)) {
      learn(learner, 300, true);
      final ModelHead last = learner.lastVersion();
      final Tally tally = last.getTally();
      check(tally);
      final Map<String, SliceValue> countries = new HashMap<>();
      tally.getSlices().get(0).getValues().forEach(v -> countries.put(v.getValue(), v));
      assertThat(mean(countries.get("us"))).isGreaterThan(mean(countries.get("de")) + .2);

      final var rebuilt = learner.rebuild(last.getVersion());
      assertThat(rebuilt.difference()).isEmpty();
      assertThat(rebuilt.base().head().getTally().getSlices()).isEqualTo(tally.getSlices());
    }
  }

  private static double mean(final SliceValue value) {
    return value.getLoss() / value.getExamples();
  }

  @Test
  void rollback_takesBackWhatWasCountedSince() {
    try (TopologyFixture learner = learner(SPEC)) {
      learn(learner, 100, false);
      final LearnedState good = learner.learned();
      final Map<String, Long> kept = Map.copyOf(expected);
      learn(learner, 100, false);
      learner.restart(good);
      learner.tick(20);
      expected.clear();
      expected.putAll(kept);
      check(learner.lastVersion().getTally());
      learn(learner, 100, true);
      check(learner.lastVersion().getTally());
    }
  }

  @Test
  void gauges_areOfTheNewestVersion() {
    try (TopologyFixture learner = learner(SPEC)) {
      learn(learner, 100, false);
      for (final String country : COUNTRIES) {
        assertThat(learner.gauge("majorant.slice.examples", "slice", "country", "value", country))
            .isEqualTo((double) expected.get("country=" + country));
      }
      assertThat(learner.gauge("majorant.slice.examples", "slice", "sex", "value", "(none)"))
          .isEqualTo(100);
      assertThat(learner.gauge("majorant.slice.loss.nats", "slice", "sex", "value", "(none)"))
          .isCloseTo(learner.lastVersion().getTally().getClippedLoss(), within(1e-9));
    }
  }

  @Test
  void withoutSlices_summariesHaveAnEmptyList() {
    final ModelSpec spec = ModelSpec.newBuilder(SPEC).setSlices(List.of()).build();
    try (TopologyFixture learner = learner(spec)) {
      learn(learner, 50, false);
      assertThat(learner.summaries())
          .isNotEmpty()
          .extracting(BoundSummary::getTally)
          .allMatch(tally -> tally.getSlices().equals(List.of()));
      assertThat(learner.measures("majorant.slice.examples")).isFalse();
    }
  }
}
