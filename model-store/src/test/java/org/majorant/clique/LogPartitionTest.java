package org.majorant.clique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogPartitionTest {
  @Test
  void log1p_hasTheDigitsOfTheJdks() {
    assertThat(LogPartition.log1p(0)).isZero();
    assertThat(LogPartition.log1p(Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
    for (double e = 1; e > 1e-300; e *= 0.99) {
      final double expected = Math.log1p(e);
      assertThat(LogPartition.log1p(e)).isCloseTo(expected, within(1e-15 * expected));
    }
  }

  @Test
  void softplus_neitherOverflowsNorLosesSmallNumbers() {
    assertThat(LogPartition.softplus(-700)).isEqualTo(Math.exp(-700));
    assertThat(LogPartition.softplus(1e300)).isEqualTo(1e300);
    assertThat(LogPartition.softplus(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(LogPartition.softplus(0)).isEqualTo(Math.log(2));
  }
}
