package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.log.HoldLimits;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

/**
 * Labels are flipped, and flipped back: each time there is one alarm, in each version from then on.
 */
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
}
