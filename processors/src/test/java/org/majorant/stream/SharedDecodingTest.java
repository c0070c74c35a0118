package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Sequence;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/**
 * One property of the models of one input: whatever its records are, and however its models read
 * them, each learns and rejects what it learns and rejects alone.
 */
class SharedDecodingTest {
  private static final int RECORDS = 150;
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);

  private static final List<ModelSpec> SPECS =
      List.of(
          spec("labels: [a, b], features: {hash-bits: 6}"),
          spec("labels: [a, b, c], features: {hash-bits: 5}, max-weight: 2, members: auto"),
          spec("labels: open, features: {hash-bits: 6}"),
          spec("labels: [b, a], features: {hash-bits: 6, standardize: 30, numbers: [x]}"),
          spec("task: sequence, labels: [a, b], features: {hash-bits: 6}"),
          events("labels: [a, b]", "{label: l}"),
          events("labels: [a, b, c]", "{label: l}"),
          events("labels: open", "{label: l}"),
          events("labels: [a, b]", "{label: l, weight: w, ignore: [x]}"));

  private static ModelSpec spec(final String more) {
    return SpecFile.read("{model: m, publish: {interval: 1s}, %s}".formatted(more));
  }

  private static ModelSpec events(final String labels, final String columns) {
    return SpecFile.read(
        ("{model: m, input: {format: json}, publish: {interval: 1s}, %s, columns: %s,"
                + " features: {hash-bits: 6}}")
            .formatted(labels, columns));
  }

  /** What becomes of a model. */
  private record Outcome(ModelVersion version, List<DeadLetter> deadLetters) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void models_learnAndRejectTogether_whatEachDoesAlone(final long seed) {
    final SplittableRandom random = new SplittableRandom(seed);
    final List<ModelSpec> models = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      final ModelSpec spec = SPECS.get(random.nextInt(SPECS.size()));
      models.add(ModelSpec.newBuilder(spec).setModel("m" + i).build());
    }
    final List<byte[]> records = records(random);
    final List<Outcome> together = learn(models, records, seed);
    for (int i = 0; i < models.size(); i++) {
      assertSame(together.get(i), learn(models.subList(i, i + 1), records, seed).get(0));
    }
  }

  private static void assertSame(final Outcome together, final Outcome alone) {
    assertThat(together.deadLetters()).isEqualTo(alone.deadLetters()).isNotEmpty();
    final ModelVersion version = together.version();
    final ModelVersion expected = alone.version();
    final String model = expected.head().getModel();
    assertThat(version.head().getLineage()).as(model).isEqualTo(expected.head().getLineage());
    assertThat(version.head().getSpec().getLabels())
        .as(model)
        .isEqualTo(expected.head().getSpec().getLabels());
    assertThat(version.head().getTally().getExamples())
        .as(model)
        .isEqualTo(expected.head().getTally().getExamples())
        .isPositive();
    assertThat(version.head().getTally().getRejected())
        .as(model)
        .isEqualTo(expected.head().getTally().getRejected());
    assertThat(version.model().weights())
        .as(model)
        .containsExactly(expected.model().weights(), within(1e-9));
  }

  /** Ticks come seldom enough that workers hold records. */
  private static List<Outcome> learn(
      final List<ModelSpec> models, final List<byte[]> records, final long seed) {
    final SplittableRandom random = new SplittableRandom(seed);
    try (FleetFixture fleet = new FleetFixture(models)) {
      for (final byte[] record : records) {
        fleet.record(Topics.EXAMPLES, record);
        if (random.nextInt(12) == 0) {
          fleet.tick(1);
        }
      }
      fleet.tick(40);
      final List<DeadLetter> all = fleet.deadLetters();
      final List<Outcome> outcomes = new ArrayList<>();
      for (final ModelSpec spec : models) {
        assertThat(fleet.paused(spec.getModel())).isEqualTo(Optional.empty());
        outcomes.add(
            new Outcome(
                fleet.version(spec.getModel()),
                all.stream().filter(each -> each.getModel().equals(spec.getModel())).toList()));
      }
      return outcomes;
    }
  }

  private static List<byte[]> records(final SplittableRandom random) {
    final List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      final byte[] record = record(random);
      if (record != null && random.nextInt(8) == 0) {
        record[random.nextInt(record.length)] = (byte) random.nextInt();
      }
      records.add(record);
    }
    return records;
  }

  private static byte[] record(final SplittableRandom random) {
    return switch (random.nextInt(12)) {
      case 0 -> null;
      case 1 -> EXAMPLES.encode(example(random, tokens(random)));
      case 2, 3, 4 -> EXAMPLES.encode(example(random, point(random)));
      case 5, 6 -> packed(random);
      default -> event(random);
    };
  }

  private static byte[] packed(final SplittableRandom random) {
    final List<byte[]> examples = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      final Object structure = random.nextInt(6) == 0 ? tokens(random) : point(random);
      examples.add(EXAMPLES.encode(example(random, structure)));
    }
    return new ExamplePacker(SchemaRegistry.NONE, "").pack(examples);
  }

  private static LabeledExample example(final SplittableRandom random, final Object structure) {
    final String model = random.nextInt(5) == 0 ? "m" + random.nextInt(8) : null;
    return new LabeledExample(null, model, random.nextInt(6) == 0 ? 3.0 : 1.0, structure);
  }

  private static Point point(final SplittableRandom random) {
    return new Point(features(random), label(random), null, null);
  }

  private static Sequence tokens(final SplittableRandom random) {
    return new Sequence(
        List.of(features(random), features(random)), List.of(label(random), label(random)), null);
  }

  private static NamedFeatures features(final SplittableRandom random) {
    final float value = random.nextInt(20) == 0 ? Float.NaN : random.nextInt(4);
    return new NamedFeatures(List.of("x", "y=" + random.nextInt(4)), List.of(value, 1f));
  }

  private static String label(final SplittableRandom random) {
    return String.valueOf("aaabbbcd".charAt(random.nextInt(8)));
  }

  private static byte[] event(final SplittableRandom random) {
    final String weight = random.nextInt(6) == 0 ? "'heavy'" : "1";
    return "{'l': '%s', 'x': %d, 'y': 'v%d', 'w': %s}"
        .formatted(label(random), random.nextInt(5), random.nextInt(4), weight)
        .replace('\'', '"')
        .getBytes(UTF_8);
  }
}
