package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.log.HoldLimits;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.WatchedFeature;
import org.majorant.spec.SpecFile;

/**
 * Labels are flipped, and flipped back: each time there is one alarm, in each version from then on.
 */
@Tag("long")
class DriftTopologyTest {
  private static final int FLIP = 4_000;
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {dimension: 8}, publish: {interval: 300ms},"
              + " forgetting: {half-lives: [200, 2000]}}");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void flippedLabels_areOneAlarm_andOneMoreWhereTheyFlipBack(final boolean restarts) {
    try (TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT)) {
      learn(learner, restarts);
      final ModelHead last = learner.lastVersion();
      final List<DriftAlarm> alarms = last.getAlarms();
      assertThat(alarms).hasSize(2);
      for (int i = 0; i < 2; i++) {
        final DriftAlarm alarm = alarms.get(i);
        assertThat(alarm.getExamples()).isBetween((i + 1L) * FLIP, (i + 1L) * FLIP + 500);
        assertThat(alarm.getLineage().get(0).getNext()).isEqualTo(alarm.getExamples());
        assertThat(alarm.getTime()).isBetween(alarm.getRecordTime(), last.getCreated());
        assertThat(alarm.getRecordTime()).isGreaterThan(1_000_000_000_000L);
        assertThat(alarm.getForgetful()).isBetween(0.0, 1.0);
        assertThat(alarm.getMoves()).extracting(DriftMove::getOf).contains("loss");
      }
      final DriftMove loss =
          alarms.get(0).getMoves().stream().filter(m -> m.getLabel() == null).findFirst().get();
      assertThat(loss.getBefore()).isCloseTo(0.4, within(0.1));
      assertThat(loss.getAfter()).isGreaterThan(loss.getBefore() + 0.2);

      final var rebuilt = learner.rebuild(last.getVersion());
      assertThat(rebuilt.difference()).isEmpty();
      assertThat(rebuilt.base().head().getAlarms()).isEqualTo(alarms);
      assertThat(rebuilt.base().head().getDrift())
          .isEqualTo(learner.newestBase().orElseThrow().head().getDrift());
    }
  }

  @Test
  void alarms_areCounted() {
    try (TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT)) {
      assertThat(learner.counter("majorant.drift.alarms", "of", "loss")).isZero();
      learn(learner, false);
      assertThat(learner.counter("majorant.drift.alarms", "of", "loss")).isEqualTo(2);
    }
  }

  /** A feature that says nothing of the label dies: the loss does not move, and its share does. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void featureThatDies_isAnAlarm(final boolean restarts) {
    try (TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT)) {
      for (int i = 0; i < 2 * FLIP; i++) {
        final int feature = i < FLIP && i % 3 == 0 ? 5 : 2;
        learner.example(Given.exampleOf(feature, i % 2 == 0 ? "a" : "b"));
        if (i % 20 == 19) {
          learner.tick(1);
        }
        if (restarts && i > 1_500 && i % 1_990 == 1_989) {
          learner.restart();
        }
      }
      learner.tick(30);
      final ModelHead last = learner.lastVersion();
      assertThat(last.getAlarms()).hasSize(1);
      final DriftAlarm alarm = last.getAlarms().get(0);
      assertThat(alarm.getExamples()).isBetween((long) FLIP, FLIP + 500L);
      assertThat(alarm.getMoves())
          .extracting(DriftMove::getFeature)
          .contains(new WatchedFeature(5, null));
      assertThat(alarm.getMoves()).extracting(DriftMove::getOf).containsOnly("feature");
      assertThat(learner.newestBase().orElseThrow().watched())
          .extracting(WatchedFeature::getFeature)
          .contains(2, 5);
      final var rebuilt = learner.rebuild(last.getVersion());
      assertThat(rebuilt.difference()).isEmpty();
      assertThat(rebuilt.base().head().getAlarms()).isEqualTo(last.getAlarms());
      assertThat(rebuilt.base().head().getDrift())
          .isEqualTo(learner.newestBase().orElseThrow().head().getDrift());
    }
  }

  /**
   * A service begins to answer wrongly, and the stream is as before: that is told once, a model
   * that forgets at alarms of its own loss does not forget, and a replay tells the same.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void serviceThatAnswersWrongly_isAnAlarm_andNothingIsForgotten(final boolean restarts) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 8}, publish: {interval: 300ms},"
                + " on-drift: forget}");
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      final Random random = new Random(5);
      for (int i = 0; i < 2 * FLIP; i++) {
        final boolean right = random.nextDouble() < 0.87;
        final double p = right ^ i >= FLIP ? 0.8 : 0.2;
        learner.example(
            Given.served(i, i % 2 == 0 == right ? "a" : "b", i % 2 == 0 == right ? p : 1 - p));
        if (i % 20 == 19) {
          learner.tick(1);
        }
        if (restarts && i % 1_990 == 1_989) {
          learner.restart();
        }
      }
      learner.tick(30);
      assertThat(learner.counter("majorant.drift.alarms", "of", "served")).isEqualTo(1);
      final ModelHead last = learner.lastVersion();
      assertThat(last.getTally().getServedExamples()).isEqualTo(2 * FLIP);
      assertThat(last.getAlarms()).hasSize(1);
      final DriftAlarm alarm = last.getAlarms().get(0);
      assertThat(alarm.getExamples()).isBetween((long) FLIP, FLIP + 500L);
      assertThat(alarm.getMoves()).extracting(DriftMove::getOf).containsExactly("served");
      assertThat(alarm.getKept()).isNull();
      final SurrogateHead head = learner.newestBase().orElseThrow().head();
      assertThat(head.getForgot()).isZero();
      final var rebuilt = learner.rebuild(last.getVersion());
      assertThat(rebuilt.difference()).isEmpty();
      assertThat(rebuilt.base().head().getAlarms()).isEqualTo(last.getAlarms());
      assertThat(rebuilt.base().head().getDrift()).isEqualTo(head.getDrift());
    }
  }

  private static void learn(final TopologyFixture learner, final boolean restarts) {
    final Random random = new Random(3);
    for (int i = 0; i < 3 * FLIP; i++) {
      final boolean flipped = i >= FLIP && i < 2 * FLIP;
      final boolean right = random.nextDouble() < 0.87;
      learner.example(Given.example(i, i % 2 == 0 == right ^ flipped ? "a" : "b", null));
      if (i % 20 == 19) {
        learner.tick(1);
      }
      if (restarts && i % 1_990 == 1_989) {
        learner.restart();
      }
    }
    learner.tick(30);
  }

  /** Of the same examples in the same batches, a learner that was restarted knows the same. */
  @Test
  void restart_changesNoAlarm() {
    final List<List<DriftAlarm>> alarms = new ArrayList<>();
    for (final boolean restarts : new boolean[] {false, true}) {
      try (TopologyFixture learner = new TopologyFixture(SPEC, HoldLimits.DEFAULT)) {
        learn(learner, restarts);
        alarms.add(learner.lastVersion().getAlarms());
      }
    }
    for (int i = 0; i < 2; i++) {
      final long examples = alarms.get(0).get(i).getExamples();
      assertThat(alarms.get(1).get(i).getExamples()).isBetween(examples - 60, examples + 60);
    }
  }

  /**
   * However curvature is remembered, a model that forgets at an alarm learns what is new: once, in
   * the base that tells the alarm, and again when it is replayed or started again.
   */
  @ParameterizedTest
  @CsvSource({
    "memory: full, false, false",
    "memory: full, false, true",
    "memory: diagonal, false, false",
    "memory: diagonal, false, true",
    "memory: low-rank, false, false",
    "memory: low-rank, false, true",
    "memory: full, true, true"
  })
  void onDriftForget_forgetsOnce_andSoDoesItsReplay(
      final String memory, final boolean views, final boolean restarts) {
    final double loss = lossAfterAChange(memory, views, "alert", restarts);
    assertThat(lossAfterAChange(memory, views, "forget", restarts)).isLessThan(loss - 0.05);
  }

  /** Nats an example of those 4,000 whose labels are flipped. */
  private static double lossAfterAChange(
      final String memory, final boolean views, final String onDrift, final boolean restarts) {
    final ModelSpec spec =
        SpecFile.read(
            ("{model: m, labels: [a, b], features: {%s}, publish: {interval: 300ms},"
                    + " curvature: {%s}, on-drift: %s%s}")
                .formatted(
                    views ? "dimension: 8, standardize: 100" : "dimension: 8",
                    memory,
                    onDrift,
                    views ? ", views: [linear, hats]" : ""));
    try (TopologyFixture learner = new TopologyFixture(spec, HoldLimits.DEFAULT)) {
      learn(learner, restarts);
      final ModelHead last = learner.lastVersion();
      final List<DriftAlarm> alarms = last.getAlarms();
      assertThat(alarms).hasSize(2);
      for (final DriftAlarm alarm : alarms) {
        if (onDrift.equals("alert")) {
          assertThat(alarm.getKept()).isNull();
        } else {
          assertThat(alarm.getKept()).isBetween(0.0, 0.1);
        }
      }
      final SurrogateHead head = learner.newestBase().orElseThrow().head();
      assertThat(head.getForgot() > 0).isEqualTo(onDrift.equals("forget"));
      assertThat(head.getEffective()).isLessThanOrEqualTo(last.getTally().getExamples());
      final var rebuilt = learner.rebuild(last.getVersion());
      assertThat(rebuilt.difference()).isEmpty();
      assertThat(rebuilt.base().head().getAlarms()).isEqualTo(alarms);
      assertThat(last.getTally().getExamples()).isEqualTo(3 * FLIP);
      return last.getTally().getLogLoss() / (3 * FLIP);
    }
  }
}
