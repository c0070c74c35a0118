package org.majorant.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ShapeContextTest {
  private static final double[][] CLOUD = PointPair.of(1).one();

  @Test
  void numbers_areThoseThatHaveNames_andCountAllOtherPoints() {
    for (final double[] x : ShapeContext.of(CLOUD)) {
      assertThat(x).hasSize(ShapeContext.features(CLOUD.length).size()).hasSize(60 + 11);
      assertThat(Arrays.stream(x, 0, 60).sum()).isEqualTo(11);
      assertThat(Arrays.copyOfRange(x, 60, 71)).isSorted();
      assertThat(x[60]).isPositive();
    }
  }

  /** A point on the far side of the middle is in the sector at 0°, one at a right angle at 90°. */
  @Test
  void sectors_beginAtTheMiddle() {
    final double[][] cross = {{-0.1, 0}, {0.1, 0}, {-0.1, 0.02}, {0.1, -0.02}};
    final double[] x = ShapeContext.of(cross)[0];
    assertThat(x[3]).isEqualTo(1);
    assertThat(x[12]).as("of the second ring").isEqualTo(2);
  }

  @Test
  void numbers_ofATurnedCloud_areTheSame() {
    final double[][] turned =
        Arrays.stream(CLOUD).map(p -> new double[] {-p[1], p[0]}).toArray(double[][]::new);
    final double[][] there = ShapeContext.of(CLOUD);
    final double[][] here = ShapeContext.of(turned);
    for (int i = 0; i < CLOUD.length; i++) {
      assertThat(here[i]).containsExactly(there[i], within(1e-9));
    }
  }
}
