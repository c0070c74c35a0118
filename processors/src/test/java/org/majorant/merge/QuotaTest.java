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
    final Quota quota = Quota.divide(0, demand(Map.of(3, 10L)));
    assertThat(quota.of(3)).isEqualTo(Long.MAX_VALUE);
    assertThat(quota.of(0)).as("nobody has heard of it yet").isZero();
  }

  @Test
  void nobodyHeard_limitsNobody() {
    assertThat(Quota.divide(0, demand(Map.of()))).isEqualTo(Quota.UNLIMITED);
  }

  @Test
  void likeDemands_areSharedEqually() {
    final Quota quota = Quota.divide(100, demand(Map.of(0, 50L, 1, 60L, 7, 70L)));
    assertThat(quota).isEqualTo(new Quota(Quota.ALL, 33));
    assertThat(quota.of(7)).isEqualTo(33);
  }

  @Test
  void oneThatGetsFurtherAlone_learnsAlone() {
    final Quota quota = Quota.divide(100, demand(Map.of(0, 51L, 1, 101L)));
    assertThat(quota).as("101 alone, 100 together").isEqualTo(new Quota(1, 101));
    assertThat(quota.of(0)).isZero();
    assertThat(Quota.divide(100, demand(Map.of(0, 51L, 1, 100L))).alone()).isEqualTo(Quota.ALL);
  }

  @Test
  void lessThanOneEach_isOnesTurn() {
    final Quota quota = Quota.divide(1.9, demand(Map.of(0, 0L, 1, 1L)));
    assertThat(quota).isEqualTo(new Quota(1, 1));
    assertThat(Quota.divide(0, demand(Map.of(0, 0L, 1, 0L)))).isEqualTo(new Quota(0, 1));
  }

  @RepeatedTest(200)
  void shares_neverExceedTheTotal_andNeverGetLessFarThanOneAlone(final RepetitionInfo info) {
    final Random random = new Random(info.getCurrentRepetition());
    final SortedMap<Integer, Long> demand = new TreeMap<>();
    for (int workers = 2 + random.nextInt(8); workers > 0; workers--) {
      demand.put(random.nextInt(100), (long) random.nextInt(1000));
    }
    final double total = 3000 * random.nextDouble();
    final Quota quota = Quota.divide(total, demand);

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

  private static SortedMap<Integer, Long> demand(final Map<Integer, Long> examples) {
    return new TreeMap<>(examples);
  }
}
