package org.majorant.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the same matrix, dense. */
class SparseMatrixTest {
  private static final int COLUMNS = 6;
  private static final int ROWS = 3000; // more than there is room for at first
  private static final int BEFORE = 2; // numbers that a product leaves alone

  private final double[][] dense = new double[ROWS][COLUMNS];

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void products_areThoseOfTheDenseMatrix(final int v) {
    final Random random = new Random(v);
    final SparseMatrix matrix = matrix(random);
    assertThat(matrix.rows()).isEqualTo(ROWS);
    final double[] theta = RandomData.vector(random, COLUMNS * v, 1);
    final double[] transposed = new double[COLUMNS * v];
    final double[] expected = new double[COLUMNS * v];
    for (int row = 0; row < ROWS; row++) {
      final double[] scores = new double[BEFORE + v];
      Arrays.fill(scores, Double.NaN);
      matrix.times(row, theta, v, scores, BEFORE);
      for (int c = 0; c < v; c++) {
        double score = 0;
        for (int i = 0; i < COLUMNS; i++) {
          score += dense[row][i] * theta[i * v + c];
          expected[i * v + c] += 0.5 * dense[row][i] * scores[BEFORE + c];
        }
        assertThat(scores[BEFORE + c]).as("row %d", row).isCloseTo(score, within(1e-12));
      }
      assertThat(scores).startsWith(Double.NaN, Double.NaN);
      matrix.addTransposeTimes(row, 0.5, scores, BEFORE, v, transposed);
    }
    assertThat(transposed).containsExactly(expected, within(1e-7));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void rootMeanSquares_areOverTheEntriesThatAreNotZero(final int seed) {
    final SparseMatrix matrix = new SparseMatrix(3);
    final double x = 1 + new Random(seed).nextDouble();
    matrix.append(new int[] {9, 0, 1}, new double[] {9, x, 0}, 1, 3);
    matrix.append(new int[] {}, new double[] {}, 0, 0);
    matrix.append(new int[] {0}, new double[] {-7 * x}, 0, 1);
    assertThat(matrix.rootMeanSquares()).containsExactly((float) (5 * x), 0, 0);
  }

  /** Rows of any length, none at all among them; a column may come again. */
  private SparseMatrix matrix(final Random random) {
    final SparseMatrix matrix = new SparseMatrix(COLUMNS);
    for (int row = 0; row < ROWS; row++) {
      final int size = random.nextInt(60);
      final int[] columns = random.ints(size, 0, COLUMNS).toArray();
      final double[] entries = RandomData.vector(random, size, 1);
      final int from = size / 4;
      for (int j = from; j < size; j++) {
        dense[row][columns[j]] += entries[j];
      }
      matrix.append(columns, entries, from, size);
    }
    return matrix;
  }
}
