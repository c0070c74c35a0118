package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.replay.Replay;
import org.majorant.replay.ReplayException;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Comparison;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.OnDrift;
import org.majorant.schema.Point;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Wish;
import org.majorant.store.ModelVersion;
import org.majorant.stream.LearnerApplication;

/**
 * Models of a fleet that change places, because an operator says so, or because the challenger is
 * better; and challengers that alarms of drift begin. Each takes along what it has learned.
 */
@Tag("long")
class FleetDuelIT extends FleetOnBroker {
  /** Each takes along what it has learned, and no record is learned twice or left out. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void challenger_takes_its_champions_place_and_gives_it_back(final boolean open) throws Exception {
    apply("first", "left", 1.0);
    apply("second", "left", 3.0);
    if (open) { // each numbers them in an order of its own
      open("first", "+1", "-1");
      open("second", "-1", "+1");
    }
    applied.get("second").getSpec().setChallenges("first");
    try (OnTopic topic = new OnTopic();
        LearnerApplication fleet = topic.learn()) {
      produce("left", 0, 500);
      await("both", () -> examples("first") == 500 && examples("second") == 500);
      await("all are compared", () -> compared("second") == 500);
      final long before = version("first").head().getVersion();

      produce("left", 500, 600);
      run("promote second --yes");
      produce("left", 600, 1000);
      await("both", () -> examples("first") == 1000 && examples("second") == 1000);
      assertLearnedOnce("first");
      assertLearnedOnce("second");
      final ModelVersion promoted = version("first");
      assertThat(promoted.head().getVersion()).isGreaterThan(before);
      assertThat(promoted.head().getSpec().getL2()).isEqualTo(3.0);
      final ModelVersion former = version("second");
      assertThat(former.head().getSpec().getL2()).isEqualTo(1.0);
      alone("weak", "left", 1.0, 1000);
      alone("strong", "left", 3.0, 1000);
      assertSame(promoted, version("strong"));
      if (open) {
        assertThat(former.head().getSpec().getLabels()).containsExactly("+1", "-1");
      } else {
        assertSame(former, version("weak"));
      }
      try (KafkaGapLog log = new KafkaGapLog(client, "none")) {
        assertThat(Replay.of(log, "first", before).difference()).isEmpty();
        assertThatThrownBy(() -> Replay.of(log, "first", promoted.head().getVersion()))
            .isInstanceOf(ReplayException.class)
            .hasMessageContaining("first changed places with another model before base");
      }

      produce("left", 1000, 1200);
      await("a new comparison", () -> compared("second") >= 200);
      assertThat(compared("second")).isLessThanOrEqualTo(700);
      topic.specs.change(
          now -> now.applied().values().stream().map(this::stoppedOnTheWay).toList());
      run("promote second --yes");
      produce("left", 1200, 1500);
      await("both again", () -> examples("first") == 1500 && examples("second") == 1500);
      assertThat(version("first").head().getSpec().getL2()).isEqualTo(1.0);
      assertLearnedOnce("first");
      assertLearnedOnce("second");
      assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
    }
  }

  /**
   * Two instances find it at once, and one of them exchanges the models. What was asked for long
   * ago by who has ended is completed.
   */
  @Test
  void challenger_that_is_better_is_promoted_once_by_itself() throws Exception {
    apply("first", "left", 1e6);
    apply("second", "left", 1.0);
    applied.get("second").getSpec().setChallenges("first");
    applied.get("second").getSpec().setPromoteAlpha(.05);
    try (OnTopic topic = new OnTopic();
        LearnerApplication fleet = topic.learn()) {
      topic.look(fleet);
      topic.look(fleet); // as another instance does
      produce("left", 0, 1000);
      await("the promotion", () -> topic.spec("first").getL2() == 1.0);
      produce("left", 1000, 1500);
      await("both", () -> examples("first") == 1500 && examples("second") == 1500);
      assertThat(topic.applied("first").getVersion()).isEqualTo(2);
      assertThat(topic.spec("second").getPromoteAlpha()).isEqualTo(.05);

      topic.specs.change(
          now ->
              now.applied().values().stream()
                  .map(this::stoppedOnTheWay)
                  .map(asked -> AppliedSpec.newBuilder(asked).setTime(1).build())
                  .toList());
      await("its end", () -> topic.spec("first").getL2() == 1e6);
      int sent = 1500;
      while (topic.spec("first").getL2() == 1e6 && sent < RECORDS) {
        produce("left", sent, sent + 25); // what is sent before both run again is not compared
        sent += 25;
        Thread.sleep(400);
      }
      final long all = sent;
      await("another one", () -> topic.spec("first").getL2() == 1.0);
      await("both again", () -> examples("first") == all && examples("second") == all);
      assertThat(topic.applied("first").getVersion()).isEqualTo(4);
      assertLearnedOnce("first");
      assertLearnedOnce("second");
    }
  }

