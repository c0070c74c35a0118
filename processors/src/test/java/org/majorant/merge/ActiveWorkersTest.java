package org.majorant.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.learn.SyntheticStream;
import org.majorant.schema.Evidence;

class ActiveWorkersTest {
  private final ActiveWorkers workers = new ActiveWorkers();
  private long number;

  @Test
  void partition_isActiveForThreeSecondsAfterTheBaseThatHeardIt() {
    hear(4, 0, 10, 0);
    assertThat(divide(1000)).containsExactly(4);
    hear(2, 0, 20, 0);
    assertThat(divide(2000)).containsExactly(2, 4);
    assertThat(divide(3000)).containsExactly(2, 4);
    assertThat(divide(4000)).containsExactly(2, 4);
    assertThat(divide(4001)).containsExactly(2);
    assertThat(divide(5001)).isEmpty();
  }

  @Test
  void partition_thatHasNothing_isNotActiveForSayingSo() {
    hear(4, 0, 10, 0);
    divide(1000);
    hear(4, 1, 0, 0);
    hear(5, 1, 0, 0);
    assertThat(divide(2000)).containsExactly(4);
    divide(3000);
    divide(4000);
    assertThat(divide(5000)).isEmpty();
  }

  @Test
  void machineThatStoodStill_makesNobodySilent() {
    hear(4, 0, 10, 0);
    divide(1000);
    hear(2, 1, 10, 0);
    assertThat(divide(60_000)).containsExactly(2, 4);
  }

  @Test
  void stretch_beginsOnceTheLastOneIsMerged() {
    hear(0, 0, 0, 500);
    hear(1, 0, 0, 400);
    divide(1000);
    assertThat(workers.quota()).isEqualTo(new Quota(0, 500));
    hear(1, 0, 0, 900);
    divide(1100);
    assertThat(workers.quota()).as("it has learned nothing yet").isEqualTo(new Quota(0, 500));
    hear(0, 1, 300, 200);
    divide(1200);
    assertThat(workers.quota()).isEqualTo(new Quota(0, 200));
    hear(0, 1, 200, 700);
    divide(1300);
    assertThat(workers.quota()).isEqualTo(new Quota(1, 900));
  }

  @Test
  void workerWithoutLimit_isWaitedForUntilItHasTakenABaseThatLimitsIt() {
    hear(0, 0, 0, 50);
    divide(1000);
    assertThat(workers.quota()).isEqualTo(new Quota(0, Long.MAX_VALUE));
    hear(0, 1, 10, 0);
    hear(1, 1, 0, 500);
    divide(1100);
    assertThat(workers.quota()).isEqualTo(new Quota(1, 0));
    hear(0, 1, 40, 0);
    divide(1200);
    assertThat(workers.quota()).as("it has learned more since").isEqualTo(new Quota(1, 0));
    hear(0, 3, 0, 0);
    divide(1300);
    assertThat(workers.quota()).isEqualTo(new Quota(1, 500));
  }

  @Test
  void workerThatTakesNoBase_isWaitedForThreeSeconds() {
    hear(0, 0, 0, 50);
    divide(1000);
    for (int second = 2; second < 6; second++) {
      hear(0, 1, 1, 1);
      hear(1, 1, 0, 500);
      divide(1000 * second);
      assertThat(workers.quota()).isEqualTo(new Quota(1, 0));
    }
    hear(0, 1, 1, 1);
    divide(6000);
    assertThat(workers.quota()).isEqualTo(new Quota(1, 500));
  }

  @Test
  void restored_knowsWhoWasActiveAndWhatTheyMayLearn() {
    workers.restore(
        Base.of(
            Base.head(SyntheticStream.spec("diagonal", 2, "none"), 7)
                .setActive(List.of(0, 1))
                .setAlone(0)
                .setQuota(300)
                .build(),
            null,
            null),
        7);
    number = 7;
    hear(1, 7, 0, 900);
    assertThat(divide(1000)).containsExactly(0, 1);
    assertThat(workers.quota()).isEqualTo(new Quota(1, 0));
    hear(0, 8, 250, 0);
    divide(1100);
    assertThat(workers.quota()).isEqualTo(new Quota(1, 900));
  }

  private void hear(final int partition, final long base, final long learned, final long held) {
    workers.hear(new Summary(partition, base, learned, held, new Evidence(), new double[0], null));
  }

  /** The next base, on which nobody may have anything in flight but in turns. */
  private List<Integer> divide(final long now) {
    return workers.divide(0, ++number, now);
  }
}
