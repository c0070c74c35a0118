package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.majorant.log.HoldLimits;
import org.majorant.merge.Quota;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.Topics;

/**
 * What the worker of partition 0 does with a quota. Where there is another one, its summaries are
 * made by hand; full curvature, so that g = 0.2.
 */
class HoldingTest {
  private static final HoldLimits LIMITS = new HoldLimits(200, 1 << 20, Duration.ofSeconds(10));

  private final TopologyFixture learner = new TopologyFixture(LIMITS);
  private long othersNext;

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void worker_beforeTheFirstBase_learnsNothingButSaysThatItHolds() {
    learner.examples(10);
    learner.tick(1);

    assertThat(learner.summaries()).hasSize(1);
    final BoundSummary announcement = learner.summaries().get(0);
    assertThat(announcement.getTo()).isEqualTo(announcement.getFrom()).isZero();
    assertThat(announcement.getHeld()).isEqualTo(10);
    assertThat(announcement.getTally().getExamples()).isZero();
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(10);

    learner.settle();
    assertThat(learner.gauge("majorant.held.examples")).isZero();
    assertThat(learner.lastVersion().getTally().getExamples()).isEqualTo(10);
  }

  @Test
  void worker_besideAnother_learnsUpToItsShareAndTheRestOnTheNextBase() {
    shareWithAnother();
    final long base = number();
    final int before = learner.summaries().size();
    learner.examples(150);

    assertThat(learner.gauge("majorant.in.flight.examples")).isZero();
    learner.tick(1);
    final long share = quota().each();
    assertThat(share).isBetween(100L, 149L);
    assertThat(learner.gauge("majorant.in.flight.examples")).isEqualTo(share);
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(150 - share);
    final BoundSummary first = learner.summaries().get(before);
    assertThat(first.getBase()).isEqualTo(base);
    assertThat(first.getTally().getExamples()).isEqualTo(share);
    assertThat(first.getHeld()).isEqualTo(150 - share);

    learner.settle();
    assertThat(learner.gauge("majorant.held.examples")).isZero();
    assertThat(learner.gauge("majorant.in.flight.examples")).isZero();
    assertThat(learner.counter("majorant.overrun.examples")).isZero();
    final BoundSummary rest = learner.summaries().get(before + 1);
    assertThat(rest.getBase()).isGreaterThan(base);
    assertThat(rest.getTally().getExamples()).isEqualTo(150 - share);
  }

  @Test
  void worker_whoseTurnItIsNot_holdsAllUntilItIs() {
    other(1000, 900);
    learner.tick(1);
    assertThat(quota()).isEqualTo(new Quota(1, Long.MAX_VALUE));

    learner.examples(150);
    learner.tick(1);
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(150);
    learner.tick(1);
    assertThat(quota().alone()).as("it has more to learn than both by their shares").isEqualTo(1);

    other(10, 0);
    learner.tick(2);
    assertThat(quota()).as("it may still learn some").isEqualTo(new Quota(0, 0));
    other(0, 0);
    learner.settle();
    assertThat(learner.gauge("majorant.held.examples")).isZero();
    assertThat(learner.counter("majorant.overrun.examples")).isZero();
  }

  /** On a busy machine a worker hears late that it does not learn alone any more. */
  @Test
  void turn_beginsOnlyWhenAWorkerOnAnOlderBaseHasSaidThatItLeftIt() {
    learner.examples(20);
    learner.settle();
    assertThat(quota()).isEqualTo(new Quota(0, Long.MAX_VALUE));
    final int before = learner.bases().size();
    learner.stopBases();
    other(1000, 500);
    learner.tick(1);
    learner.examples(30);
    learner.tick(3);
    assertThat(learner.gauge("majorant.held.examples")).as("it does not know yet").isZero();

    learner.startBases();
    assertThat(learner.bases().subList(before, learner.bases().size()))
        .isNotEmpty()
        .allMatch(base -> base.quota().equals(new Quota(1, 0)));
    learner.tick(3);
    assertThat(quota()).as("it has said so at once").isEqualTo(new Quota(1, 1500));
  }

  @Test
  void silentPartition_holdsNobodyUp() {
    other(1000, 500);
    learner.tick(1);
    learner.examples(150);
    learner.tick(20);
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(150);

    learner.tick(30);
    assertThat(learner.gauge("majorant.held.examples")).isZero();
    assertThat(learner.newestBase().orElseThrow().active()).containsExactly(0);
    assertThat(learner.counter("majorant.overrun.examples")).isZero();
  }

