package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.majorant.features.SparsePoint;
import org.majorant.prior.Prior;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

class PriorTest {
  private static final ModelSpec ROWS =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {dimension: 2, transform: unit},"
              + " prior: {l2: 0.5}, curvature: {memory: diagonal}}");

  /** Three rows of 1, 1 and 2 features: feature 0 in all of them, feature 1 in the last. */
  @Test
  void prior_ofRowsOfLengthOne_isTheSameForAllFeaturesButTheIntercept() {
    final Site site = Site.of(Curvature.DIAGONAL, 1, 3, 0, 0);
    for (int i = 0; i < 3; i++) {
      site.features[i] = i;
    }
    site.count[0] = 3;
    site.square[0] = 2.9;
    site.count[1] = 1;
    site.square[1] = 0.1;
    site.count[2] = 3;
    site.square[2] = 3;
    final Surrogate surrogate = Surrogate.of(ROWS);
    surrogate.add(site);
    final Surrogate.Solution solution = surrogate.solve();
    assertThat(solution.commonSquare()).isEqualTo(0.75); // three rows, four values
    assertThat(solution.precision()).containsExactly(0.375, 0.375, 0.5);
    assertThat(Surrogate.of(ROWS, PagedState.of(ROWS).with(site)).solve().precision())
        .containsExactly(solution.precision());
  }

  /** xᵀ(A+P)⁻¹x of a memory that has learned nothing of labels: the row itself counts. */
  @Test
  void memory_readsARowUnderThePriorThatAllFeaturesShare() {
    final DiagonalMemory memory = new DiagonalMemory(ROWS);
    final double[] variance = new double[1];
    memory.read(row(1, 0), new double[3], new double[1], variance);
    assertThat(variance[0]).isCloseTo(1 / 0.5 + 1 / 0.5, within(1e-12)); // one row, one value
    memory.read(row(0.6, 0.8), new double[3], new double[1], variance);
    final double common = 21 / 32.0; // two rows, three values; rounded
    assertThat(variance[0]).isCloseTo(1 / (0.5 * common) + 1 / 0.5, within(1e-12));
  }

  private static SparsePoint row(final double... values) {
    final SparsePoint x = new SparsePoint();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != 0) {
        x.indices[x.size] = i;
        x.values[x.size++] = values[i];
      }
    }
    x.indices[x.size] = 2;
    x.values[x.size++] = 1;
    return x;
  }

  @Test
  void commonSquare_isRoundedByThreePercentAtMost_andSoStays() {
    final Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      final double rows = 1 + random.nextInt(1_000_000);
      final double values = rows * (1.1 + random.nextInt(500));
      assertThat(Prior.commonSquare(rows, values))
          .isCloseTo(rows / (values - rows), withinPercentage(3.2));
    }
    assertThat(Prior.commonSquare(1000, 1000 * 80)).isEqualTo(Prior.commonSquare(1001, 1000 * 80));
    assertThat(Prior.commonSquare(0, 0)).isEqualTo(1);
  }
}