  /**
   * At each alarm a challenger begins there, by two instances as by one, and takes the champion's
   * place; then the former champion begins anew at the next one.
   */
  @Test
  void alarm_begins_a_challenger_that_takes_the_place() throws Exception {
    apply("first", "left", 1.0);
    applied.get("first").getSpec().setOnDrift(OnDrift.CHALLENGER);
    try (OnTopic topic = new OnTopic();
        LearnerApplication fleet = topic.learn()) {
      topic.look(fleet);
      topic.look(fleet); // as another instance does
      produce("left", 0, 2000);
      await("the first", () -> examples("first") == 2000);
      final int flipped = produceUntilPromoted(topic, 2000, true);
      requireBegunAtTheAlarm(flipped, 2000);
      assertLearnedOnce("first-challenger");
      final int settled = flipped + 2000; // a rise is told of a loss that is known
      produce(flipped, settled, true);
      await("what it has settled to", () -> examples("first-challenger") == settled);
      final int back = produceUntilPromoted(topic, settled, false);
      requireBegunAtTheAlarm(back, settled);
      assertThat(topic.applied("first").getVersion()).isEqualTo(3);
      assertThat(topic.spec("first").getOnDrift()).isEqualTo(OnDrift.CHALLENGER);
      assertThat(topic.spec("first-challenger").getOnDrift()).isEqualTo(OnDrift.ALERT);
      assertThat(fleet.states().values()).allMatch(Optional::isEmpty);
    }
  }

  /** What is sent before both run again is not compared, so it goes slowly. */
  private int produceUntilPromoted(final OnTopic topic, final int from, final boolean flipped)
      throws Exception {
    final long version = topic.applied("first").getVersion();
    int sent = from;
    while (topic.applied("first").getVersion() == version) {
      assertThat(sent - from).as("examples without a promotion").isLessThan(10_000);
      produce(sent, sent + 50, flipped);
      sent += 50;
      Thread.sleep(200);
    }
    final int all = sent;
    await("the promoted one", () -> lineage("first") == all);
    await("the former one", () -> lineage("first-challenger") == all);
    return all;
  }

  /** It has learned all records after the alarm of the model whose place it has taken. */
  private void requireBegunAtTheAlarm(final int sent, final int change) {
    final long begin =
        base("first-challenger").orElseThrow().getAlarms().stream()
            .map(alarm -> alarm.getLineage().get(0).getNext())
            .filter(offset -> offset > change)
            .findFirst()
            .orElseThrow();
    assertThat(examples("first")).isEqualTo(sent - begin);
    run("lineage first --verify");
    run("lineage first-challenger --verify");
  }

  private long lineage(final String model) {
    return base(model)
        .filter(base -> !base.getLineage().isEmpty())
        .map(base -> base.getLineage().get(0).getNext())
        .orElse(0L);
  }

  /** Sends examples of Adult, again and again, with their labels or with the others. */
  private void produce(final int from, final int to, final boolean flipped) throws IOException {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> examples = Adult.train();
    try (ExampleProducer producer = new ExampleProducer(client, "left", 0)) {
      for (int i = from; i < to; i++) {
        final LabeledExample example = serde.decode(examples.get(i % examples.size()));
        final Point point = (Point) example.getStructure();
        if (flipped) {
          point.setLabel(point.getLabel().equals("+1") ? "-1" : "+1");
        }
        producer.send(serde.encode(example));
      }
      producer.flush();
    }
  }

  /** As who was to exchange it left it. */
  private AppliedSpec stoppedOnTheWay(final AppliedSpec applied) {
    return AppliedSpec.newBuilder(wish(applied, Wish.EXCHANGE))
        .setLastBase(base(applied.getModel()).orElseThrow().getBase())
        .build();
  }

  private void open(final String model, final String... known) {
    applied.get(model).getSpec().setOpenLabels(9);
    applied.get(model).getSpec().setLabels(List.of(known));
  }

  private long compared(final String model) {
    return base(model).map(SurrogateHead::getComparison).map(Comparison::getExamples).orElse(0L);
  }
}