  @Test
  void fullRing_learnsOnAndCountsTheOverrun() {
    other(1000, 500);
    learner.tick(1);
    learner.examples(LIMITS.examples() + 25);
    learner.tick(1);

    assertThat(learner.counter("majorant.overrun.examples")).isEqualTo(25);
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(LIMITS.examples());
    assertThat(learner.gauge("majorant.in.flight.examples")).isEqualTo(25);
  }

  @Test
  void worker_thatHeldTooLong_learnsOnAndCountsTheOverrun() {
    other(1000, 500);
    learner.tick(1);
    learner.examples(1);
    for (int second = 0; second < 12; second++) {
      learner.tick(10);
      other(1, 500); // each base makes it begin to wait anew
    }
    learner.tick(1);
    learner.examples(2);
    learner.stopBases();
    learner.tick(100);
    assertThat(learner.counter("majorant.overrun.examples")).isZero();

    learner.tick(1);
    assertThat(learner.counter("majorant.overrun.examples")).isEqualTo(3);
    assertThat(learner.gauge("majorant.held.examples")).isZero();
  }

  @Test
  void worker_thatHeldTooLong_learnsAsMuchAgainAsTheLastBaseGave_andWaitsAnew() {
    shareWithAnother();
    final long share = quota().each();
    final int examples = (int) (2.5 * share);
    learner.stopBases();
    learner.examples(examples);
    learner.tick(1);
    assertThat(learner.gauge("majorant.in.flight.examples")).isEqualTo(share);

    learner.tick(101);
    assertThat(learner.counter("majorant.overrun.examples")).isEqualTo(share);
    learner.tick(101);
    assertThat(learner.counter("majorant.overrun.examples")).isEqualTo(examples - share);
  }

  @Test
  void machineThatStoodStill_isNoReasonToLearnOn() {
    other(1000, 500);
    learner.tick(1);
    learner.examples(3);
    learner.stopBases();
    learner.pass(Duration.ofMinutes(1));
    assertThat(learner.counter("majorant.overrun.examples")).isZero();
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(3);

    learner.tick(100);
    assertThat(learner.counter("majorant.overrun.examples")).isEqualTo(3);
  }

  @Test
  void badRecord_whileHeld_isReportedAtOnceAndOnce() {
    other(1000, 500);
    learner.tick(1);
    learner.examples(1);
    learner.example(new byte[] {7});
    assertThat(learner.output(Topics.DEAD_LETTERS)).hasSize(1);

    learner.tick(50);
    assertThat(learner.output(Topics.DEAD_LETTERS)).isEmpty();
    assertThat(learner.lastVersion().getTally().getRejected()).isEqualTo(1);
  }

  @Test
  void heldRecords_afterARestart_areReadAgain() {
    other(1000, 500);
    learner.tick(1);
    learner.examples(30);
    learner.tick(1);
    learner.restart();
    learner.examples(1);
    learner.tick(1);
    assertThat(learner.gauge("majorant.held.examples")).isEqualTo(31);

    learner.tick(50);
    assertThat(learner.lastVersion().getLineage())
        .isEqualTo(List.of(new PartitionOffset(0, 31L), new PartitionOffset(1, othersNext)));
  }

  /** A base on which both partitions learn by their shares of 0.2 · 1,010. */
  private void shareWithAnother() {
    other(1000, 0);
    learner.tick(1);
    learner.examples(20);
    learner.tick(3);
    other(10, 90);
    learner.tick(5);
    assertThat(quota().alone()).isEqualTo(Quota.ALL);
    assertThat(learner.gauge("majorant.held.examples")).isZero();
    learner.versions();
  }

  /** Another worker learned so many examples, and holds so many. */
  private void other(final long learned, final long held) {
    final BoundSummary summary = summary(1, othersNext, othersNext + learned, state(0.5, 0.1));
    summary.setHeld(held);
    summary.setBase(learner.newestBase().map(base -> base.number()).orElse(0L));
    othersNext += learned;
    learner.summary(summary);
  }

  private long number() {
    return learner.newestBase().orElseThrow().number();
  }

  private Quota quota() {
    return learner.newestBase().orElseThrow().quota();
  }
}
