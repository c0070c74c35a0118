package org.majorant.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What factors, inverses, products and eigenpairs are defined by, at orders around each block. */
class DenseAlgebraTest {
  private static final double SMALL = 1e-10;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 31, 32, 33, 67, 130})
  void factorSolvesAndInverts(final int m) {
    final SplittableRandom random = new SplittableRandom(m);
    final double[] a = positive(random, m);
    final double[] x = numbers(random, m);
    final double[] b = times(a, m, x);
    final double[] factor = a.clone();
    Cholesky.factor(factor, m);
    Cholesky.solve(factor, m, b);
    assertThat(b).containsExactly(x, within(SMALL));
    final double[] inverse = factor.clone();
    Cholesky.invert(inverse, m);
    for (int j = 0; j < m; j++) {
      final double[] unit = new double[m];
      unit[j] = 1;
      final double[] column = Arrays.copyOfRange(inverse, j * m, (j + 1) * m);
      assertThat(times(a, m, column)).containsExactly(unit, within(SMALL));
    }
    final double[] diagonal = Cholesky.inverseDiagonal(factor.clone(), m);
    for (int j = 0; j < m; j++) {
      assertThat(diagonal[j]).isCloseTo(inverse[j + j * m], within(SMALL));
    }
  }

  @Test
  void factor_readsAndWritesTheLowerTriangleAlone() {
    final int m = 40;
    final double[] a = positive(new SplittableRandom(2), m);
    final double[] half = a.clone();
    for (int j = 1; j < m; j++) {
      Arrays.fill(half, j * m, j * m + j, Double.NaN);
    }
    Cholesky.factor(a, m);
    Cholesky.factor(half, m);
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        final double wanted = i < j ? Double.NaN : a[i + j * m];
        assertThat(half[i + j * m]).usingComparator(Double::compare).isEqualTo(wanted);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 31, 32, 39})
  void factor_saysAtWhichOrderAMatrixIsNotPositive(final int at) {
    final int m = 40;
    final double[] a = positive(new SplittableRandom(3), m);
    a[at + at * m] = -1;
    assertThat(Cholesky.tryFactor(a.clone(), m)).isFalse();
    assertThatThrownBy(() -> Cholesky.factor(a, m))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("curvature is not positive definite at order " + (at + 1) + " of 40");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 7, 33})
  void divideRows_undoesTheFactor(final int m) {
    final SplittableRandom random = new SplittableRandom(4);
    final int columns = 5;
    final double[] factor = positive(random, m);
    Cholesky.factor(factor, m);
    final double[] rows = numbers(random, m * columns);
    final double[] product = new double[m * columns];
    for (int i = 0; i < m; i++) {
      for (int k = 0; k <= i; k++) {
        for (int t = 0; t < columns; t++) {
          product[i * columns + t] += factor[i + k * m] * rows[k * columns + t];
        }
      }
    }
    Cholesky.divideRows(factor, m, columns, product);
    assertThat(product).containsExactly(rows, within(SMALL));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9})
  void products_areSumsOfProducts(final int r) {
    final SplittableRandom random = new SplittableRandom(r);
    final int m = 7;
    final double[] y = numbers(random, r * m);
    final double[] wide = Products.rowGram(y, r, m);
    final double[] tall = Products.columnGram(y, r, m);
    for (int j = 0; j < r; j++) {
      for (int i = 0; i < r; i++) {
        double sum = 0;
        for (int t = 0; t < m; t++) {
          sum += y[i * m + t] * y[j * m + t];
        }
        assertThat(wide[i + j * r]).isCloseTo(i < j ? 0 : sum, within(SMALL));
      }
    }
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        double sum = 0;
        for (int k = 0; k < r; k++) {
          sum += y[k * m + i] * y[k * m + j];
        }
        assertThat(tall[i + j * m]).isCloseTo(i < j ? 0 : sum, within(SMALL));
      }
    }
  }

  @Test
  void addRowGram_addsIntoTheCornerOfALargerMatrix() {
    final double[] gram = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    Products.addRowGram(new double[] {2, 3, 9, 4, 5, 9}, 3, 2, 2, gram, 3);
    assertThat(gram).containsExactly(14, 24, 1, 1, 42, 1, 1, 1, 1);
  }

  @Test
  void combineRows_overwritesWhatWasThere() {
    final double[] out = {9, 9, 9, 9};
    Products.combineRows(new double[] {1, 2, 3, 4}, 2, 2, new double[] {1, 1, 0, -1}, 2, out);
    assertThat(out).containsExactly(4, 6, -3, -4);
  }

  private static double[] numbers(final SplittableRandom random, final int length) {
    return random.doubles(length, -1, 1).toArray();
  }

  /** Both triangles. */
  private static double[] positive(final SplittableRandom random, final int m) {
    final double[] y = numbers(random, m * m);
    final double[] a = new double[m * m];
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        a[i + j * m] = i == j ? 1 : 0;
        for (int k = 0; k < m; k++) {
          a[i + j * m] += y[i * m + k] * y[j * m + k] / m;
        }
      }
    }
    return a;
  }

  private static double[] times(final double[] a, final int m, final double[] x) {
    final double[] product = new double[m];
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        product[i] += a[i + j * m] * x[j];
      }
    }
    return product;
  }
}
