package org.majorant.majorize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.lineage.Lineage;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.DriftAlarm;
import org.majorant.schema.DriftMove;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.schema.WatchedFeature;
import org.majorant.spec.SpecFile;
import org.majorant.tally.Tallies;

class DriftWatchTest {
  private static final ModelSpec SPEC =
      SpecFile.read("{model: m, labels: [a, b], features: {dimension: 8}}");
  private static final List<WatchedFeature> WATCHED =
      List.of(new WatchedFeature(2, null), new WatchedFeature(5, 0.5));
  private static final int BATCH = 20;

  private final DriftWatch watch = new DriftWatch(SPEC);
  private final Tally all = Tallies.empty();
  private final List<DriftMove> told = new ArrayList<>();
  private final Random random = new Random(1);

  /** Half of the partitions have come to what is new, and later all of them. */
  @Test
  void changeThatComesLittleByLittle_isToldOnce_withWhereItEnds() {
    learn(10_000, 0.25, 0.3);
    learn(1_000, 0.5, 0.9);
    learn(4_000, 0.75, 1.6);
    assertThat(told).extracting(DriftMove::getOf).containsExactlyInAnyOrder("label", "loss");
    assertThat(alarms()).hasSize(1);
    final DriftMove share =
        alarms().get(0).getMoves().stream()
            .filter(move -> move.getOf().equals("label"))
            .findFirst()
            .orElseThrow();
    assertThat(share.getBefore()).isCloseTo(0.25, within(0.05));
    assertThat(share.getAfter()).isCloseTo(0.75, within(0.1));
  }

  @Test
  void changeBack_isToldAgain_howeverSoonItComes() {
    learn(10_000, 0.25, 0.3);
    learn(2_000, 0.75, 0.3);
    learn(2_000, 0.25, 0.3);
    assertThat(told).hasSize(2);
    assertThat(alarms()).hasSize(2);
  }

  @Test
  void lossThatRisesAgain_whenItHasFallen_isToldAgain() {
    learn(10_000, 0.25, 0.3);
    learn(500, 0.25, 1.5);
    learn(1_500, 0.25, 0.3);
    learn(500, 0.25, 1.5);
    assertThat(alarms()).hasSize(2);
  }

  @Test
  void featuresThatMoveTogether_areOneAlarm_andAnotherWhereTheyComeBack() {
    count(10_000, 0.3, 0.6);
    count(2_000, 0, 0);
    assertThat(told).extracting(DriftMove::getFeature).containsExactlyElementsOf(WATCHED);
    assertThat(alarms()).hasSize(1);
    assertThat(alarms().get(0).getMoves()).isEqualTo(told);
    count(2_000, 0.3, 0.6);
    assertThat(told).hasSize(4);
    assertThat(alarms()).hasSize(2);
  }

  /** Shares of features may come and go each day. */
  @Test
  void alarmsOfFeatures_giveWayToThatOfTheLoss() {
    learn(10_000, 0.25, 0.3);
    learn(500, 0.25, 1.5);
    final DriftAlarm loss = alarms().get(0);
    for (int day = 0; day < 20; day++) {
      watch.next();
      count(6_000, day % 2 == 0 ? 0.3 : 0.6, 0.5);
    }
    assertThat(told).hasSize(20);
    assertThat(alarms()).hasSize(8).startsWith(loss);
    assertThat(alarms().get(7).getExamples()).isGreaterThan(10_500 + 19 * 6_000L);
  }

  /** Examples that have the watched features with these shares. */
  private void count(final int examples, final double first, final double second) {
    for (int i = 0; i < examples; i += 100) {
      final Tally tally = Tallies.empty();
      tally.setExamples(100L);
      all.setExamples(all.getExamples() + 100);
      final BoundSummary summary = summary(tally);
      summary.setFeatures(
          new FeatureCounts(
              100L,
              WATCHED,
              List.of(
                  random.doubles(100).filter(u -> u < first).count(),
                  random.doubles(100).filter(u -> u < second).count())));
      told.addAll(watch.merge(summary, all, new Lineage(List.of())));
    }
  }

  private List<DriftAlarm> alarms() {
    final SurrogateHead head = new SurrogateHead();
    head.setMembers(List.of());
    watch.complete(head, 0);
    return head.getAlarms();
  }

  /**
   * @param share of the second label
   * @param loss of an example, on average
   */
  private void learn(final int examples, final double share, final double loss) {
    for (int i = 0; i < examples; i += BATCH) {
      final Tally tally = Tallies.empty();
      final long[] confusion = new long[4];
      for (int j = 0; j < BATCH; j++) {
        final double each = 2 * loss * random.nextDouble();
        confusion[random.nextDouble() < share ? 2 : 0]++;
        tally.setLogLoss(tally.getLogLoss() + each);
        tally.setClippedLoss(tally.getClippedLoss() + each);
        tally.setClippedSquare(tally.getClippedSquare() + each * each);
      }
      tally.setExamples((long) BATCH);
      tally.setConfusion(java.util.Arrays.stream(confusion).boxed().toList());
      all.setExamples(all.getExamples() + BATCH);
      told.addAll(watch.merge(summary(tally), all, new Lineage(List.of())));
    }
  }

  private static BoundSummary summary(final Tally tally) {
    return BoundSummary.newBuilder()
        .setModel("m")
        .setSpec(0)
        .setBase(0)
        .setPartition(0)
        .setFrom(0)
        .setTo(0)
        .setTally(tally)
        .setState(ByteBuffer.allocate(0))
        .build();
  }
}
