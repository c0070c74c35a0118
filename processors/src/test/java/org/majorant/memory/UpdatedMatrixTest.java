package org.majorant.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.SparsePoint;

/** Beside a matrix to which each term is added at once. */
class UpdatedMatrixTest {
  private static final int TERMS = 150;
  private static final double ROUNDING = 1e-9;

  private final Random random = new Random(7);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 31, 64, 130, 300})
  void symmetric_multipliesAsTheSumOfItsTerms(final int d) {
    final UpdatedMatrix matrix = UpdatedMatrix.zero(d);
    final double[][] expected = new double[d][d];
    for (int i = 0; i < d; i++) {
      matrix.setDiagonal(i, i);
      expected[i][i] = i;
    }
    for (int n = 0; n < TERMS; n++) {
      final double[] u = random.doubles(d, -1, 1).toArray();
      final double g = n % 7 == 0 ? 0 : random.nextGaussian();
      matrix.add(g, u);
      add(expected, g, u);
      multipliesAs(matrix, expected, d);
      if (n % 40 == 39) {
        assertThat(matrix.rows()[d - 1]).containsExactly(expected[d - 1], within(ROUNDING));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 31, 130})
  void upperTriangle_isTheSumOfItsPoints_sparseOrDense(final int d) {
    final UpdatedMatrix matrix = UpdatedMatrix.upperTriangle(d);
    final double[][] expected = new double[d][d];
    for (int n = 0; n < TERMS; n++) {
      final SparsePoint x = point(d, n % 2 == 0 ? d : Math.min(d, 5));
      final double g = random.nextGaussian();
      matrix.add(g, x);
      add(expected, g, dense(x, d));
    }
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        assertThat(matrix.rows()[i][j]).isCloseTo(expected[i][j], within(ROUNDING));
      }
    }
  }

  private void multipliesAs(final UpdatedMatrix matrix, final double[][] expected, final int d) {
    final SparsePoint x = point(d, 1 + random.nextInt(Math.min(d, 15)));
    final double[] dense = dense(x, d);
    final double[] product = new double[d];
    matrix.times(x, product);
    final int column = random.nextInt(d);
    final double[] read = new double[d];
    matrix.column(column, read);
    for (int i = 0; i < d; i++) {
      double sum = 0;
      for (int j = 0; j < d; j++) {
        sum += expected[i][j] * dense[j];
      }
      assertThat(product[i]).isCloseTo(sum, within(ROUNDING));
      assertThat(read[i]).isCloseTo(expected[i][column], within(ROUNDING));
    }
    assertThat(matrix.diagonal(column)).isCloseTo(expected[column][column], within(ROUNDING));
  }

  private static void add(final double[][] sum, final double g, final double[] u) {
    for (int i = 0; i < u.length; i++) {
      for (int j = 0; j < u.length; j++) {
        sum[i][j] += g * u[i] * u[j];
      }
    }
  }

  /** The features are ascending and distinct. */
  private SparsePoint point(final int d, final int size) {
    final SparsePoint x = new SparsePoint();
    final int[] features = random.ints(0, d).distinct().limit(size).sorted().toArray();
    x.size = features.length;
    x.indices = features;
    x.values = random.doubles(size, -1, 1).toArray();
    return x;
  }

  private static double[] dense(final SparsePoint x, final int d) {
    final double[] dense = new double[d];
    for (int j = 0; j < x.size; j++) {
      dense[x.indices[j]] = x.values[j];
    }
    return dense;
  }
}
