package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.join.JoinCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;
import org.majorant.stream.join.JoinDriver;

/**
 * One property of models whose events are joined with labels that come late: whatever events and
 * labels are, and whoever else joins or learns the same topics, each model learns and rejects what
 * it learns and rejects alone.
 */
class FleetJoinTest {
  private static final int EVENTS = 200;
  private static final int LABELS = 5;
  private static final Instant BEGIN = Instant.ofEpochSecond(1_700_000_000);

  private static final List<ModelSpec> MODELS =
      List.of(
          spec("plain", "label: is}", ""),
          spec("own", "ignore: [id]}", ", label: {topic: l, path: is, wait: 1h}"),
          spec("path", "}", ", label: {topic: l, key: id, path: was, wait: 1h}"),
          spec("open", "open", "ignore: [id]}", ", label: {topic: l, path: is, wait: 1h}"),
          spec(
              "few",
              "{open: 3, known: [c]}",
              "}",
              ", label: {topic: l, key: id, path: was, wait: 1h}"));

  private static ModelSpec spec(final String model, final String columns, final String more) {
    return spec(model, "[a, b]", columns, more);
  }

  private static ModelSpec spec(
      final String model, final String labels, final String columns, final String more) {
    return SpecFile.read(
        "{model: %s, labels: %s, input: {topic: e, format: json}, columns: {%s, features: {hash-bits: 6}, publish: {interval: 1s}%s}"
            .formatted(model, labels, columns, more));
  }

  /** What was sent to a topic, with its key. */
  private record Sent(String topic, String key, String value) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void models_learnTogether_whatEachLearnsAlone(final long seed) {
    final List<Sent> sent = sent(new SplittableRandom(seed));
    final Map<String, ModelVersion> together = learn(MODELS, sent);
    for (final ModelSpec model : MODELS) {
      final String name = model.getModel();
      final ModelVersion alone = learn(List.of(model), sent).get(name);
      final ModelVersion version = together.get(name);
      assertThat(version.head().getTally()).as(name).isEqualTo(alone.head().getTally());
      assertThat(version.head().getTally().getExamples()).as(name).isPositive();
      assertThat(version.head().getTally().getRejected()).as(name).isPositive();
      assertThat(version.head().getLineage()).as(name).isEqualTo(alone.head().getLineage());
      assertThat(version.head().getSpec()).as(name).isEqualTo(alone.head().getSpec());
      assertThat(version.model().weights()).as(name).isEqualTo(alone.model().weights());
    }
    assertThat(together.get("open").head().getSpec().getLabels()).hasSizeGreaterThan(3);
    assertThat(together.get("few").head().getSpec().getLabels()).contains("c").hasSize(3);
  }

  /** Some events and labels cannot be read, have no key, come twice, or never; some are new. */
  private static List<Sent> sent(final SplittableRandom random) {
    final List<Sent> all = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      final String key = random.nextInt(50) == 0 ? null : "k" + random.nextInt(EVENTS);
      final boolean isEvent = random.nextBoolean();
      final int label = random.nextInt(2 + i * (LABELS - 1) / EVENTS);
      final String value =
          random.nextInt(20) == 0
              ? "{\"x"
              : "{\"id\": \"%s\", \"x\": %d, \"is\": \"%s\", \"was\": \"%s\"}"
                  .formatted(key, random.nextInt(9), name(label), name(LABELS - 1 - label));
      all.add(new Sent(isEvent ? "e" : "l", key, value));
    }
    return all;
  }

  private static String name(final int label) {
    return "abcde".substring(label, label + 1);
  }

  private static Map<String, ModelVersion> learn(
      final List<ModelSpec> models, final List<Sent> sent) {
    final Map<String, TopologyTestDriver> joins = new TreeMap<>(); // by topic of what is joined
    models.stream()
        .filter(model -> model.getLateLabels() != null)
        .forEach(model -> joins.put(Topics.learned(model), join(model)));
    try (FleetFixture fleet = new FleetFixture(models)) {
      for (final Sent next : sent) {
        if (next.topic().equals("e") && models.contains(MODELS.get(0))) {
          fleet.record("e", next.value().getBytes(UTF_8));
        }
        joins.forEach(
            (topic, join) -> {
              pipe(join, next);
              join.createOutputTopic(
                      topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                  .readValuesToList()
                  .forEach(value -> fleet.record(topic, value));
            });
        fleet.tick(1);
      }
      fleet.tick(30);
      final Map<String, ModelVersion> versions = new TreeMap<>();
      models.forEach(model -> versions.put(model.getModel(), fleet.version(model.getModel())));
      return versions;
    } finally {
      joins.values().forEach(TopologyTestDriver::close);
    }
  }

  private static void pipe(final TopologyTestDriver join, final Sent next) {
    join.createInputTopic(next.topic(), new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(
            next.key() == null ? null : next.key().getBytes(UTF_8),
            next.value().getBytes(UTF_8),
            BEGIN);
  }

  private static TopologyTestDriver join(final ModelSpec model) {
    return JoinDriver.start(
        model,
        new RecordedLog(),
        model.getLateLabels().getKey() != null,
        new JoinCounts(),
        LearnerTopology::ofJoin,
        BEGIN);
  }
}
