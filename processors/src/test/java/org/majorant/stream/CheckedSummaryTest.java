package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.stream.Given.bytes;
import static org.majorant.stream.Given.summary;
import static org.majorant.stream.TopologyFixture.SPEC;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.majorant.majorize.CheckedSummary;
import org.majorant.majorize.Refusal;
import org.majorant.majorize.RefusedSummary;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Evidence;
import org.majorant.schema.Moments;
import org.majorant.schema.Restart;
import org.majorant.schema.Tally;

/** One forged field is enough to refuse a summary; the same one without it is taken. */
class CheckedSummaryTest {
  private static final long NEWEST_BASE = 3;

  @Test
  void soundSummary_isTaken() throws RefusedSummary {
    final CheckedSummary checked = CheckedSummary.of(bytes(sound()), SPEC, NEWEST_BASE);

    assertThat(checked.content().examples()).isEqualTo(4);
    assertThat(checked.end()).as("what it holds may be packed into one record").isEqualTo(16);
    assertThat(checked.range()).isEqualTo("summary of partition 1 [5, 15)");
  }

  @Test
  void heldExamples_takeARecordAThousandAtLeast() throws RefusedSummary {
    final BoundSummary summary = sound();
    summary.setHeld(2001L);
    assertThat(CheckedSummary.of(bytes(summary), SPEC, NEWEST_BASE).end()).isEqualTo(18);
    summary.setHeld(0L);
    assertThat(CheckedSummary.of(bytes(summary), SPEC, NEWEST_BASE).end()).isEqualTo(15);
  }

  @Test
  void soundRestart_isTaken() throws RefusedSummary {
    final BoundSummary summary = sound();
    makeRestart(summary);
    undo(summary.getTally());
    summary.getTally().setImported(5L);

    final CheckedSummary checked = CheckedSummary.of(bytes(summary), SPEC, NEWEST_BASE);

    assertThat(checked.isRestart()).isTrue();
    assertThat(checked.restart(3).examples()).isEqualTo(9);
    assertThat(checked.restart(3).restarted()).isEqualTo(4);
    assertThat(checked.range()).isEqualTo("restart from a file");
  }

