package org.majorant.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Eigenpairs satisfy Av = λv with orthonormal v, also where iterations have nothing to hold to. */
class SymmetricEigenTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "2, 2, 1",
    "20, 20, 1",
    "20, 3, 1",
    "90, 90, 1",
    "90, 1, 1",
    "20, 20, 1e-308",
    "20, 7, 1e-200",
    "20, 20, 1e200",
    "20, 20, 1e306"
  })
  void top_areEigenpairs(final int order, final int rank, final double size) {
    final SplittableRandom random = new SplittableRandom(31L * order + rank);
    final double[] y = random.doubles((long) rank * order, -1, 1).toArray();
    final double[] a = Products.columnGram(y, rank, order);
    Arrays.setAll(a, at -> a[at] * size);
    requirePairs(a, order, size * order * rank);
  }

  /** Its tridiagonal form is rounding but for one number. */
  @ParameterizedTest
  @ValueSource(ints = {47, 93, 106, 171})
  void top_ofEqualRows_isOnePair(final int order) {
    final double[] a = new double[order * order];
    Arrays.fill(a, 1);
    assertThat(SymmetricEigen.largest(a.clone(), order)).isCloseTo(order, within(1e-11));
    requirePairs(a, order, order);
  }

  @Test
  void top_ofADiagonal_isSorted() {
    final double[] vectors = new double[6];
    final double[] values =
        SymmetricEigen.top(new double[] {-3, 0, 0, 0, 5, 0, 0, 0, 1}, 3, 2, vectors);
    assertThat(values).containsExactly(new double[] {5, 1}, within(1e-13));
    assertThat(Math.abs(vectors[1])).isCloseTo(1, within(1e-13));
    assertThat(Math.abs(vectors[5])).isCloseTo(1, within(1e-13));
  }

  @Test
  void zeros_haveEigenvaluesOf0() {
    assertThat(SymmetricEigen.largest(new double[9], 3)).isZero();
    requirePairs(new double[9], 3, 1);
  }

  /** The lower triangle is read; size is that of the largest number that there may be. */
  private static void requirePairs(final double[] a, final int order, final double size) {
    final double[] vectors = new double[order * order];
    final double[] values = SymmetricEigen.top(a.clone(), order, order, vectors);
    for (int c = 0; c < order; c++) {
      assertThat(values[c]).isLessThanOrEqualTo(c == 0 ? Double.MAX_VALUE : values[c - 1]);
      for (int i = 0; i < order; i++) {
        double product = 0;
        for (int j = 0; j < order; j++) {
          final double entry = i >= j ? a[i + j * order] : a[j + i * order];
          product += entry / size * vectors[j + c * order];
        }
        assertThat(product).isCloseTo(values[c] / size * vectors[i + c * order], within(1e-12));
      }
      for (int d = 0; d <= c; d++) {
        double dot = 0;
        for (int i = 0; i < order; i++) {
          dot += vectors[i + c * order] * vectors[i + d * order];
        }
        assertThat(dot).isCloseTo(c == d ? 1 : 0, within(1e-12));
      }
    }
  }
}
