package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.Given.summary;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.majorize.Refusal;
import org.majorant.merge.Base;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;

/**
 * A turn of the majorizer lasts, as that of a big model does: it is held back, and runs when the
 * test says so. Meanwhile examples are learned and shipped, and whatever becomes of the turn, each
 * summary is merged once. The majorizer once solved on the stream thread, whose workers stood still
 * for as long.
 */
class SlowMajorizerTest {
  private static final Duration SHIP_INTERVAL = Duration.ofMillis(100);
  private static final byte[] MODEL = "m".getBytes(StandardCharsets.UTF_8);
  private static final byte[] GARBAGE = new byte[TopologyFixture.QUEUE_BYTES / 2];

  private final TopologyFixture learner = new TopologyFixture();
  private final Deque<Runnable> heldBack = new ArrayDeque<>();

  @AfterEach
  void close() {
    learner.close();
  }

  @Test
  void examples_areLearnedAndShipped_whileATurnLasts() {
    learner.examples(20);
    learner.settle();
    final int bases = learner.bases().size();
    learner.turnsOn(heldBack::add);

    for (int round = 0; round < 3; round++) {
      learner.examples(10);
      learner.tick(1);
    }

    assertThat(heldBack).hasSize(1);
    assertThat(learner.bases()).hasSize(bases);
    assertThat(shippedTo()).isEqualTo(50);
    assertThat(learner.gauge("majorant.in.flight.examples")).isEqualTo(30);

    runTurns();
    learner.tick(20);
    assertThat(lastHead().getLineage()).containsExactly(new PartitionOffset(0, 50L));
    assertThat(lastHead().getTally().getExamples()).isEqualTo(50);
    assertThat(learner.lastVersion().getTally().getExamples()).isEqualTo(50);
  }

  @Test
  void summaries_thatComeDuringATurn_areInTheNextBase() {
    learner.turnsOn(heldBack::add);
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.tick(1);
    learner.summary(summary(1, 7, 9, state(0.5, 0.1)));
    learner.summary(summary(1, 9, 12, state(0.5, 0.1)));
    learner.tick(3);
    assertThat(learner.bases()).isEmpty();

    runTurns();
    learner.tick(1);
    assertThat(records()).containsExactly(7L, 12L);
    assertThat(learner.bases())
        .extracting(base -> base.head().getSummaries().getNext())
        .containsExactly(1L, 3L);
  }

  @Test
  void whatIsShipped_isInTheBaseThatIsWrittenWithTheNextSummary() {
    learner.examples(20);
    learner.settle();
    learner.turnsOn(heldBack::add);
    learner.examples(7);
    learner.pass(SHIP_INTERVAL);
    assertThat(shippedTo()).isEqualTo(27);
    assertThat(heldBack).isEmpty();

    learner.examples(3);
    learner.pass(SHIP_INTERVAL.dividedBy(2));
    assertThat(heldBack).hasSize(1);
    runTurns();
    assertThat(lastHead().getTally().getRecords()).isEqualTo(20);

    learner.pass(SHIP_INTERVAL.dividedBy(2));
    assertThat(shippedTo()).isEqualTo(30);
    assertThat(lastHead().getTally().getRecords()).isEqualTo(27);
  }