  @Test
  void boundThatIsBroken_isNoReasonToRefuse() throws RefusedSummary {
    final BoundSummary summary = sound();
    summary.getTally().setSlackMin(-1);

    CheckedSummary.of(bytes(summary), SPEC, NEWEST_BASE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forgeries")
  void forgedField_isRefused(
      final String name, final Refusal reason, final Consumer<BoundSummary> forgery) {
    final BoundSummary summary = sound();
    forgery.accept(summary);

    assertThatThrownBy(() -> CheckedSummary.of(bytes(summary), SPEC, NEWEST_BASE))
        .isInstanceOfSatisfying(
            RefusedSummary.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
  }

  static Stream<Arguments> forgeries() {
    return Stream.of(
        forged("spec", Refusal.SPEC, s -> s.setSpec(7L)),
        forged("base to come", Refusal.BASE, s -> s.setBase(4L)),
        forged("base below none", Refusal.BASE, s -> s.setBase(-1L)),
        forged("from below 0", Refusal.RANGE, s -> s.setFrom(-1L)),
        forged("to before from", Refusal.RANGE, s -> s.setTo(4L)),
        forged("all below 0", Refusal.RANGE, s -> move(s, Long.MIN_VALUE)),
        forged("range too short", Refusal.TALLY, s -> s.setTo(12L)),
        tally("records", t -> t.setRecords(9L)),
        tally("records below 0", t -> t.setRecords(-1L)),
        tally("examples", t -> t.setExamples(5L)),
        tally("rejected", t -> t.setRejected(0L)),
        tally("unlabeled", t -> t.setUnlabeled(2L)),
        tally("others", t -> t.setOthers(Long.MAX_VALUE)),
        tally("passed over", t -> t.setPassedOver(-1)),
        tally("counts that overflow", CheckedSummaryTest::overflow),
        tally("lost", t -> t.setLost(4L)),
        tally("lost below 0", t -> t.setLost(-1L)),
        tally("packed", t -> t.setPacked(1L)),
        tally("packed below 0", CheckedSummaryTest::unpack),
        tally("more packed than records take", CheckedSummaryTest::overpack),
        tally("tokens", t -> t.setTokens(-1L)),
        tally("entities", t -> t.setEntities(-1L)),
        tally("predicted entities", t -> t.setPredictedEntities(-1L)),
        tally("correct entities", t -> t.setCorrectEntities(-1L)),
        tally("confusion of others", t -> t.setConfusion(List.of(1L, 2L, 3L))),
        tally("confusion below 0", t -> t.setConfusion(List.of(1L, 2L, 3L, -1L))),
        tally("reliability of others", t -> t.setReliability(List.of(1L, 2L))),
        tally("probability of nothing", t -> t.setProbability(List.of(0.5))),
        tally("weight", t -> t.setWeight(-1)),
        tally("weight not a number", t -> t.setWeight(Double.NaN)),
        tally("log-loss", t -> t.setLogLoss(-1)),
        tally("log-loss not a number", t -> t.setLogLoss(Double.NaN)),
        tally("log-loss infinite", t -> t.setLogLoss(Double.POSITIVE_INFINITY)),
        tally("correct", t -> t.setCorrect(-1)),
        tally("no change", t -> t.setNoChangeLogLoss(-1)),
        tally("served loss", t -> t.setServedLogLoss(Double.NaN)),
        tally("served bins", t -> t.setServedReliability(List.of(1L))),
        tally("class frequency", t -> t.setClassFrequencyLogLoss(Double.NEGATIVE_INFINITY)),
        tally("slack", t -> t.setSlackMin(Double.NaN)),
        tally("slack infinite", t -> t.setSlackMin(Double.NEGATIVE_INFINITY)),
        tally("batch loss", t -> t.setBatchLoss(Double.NaN)),
        tally("batch bound", t -> t.setBatchBound(Double.POSITIVE_INFINITY)),
        forged("held", Refusal.TALLY, s -> s.setHeld(-1L)),
        tally("imported", t -> t.setImported(1L)),
        tally("undone", CheckedSummaryTest::undo),
        restart("restart of offsets", Refusal.RANGE, s -> s.setTo(1L)),
        restart("restart's tally", Refusal.TALLY, s -> s.getTally().setExamples(5L)),
        restart("restart's imported", Refusal.TALLY, s -> s.getTally().setImported(-1L)),
        restart("too much imported", Refusal.TALLY, s -> s.getTally().setImported(Long.MAX_VALUE)),
        restart("restart's effective", Refusal.TALLY, s -> s.getRestart().setEffective(-1)),
        restart("effective infinite", Refusal.TALLY, s -> s.getRestart().setEffective(1.0 / 0)),
        restart("restart's kappa", Refusal.TALLY, s -> s.getRestart().setKappa(0.5)),
        restart("kappa not a number", Refusal.TALLY, s -> s.getRestart().setKappa(Double.NaN)),
        evidence("evidence of examples", new Evidence(-1L, 0.0, 0.0)),
        evidence("evidence before", new Evidence(1L, Double.NaN, 0.0)),
        evidence("evidence after", new Evidence(1L, 0.0, Double.NEGATIVE_INFINITY)),
        forged(
            "moments",
            Refusal.STATE,
            s ->
                s.setMoments(
                    new Moments(1L, List.of(), List.of(), List.of(), List.of(), List.of()))),
        state("state empty", new byte[0]),
        state("linear not a number", Given.state(Double.NaN, 0.1)),
        state("curvature infinite", Given.state(0.5, Double.POSITIVE_INFINITY)),
        state("curvature below 0", Given.state(0.5, -1e-3)));
  }

  private static Arguments forged(
      final String name, final Refusal reason, final Consumer<BoundSummary> forgery) {
    return Arguments.of(name, reason, forgery);
  }

  private static Arguments restart(
      final String name, final Refusal reason, final Consumer<BoundSummary> forgery) {
    return forged(
        name,
        reason,
        summary -> {
          makeRestart(summary);
          forgery.accept(summary);
        });
  }

  private static void makeRestart(final BoundSummary summary) {
    summary.setPartition(-1);
    summary.setFrom(0L);
    summary.setTo(0L);
    summary.setRestart(new Restart(4.0, 1.0, "a file"));
  }

  private static void undo(final Tally tally) {
    tally.setRecords(8L);
    tally.setUndone(1L);
  }

  private static void unpack(final Tally tally) {
    tally.setRecords(8L);
    tally.setPacked(-1L);
  }

  private static void overpack(final Tally tally) {
    tally.setPacked(7 * 999L + 1);
    tally.setExamples(4L + 7 * 999 + 1);
  }

  private static Arguments tally(final String name, final Consumer<Tally> forgery) {
    return forged(name, Refusal.TALLY, summary -> forgery.accept(summary.getTally()));
  }

  private static Arguments evidence(final String name, final Evidence evidence) {
    return forged(name, Refusal.TALLY, summary -> summary.setEvidence(evidence));
  }

  private static Arguments state(final String name, final byte[] state) {
    return forged(name, Refusal.STATE, summary -> summary.setState(ByteBuffer.wrap(state)));
  }

  private static void move(final BoundSummary summary, final long to) {
    summary.setTo(to + 10);
    summary.setFrom(to);
  }

  /** 2^62 four times is 0. */
  private static void overflow(final Tally tally) {
    tally.setRecords(0L);
    tally.setExamples(1L << 62);
    tally.setRejected(1L << 62);
    tally.setUnlabeled(1L << 62);
    tally.setOthers(1L << 62);
  }

  /** Ten offsets: seven records, two that are lost, one marker; and three examples held. */
  private static BoundSummary sound() {
    final BoundSummary summary = summary(1, 5, 15, Given.state(0.5, 0.1));
    final Tally tally = summary.getTally();
    tally.setRecords(7L);
    tally.setExamples(4L);
    tally.setRejected(1L);
    tally.setUnlabeled(1L);
    tally.setOthers(1L);
    tally.setLost(2L);
    tally.setWeight(4);
    tally.setCorrect(3);
    tally.setLogLoss(-1e-12);
    tally.setConfusion(List.of(1L, 1L, 1L, 1L));
    summary.setBase(NEWEST_BASE);
    summary.setHeld(3L);
    return summary;
  }
}
