package org.majorant.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.model.Model;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;

/** A topic of events in a schema of their own. */
class EventsTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {hash-bits: 6},"
              + " input: {format: json, where: {type: [placed, paid]}},"
              + " columns: {label: outcome.class, weight: w, ignore: [type, id]}}");

  @Test
  void events_teachWhatTheirRowsWouldTeach() {
    final ModelSpec examples =
        SpecFile.read("{model: m, labels: [a, b], features: {hash-bits: 6}}");
    try (TopologyFixture rows = fixture(examples);
        TopologyFixture events = fixture(SPEC)) {
      for (int i = 0; i < 40; i++) {
        final String label = i % 3 == 0 ? "a" : "b";
        rows.example(
            json(
                "{'features': {'x.y': %s, 'c': '%s', 'tags=u': 2}, 'label': '%s', 'weight': 2}",
                i / 10f, label, label));
        events.example(
            json(
                "{'type': 'paid', 'id': %d, 'x': {'y': %s}, 'c': '%s', 'tags': ['u', 'u'],"
                    + " 'w': 2, 'outcome': {'class': '%s'}}",
                i, i / 10f, label, label));
      }
      assertThat(weights(events)).isEqualTo(weights(rows)).isNotEqualTo(new double[65]);
    }
  }

  @Test
  void eventsThatNobodyWants_areCounted_andBadOnesAreDeadLetters() {
    try (TopologyFixture learner = fixture(SPEC)) {
      learner.example(json("{'type': 'sent', 'x': 1, 'outcome': {'class': 'a'}}"));
      learner.example(json("{'x': 1, 'outcome': {'class': 'a'}}"));
      learner.example(null);
      learner.example(json("{'type': 'paid', 'x': 1}"));
      learner.example(json("{'type': 'paid', 'x': 1, 'outcome': {'class': {'secret': 1}}}"));
      learner.example(json("{'type': 'paid', 'x': 1, 'w': 'secret', 'outcome': {'class': 'a'}}"));
      learner.example(json("{'type': 'paid', 'x': 1, 'outcome': {'class': 'c'}}"));
      learner.example(json("secret"));
      learner.example(json("{'type': 'paid', 'x': 1, 'outcome': {'class': 'b'}}"));
      learner.settle();
      final Tally tally = learner.lastVersion().getTally();
      assertThat(tally.getRecords()).isEqualTo(9);
      assertThat(tally.getPassedOver()).isEqualTo(3);
      assertThat(tally.getUnlabeled()).isEqualTo(1);
      assertThat(tally.getRejected()).isEqualTo(4);
      assertThat(tally.getExamples()).isEqualTo(1);
      final List<DeadLetter> letters =
          learner.output(Topics.DEAD_LETTERS).stream()
              .map(TestRecord::value)
              .map(AvroSerde.of(DeadLetter.class)::decode)
              .toList();
      assertThat(letters)
          .extracting(DeadLetter::getReason)
          .containsExactly(
              Rejection.LABEL, Rejection.VALUE, Rejection.LABEL, Rejection.UNDECODABLE);
      assertThat(letters)
          .extracting(DeadLetter::getMessage)
          .noneMatch(message -> message.contains("secret"))
          .contains(
              "'outcome.class' is an object; expected one value",
              "'w' is a text; expected a number");
    }
  }

  @Test
  void pathsThatNoEventHas_areCounted() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {hash-bits: 6}, input: {format: json},"
                + " columns: {label: y, category: [campain, x], ignore: [c.d, e], weight: w}}");
    try (TopologyFixture learner = fixture(spec)) {
      for (int i = 0; i < 400; i++) {
        learner.example(json("{'y': 'a', 'x': 1, 'c': {'d': 1}}"));
      }
      learner.settle();
      assertThat(learner.gauge("majorant.unseen.paths")).isZero();
      for (int i = 0; i < 600; i++) {
        learner.example(json("{'y': 'a', 'x': 1}"));
      }
      learner.settle();
      assertThat(learner.gauge("majorant.unseen.paths")).isEqualTo(3);
      learner.example(json("{'y': 'a', 'e': null, 'campain': 1}"));
      learner.settle();
      assertThat(learner.gauge("majorant.unseen.paths")).isEqualTo(1);
    }
  }

  private static byte[] json(final String text, final Object... values) {
    return text.formatted(values).replace('\'', '"').getBytes(UTF_8);
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
