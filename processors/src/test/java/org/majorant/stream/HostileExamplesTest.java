package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/**
 * Records that are made to stop a learner: each is a dead letter, and the next good one is learned.
 */
class HostileExamplesTest {
  private static final String GOOD = "{\"features\": {\"x\": 1}, \"label\": \"a\"}";

  @Test
  void jsonBeyondItsLimits_isADeadLetterThatNamesTheLimit() {
    final List<String> bad =
        List.of(
            "{\"weight\": " + "1".repeat(3000) + "}",
            "{\"features\": {\"x\": " + "1".repeat(3000) + "}}",
            "{\"label\": " + "9".repeat(3000) + ".5}",
            "[".repeat(40_000),
            "{\"features\":".repeat(5000),
            "{\"" + "k".repeat(70_000) + "\": 1}",
            "{\"id\": \"" + "k".repeat(70_000) + "\"}");
    try (TopologyFixture learner = fixture("{model: m, labels: [a, b]}")) {
      final List<DeadLetter> letters = deadLetters(learner, bad);
      assertThat(letters).extracting(DeadLetter::getReason).containsOnly(Rejection.UNDECODABLE);
      assertThat(letters.get(0).getMessage())
          .isEqualTo(
              "Number value length (3000) exceeds the maximum allowed (1000);"
                  + " expected one JSON object a line");
      assertThat(letters.get(5).getMessage()).contains("exceeds the maximum allowed (65536)");
    }
  }

  @Test
  void sentenceOfTooManyWords_isRefusedBeforeItsFeaturesAreMade() {
    final String words = "\"a\",".repeat(20_000) + "\"a\"";
    try (TopologyFixture learner = fixture("{model: m, task: sequence, labels: [a, b]}")) {
      learner.example(("{\"tokens\": [" + words + "]}").getBytes(UTF_8));
      assertThat(letters(learner))
          .extracting(DeadLetter::getReason, DeadLetter::getMessage)
          .containsExactly(Tuple.tuple(Rejection.LENGTH, "more than the 10000 tokens allowed"));
    }
  }

  /** A batch is compressed: a record of some KB there may be one of hundreds of MB here. */
  @Test
  void recordThatNoDeadLetterHolds_isCut() {
    try (TopologyFixture learner = fixture("{model: m, labels: [a, b]}")) {
      learner.example(new byte[64 << 20]);
      learner.example(GOOD.getBytes(UTF_8));
      learner.tick(20);
      final DeadLetter letter = letters(learner).get(0);
      assertThat(letter.getReason()).isEqualTo(Rejection.TOO_LARGE);
      assertThat(letter.getMessage())
          .isEqualTo(
              "67108864 bytes, more than the 100000 allowed"
                  + " (only the first 8388608 bytes of the value are kept)");
      assertThat(letter.getValue().remaining()).isEqualTo(8 << 20);
      assertThat(DeadLetters.isWhole(letter)).isFalse();
      assertThat(learner.lastVersion().getTally().getExamples()).isEqualTo(1);
    }
  }

  /** From then on the topic keeps it for days: by an old record's own time it would go at once. */
  @Test
  void deadLetterOfAnOldRecord_liesOnTheTopicWithTheTimeOfItsRejection() {
    try (TopologyFixture learner = fixture("{model: m, labels: [a, b]}")) {
      learner.example(new byte[] {7}, Duration.ofDays(30));
      learner.tick(20);
      final TestRecord<byte[], byte[]> stored = learner.output(Topics.DEAD_LETTERS).get(0);
      final DeadLetter letter = AvroSerde.of(DeadLetter.class).decode(stored.value());
      final Instant record = Instant.ofEpochMilli(letter.getTimestamp());
      assertThat(stored.getRecordTime()).isAfterOrEqualTo(record.plus(Duration.ofDays(30)));
    }
  }

  @Test
  void weightBeyondTheSpecs_isADeadLetter_andAllSumsStayFiniteAtTheLimit() {
    final String weighted = "{\"features\": {\"x\": %d}, \"label\": \"%s\", \"weight\": %s}";
    try (TopologyFixture learner = fixture("{model: m, labels: [a, b]}")) {
      for (int i = 0; i < 400; i++) {
        final String weight = i % 100 == 7 ? "1e308" : "1e9";
        learner.example(weighted.formatted(i % 3, i % 2 == 0 ? "a" : "b", weight).getBytes(UTF_8));
      }
      learner.tick(40);
      assertThat(letters(learner))
          .hasSize(4)
          .allMatch(letter -> letter.getReason() == Rejection.WEIGHT)
          .allMatch(letter -> letter.getMessage().endsWith("the spec's max-weight, 1.0E9"));
      final Tally tally = learner.lastVersion().getTally();
      assertThat(tally.getExamples()).isEqualTo(396);
      assertThat(tally.getWeight()).isEqualTo(396e9);
      assertThat(tally.getLogLoss() / tally.getWeight()).isBetween(0.1, 10.0);
      assertThat(tally.getClassFrequencyLogLoss() / tally.getWeight()).isBetween(0.6, 0.8);
      assertThat(tally.getNoChangeLogLoss() / tally.getWeight()).isBetween(0.0, 10.0);
    }
  }

  private static List<DeadLetter> deadLetters(
      final TopologyFixture learner, final List<String> bad) {
    learner.example(GOOD.getBytes(UTF_8));
    bad.forEach(value -> learner.example(value.getBytes(UTF_8)));
    learner.example(GOOD.getBytes(UTF_8));
    learner.settle();
    final ModelHead head = learner.lastVersion();
    assertThat(head.getTally().getExamples()).isEqualTo(2);
    assertThat(head.getTally().getRejected()).isEqualTo(bad.size());
    final List<DeadLetter> letters = letters(learner);
    assertThat(letters).hasSameSizeAs(bad);
    return letters;
  }

  private static List<DeadLetter> letters(final TopologyFixture learner) {
    return learner.output(Topics.DEAD_LETTERS).stream()
        .map(letter -> AvroSerde.of(DeadLetter.class).decode(letter.value()))
        .toList();
  }

  private static TopologyFixture fixture(final String yaml) {
    final ModelSpec spec = SpecFile.read(yaml);
    return new TopologyFixture(spec, ValueFormat.JSON, SchemaRegistry.NONE, HoldLimits.DEFAULT);
  }
}
