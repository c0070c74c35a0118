package org.majorant.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class QuotaTest {
  @Test
  void onePartition_hasNoLimit() {
    final Quota quota = Quota.NOTHING.next(0, demand(Map.of(3, 10L)));
    assertThat(quota.of(3)).isEqualTo(Long.MAX_VALUE);
    assertThat(quota.of(0)).as("nobody has heard of it yet").isZero();
  }

  @Test
  void nobodyHeard_changesNothing() {
    final Quota quota = new Quota(2, 7);
    assertThat(quota.next(100, demand(Map.of()))).isEqualTo(quota);
  }

  @Test
  void likeDemands_areSharedEqually() {
    final Quota quota = Quota.NOTHING.next(100, demand(Map.of(0, 50L, 1, 60L, 7, 70L)));
    assertThat(quota).isEqualTo(new Quota(Quota.ALL, 33));
    assertThat(quota.of(7)).isEqualTo(33);
  }

  @Test
  void oneThatGetsFurtherAlone_learnsAlone() {
    final Quota quota = Quota.NOTHING.next(100, demand(Map.of(0, 51L, 1, 101L)));
    assertThat(quota).as("101 alone, 100 together").isEqualTo(new Quota(1, 101));
    assertThat(quota.of(0)).isZero();
    assertThat(Quota.NOTHING.next(100, demand(Map.of(0, 51L, 1, 100L))).alone())
        .isEqualTo(Quota.ALL);
  }

  @Test
  void lessThanOneEach_isOnesTurn() {
    final Quota quota = Quota.NOTHING.next(1.9, demand(Map.of(0, 0L, 1, 1L)));
    assertThat(quota).isEqualTo(new Quota(1, 1));
    assertThat(Quota.NOTHING.next(0, demand(Map.of(0, 0L, 1, 0L)))).isEqualTo(new Quota(0, 1));
  }

  @RepeatedTest(200)
  void shares_neverExceedTheTotal_andNeverGetLessFarThanOneAlone(final RepetitionInfo info) {
    final Random random = new Random(info.getCurrentRepetition());
    final Map<Integer, Long> demand = new TreeMap<>();
    for (int workers = 2 + random.nextInt(8); workers > 0; workers--) {
      demand.put(random.nextInt(100), (long) random.nextInt(1000));
    }
    final double total = 3000 * random.nextDouble();
    final Quota quota = Quota.NOTHING.next(total, demand(demand));

    long most = 0;
    long shares = 0;
    long learned = 0;
    for (final Map.Entry<Integer, Long> entry : demand.entrySet()) {
      most = Math.max(most, entry.getValue());
      shares += quota.of(entry.getKey()) == Long.MAX_VALUE ? 0 : quota.of(entry.getKey());
      learned += Math.min(quota.of(entry.getKey()), entry.getValue());
    }
    final String seed = "seed " + info.getCurrentRepetition();
    assertThat(learned).as(seed).isGreaterThanOrEqualTo(most);
    if (quota.alone() == Quota.ALL) {
      assertThat((double) shares).as(seed).isLessThanOrEqualTo(total);
    }
  }

  @Test
  void turn_goesOnUntilAllOfItIsLearnedOrNothingWaitsForIt() {
    final Quota turn = new Quota(1, 500);
    assertThat(next(turn, new Demand(0, 900, 0, 0), new Demand(200, 300, 300, 300)))
        .isEqualTo(new Quota(1, 300));
    assertThat(next(turn, new Demand(0, 900, 0, 0), new Demand(200, 300, 0, 0)))
        .isEqualTo(new Quota(0, 900));
    assertThat(next(turn, new Demand(0, 900, 0, 0), new Demand(200, 0, 300, 300)))
        .as("what it may still learn is taken off")
        .isEqualTo(new Quota(0, 0));
  }

  @Test
  void oneWithoutLimit_hasNoTurn() {
    final Demand unlimited = new Demand(10, 10, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(next(new Quota(1, Long.MAX_VALUE), new Demand(0, 900, 0, 0), unlimited))
        .isEqualTo(new Quota(0, 0));
  }

  @Test
  void oneThatHoldsMost_isNext_howeverMuchOthersHaveJustLearned() {
    assertThat(next(Quota.NOTHING, new Demand(8000, 0, 0, 0), new Demand(0, 700, 0, 0)))
        .isEqualTo(new Quota(1, 700));
  }

  @Test
  void whatMayBeInFlight_isTakenOff() {
    final Quota shares = new Quota(Quota.ALL, 50);
    assertThat(next(shares, new Demand(0, 900, 50, 50), new Demand(0, 10, 30, 30)))
        .as("one learns alone, but not all at once")
        .isEqualTo(new Quota(0, 70));
    assertThat(next(shares, new Demand(40, 0, 50, 60), new Demand(40, 0, 50, 50)))
        .isEqualTo(new Quota(Quota.ALL, 45));
    assertThat(next(shares, new Demand(40, 0, 50, 200), new Demand(40, 0, 50, 50)))
        .isEqualTo(Quota.NOTHING);
  }

  /** Of 100 that may be in flight, two partitions. */
  private static Quota next(final Quota last, final Demand first, final Demand second) {
    return last.next(100, new TreeMap<>(Map.of(0, first, 1, second)));
  }

  /** Of partitions with nothing in flight. */
  private static SortedMap<Integer, Demand> demand(final Map<Integer, Long> examples) {
    final SortedMap<Integer, Demand> demand = new TreeMap<>();
    examples.forEach((partition, n) -> demand.put(partition, new Demand(n, 0, 0, 0)));
    return demand;
  }
}