  @Test
  void killedDuringATurn_mergesItsSummariesAgain() {
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.tick(1);
    learner.turnsOn(heldBack::add);
    learner.summary(summary(1, 7, 9, state(0.5, 0.1)));
    learner.tick(1);
    learner.summary(summary(1, 9, 12, state(0.5, 0.1)));

    learner.stop();
    runTurns();
    learner.start(0);
    learner.summary(summary(1, 12, 13, state(0.5, 0.1)));
    learner.tick(20);

    assertThat(records()).containsExactly(7L, 13L);
    assertThat(learner.lastVersion().getTally().getRecords()).isEqualTo(13);
    for (final Refusal reason : Refusal.values()) {
      assertThat(learner.refusals(reason)).as(reason.name()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void turnsThatLast_andKills_loseNothingAndReplayToTheSameBits(final int seed) {
    final Random random = new Random(seed);
    learner.turnsOn(heldBack::add);
    for (int i = 0; i < 200; i++) {
      learner.examples(1);
      if (random.nextInt(6) == 0) {
        learner.tick(1 + random.nextInt(2));
      }
      if (random.nextInt(20) == 0) {
        runHeldBack();
      }
      if (random.nextInt(40) == 0) {
        learner.restart();
        learner.log().commit(Topics.SUMMARIES, learner.log().end(Topics.SUMMARIES));
      }
    }
    runTurns();
    learner.tick(100);

    assertThat(lastHead().getTally().getExamples()).as("seed %d", seed).isEqualTo(200);
    assertThat(lastHead().getLineage()).containsExactly(new PartitionOffset(0, 200L));
    final long version = learner.lastVersion().getVersion();
    assertThat(learner.rebuild(version).difference()).as("seed %d", seed).isEmpty();
  }

  @Test
  void faultOfATurn_endsTheStreamThread() {
    learner.log().atEnds(() -> fail("no broker"));
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));

    assertThatThrownBy(() -> learner.tick(1)).rootCause().hasMessage("no broker");
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void streamThreadThatCloses_interruptsTheTurn() throws InterruptedException {
    final CountDownLatch under = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    learner.turnsOn(turn -> new Thread(turn).start());
    learner
        .log()
        .atEnds(
            () -> {
              under.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (final InterruptedException e) {
                interrupted.countDown();
              }
            });
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.tick(1);
    assertThat(under.await(2, TimeUnit.MINUTES)).isTrue();

    learner.stop();
    assertThat(interrupted.await(2, TimeUnit.MINUTES)).isTrue();
    learner.log().atEnds(() -> {});
    learner.start(0);
    learner.summary(summary(1, 7, 9, state(0.5, 0.1)));
    learner.turnsOn(Runnable::run);
    learner.tick(1);
    assertThat(records()).containsExactly(9L);
  }

  @Test
  void moreThanMayWait_makesTheStreamThreadWaitForTheTurn() throws InterruptedException {
    learner.turnsOn(heldBack::add);
    learner.summary(summary(1, 0, 7, state(0.5, 0.1)));
    learner.tick(1);
    learner.summary(MODEL, GARBAGE);
    final Thread streamThread = Thread.currentThread();
    final AtomicBoolean waited = new AtomicBoolean();
    final Thread other = new Thread(() -> runTurnsWhenWaiting(streamThread, waited));
    other.start();
    try {
      learner.summary(MODEL, GARBAGE);
      assertThat(waited).isTrue();
    } finally {
      other.interrupt();
      other.join();
    }

    assertThat(records()).containsExactly(7L);
    assertThat(learner.refusals(Refusal.STATE)).isEqualTo(2);
  }

  private void runTurnsWhenWaiting(final Thread thread, final AtomicBoolean waited) {
    while (thread.getState() != Thread.State.WAITING) {
      if (Thread.interrupted()) {
        return;
      }
      Thread.onSpinWait();
    }
    waited.set(true);
    runTurns();
  }

  /** Runs what was held back, and each turn at once from now on. */
  private void runTurns() {
    learner.turnsOn(Runnable::run);
    runHeldBack();
  }

  private void runHeldBack() {
    final List<Runnable> turns = new ArrayList<>(heldBack);
    heldBack.clear();
    turns.forEach(Runnable::run);
  }

  private static void fail(final String why) {
    throw new KafkaException(why);
  }

  private long shippedTo() {
    final List<BoundSummary> summaries = learner.summaries();
    return summaries.get(summaries.size() - 1).getTo();
  }

  private SurrogateHead lastHead() {
    return learner.newestBase().map(Base::head).orElseThrow();
  }

  /** Records in each base. */
  private List<Long> records() {
    return learner.bases().stream().map(base -> base.head().getTally().getRecords()).toList();
  }
}
