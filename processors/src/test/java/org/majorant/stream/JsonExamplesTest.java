package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.model.Model;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/** A topic of JSON examples. */
class JsonExamplesTest {
  private static final ModelSpec POINTS =
      SpecFile.read("{model: m, labels: [a, b], features: {hash-bits: 6}}");

  @Test
  void json_teachesTheSameAsAvro() {
    try (TopologyFixture avro = new TopologyFixture(POINTS, HoldLimits.DEFAULT);
        TopologyFixture json = fixture(POINTS)) {
      for (int i = 0; i < 40; i++) {
        final String label = i % 3 == 0 ? "a" : "b";
        avro.example(
            AvroSerde.of(LabeledExample.class)
                .encode(
                    new LabeledExample(
                        null,
                        null,
                        1.0,
                        new Point(
                            new NamedFeatures(List.of("x", "c=" + label), List.of(i / 10f, 1f)),
                            label,
                            null,
                            null))));
        json.example(
            "{\"features\": {\"x\": %s, \"c\": \"%s\"}, \"label\": \"%s\"}"
                .formatted(i / 10f, label, label)
                .getBytes(UTF_8));
      }
      assertThat(weights(json)).isEqualTo(weights(avro)).isNotEqualTo(new double[65]);
    }
  }

  @Test
  void badJson_goesToTheDeadLettersWithItsReasonInALine() {
    final List<String> bad =
        List.of(
            "{\"features\": {\"x\": 1",
            "label,1,2",
            "{\"features\": {\"x\": [1]}, \"label\": \"a\"}",
            "{\"features\": {}, \"label\": \"c\"}",
            "{\"tokens\": [\"a\"]}",
            "");
    try (TopologyFixture learner = fixture(POINTS)) {
      bad.forEach(value -> learner.example(value.getBytes(UTF_8)));
      learner.example(null);
      learner.example("{\"model\": \"other\", \"tokens\": [\"a\"]}".getBytes(UTF_8));
      learner.example("{\"features\": {\"x\": 1}, \"label\": \"a\"}\r\n".getBytes(UTF_8));
      learner.settle();

      final List<DeadLetter> letters =
          learner.output(Topics.DEAD_LETTERS).stream()
              .map(TestRecord::value)
              .map(AvroSerde.of(DeadLetter.class)::decode)
              .toList();
      assertThat(letters)
          .extracting(DeadLetter::getReason)
          .containsExactly(
              Rejection.UNDECODABLE,
              Rejection.UNDECODABLE,
              Rejection.UNDECODABLE,
              Rejection.LABEL,
              Rejection.STRUCTURE,
              Rejection.UNDECODABLE,
              Rejection.UNDECODABLE);
      assertThat(letters)
          .extracting(DeadLetter::getMessage)
          .allMatch(message -> message.lines().count() == 1)
          .contains(
              "feature 'x': not a single value;"
                  + " expected a number, a string, true, false or null");
      final ModelHead head = learner.lastVersion();
      assertThat(head.getTally().getRejected()).isEqualTo(7);
      assertThat(head.getTally().getOthers()).isEqualTo(1);
      assertThat(head.getTally().getExamples()).isEqualTo(1);
    }
  }

  /** The losses that count are those of the answers that were given; nothing else changes. */
  @Test
  void served_isTalliedAsServed_andTeachesNothing() {
    final String line = "{\"features\": {\"x\": %d}, \"label\": %s%s}";
    final String served = ", \"served\": {\"version\": 7, \"probabilities\": [%s, %s]}";
    double loss = 0;
    try (TopologyFixture one = fixture(POINTS);
        TopologyFixture other = fixture(POINTS)) {
      for (int i = 0; i < 40; i++) {
        final double p = (i + 0.5) / 40;
        final String label = i % 4 == 0 ? "null" : i % 4 == 1 ? "\"a\"" : "\"b\"";
        loss -= i % 4 == 0 ? 0 : Math.log(i % 4 == 1 ? p : 1 - p);
        one.example(line.formatted(i, label, served.formatted(p, 1 - p)).getBytes(UTF_8));
        other.example(line.formatted(i, label, "").getBytes(UTF_8));
      }
      one.example(line.formatted(1, "\"a\"", served.formatted(2, 0)).getBytes(UTF_8));
      one.settle();
      other.settle();
      final Tally tally = one.lastVersion().getTally();
      assertThat(tally.getServedLogLoss()).isCloseTo(loss, within(1e-9));
      assertThat(tally.getServedWeight()).isEqualTo(30).isEqualTo(tally.getWeight());
      assertThat(tally.getServedReliability().stream().mapToLong(n -> n).sum()).isEqualTo(30);
      assertThat(tally.getRejected()).isEqualTo(1);
      final Tally without = other.lastVersion().getTally();
      assertThat(without.getServedWeight()).isZero();
      assertThat(tally.getLogLoss()).isEqualTo(without.getLogLoss());
    }
  }

  @Test
  void words_areLearnedFromByTheTemplatesOfTheSpec() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, task: sequence, labels: [O, B],"
                + " features: {hash-bits: 6, templates: [word]}}");
    final String sentence = "{\"tokens\": [\"in\", \"Oslo\"], \"labels\": [\"O\", \"B\"]}";
    try (TopologyFixture learner = fixture(spec)) {
      for (int i = 0; i < 20; i++) {
        learner.example(sentence.getBytes(UTF_8));
      }
      learner.settle();
      assertThat(learner.lastVersion().getTally().getTokens()).isEqualTo(40);
    }
  }

  private static TopologyFixture fixture(final ModelSpec spec) {
    return new TopologyFixture(spec, ValueFormat.JSON, SchemaRegistry.NONE, HoldLimits.DEFAULT);
  }

  private static double[] weights(final TopologyFixture learner) {
    learner.settle();
    final List<Model> models = learner.models();
    return models.get(models.size() - 1).weights();
  }
}
