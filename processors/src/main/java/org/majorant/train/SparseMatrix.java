package org.majorant.train;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * A sparse matrix X that grows by rows (compressed sparse rows): the features of all that is
 * scored, a row for each example, token or configuration.
 *
 * <p>Its products are what a pass over the data is made of. They take a row at a time and v
 * vectors: θ is feature-major, v numbers a feature, and scores are v numbers a row. Four vectors go
 * together, so that an entry is read once for all four and their sums stay in registers; those that
 * are left go one by one. A loop over v within that over the entries takes twice the time, be v 1
 * or 4.
 *
 * <p>Hot: nothing is allocated but to grow.
 */
final class SparseMatrix {
  final int columns;
  int[] starts = new int[1024]; // row r is [starts[r], starts[r + 1])
  int[] indices = new int[1 << 16];
  double[] values = new double[1 << 16];
  private int rows;

  SparseMatrix(final int columns) {
    this.columns = columns;
  }

  /** Number of rows. */
  int rows() {
    return rows;
  }

  /**
   * Adds a row.
   *
   * @param columns of its entries; one may come again
   * @param entries what stands there
   * @param from first of both that counts
   * @param to end of them
   */
  void append(final int[] columns, final double[] entries, final int from, final int to) {
    if (rows + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    final int start = starts[rows];
    final int end = start + to - from;
    if (end > indices.length) {
      indices = Arrays.copyOf(indices, Math.max(end, 2 * indices.length));
      values = Arrays.copyOf(values, indices.length);
    }
    System.arraycopy(columns, from, indices, start, to - from);
    System.arraycopy(entries, from, values, start, to - from);
    starts[++rows] = end;
  }

  /**
   * xᵀθ of a row x, of each vector.
   *
   * @param theta columns × v, or more
   * @param v number of vectors
   * @param out written from {@code at} on, v
   */
  void times(final int row, final double[] theta, final int v, final double[] out, final int at) {
    int c = 0;
    for (; c + 4 <= v; c += 4) {
      timesFour(row, theta, v, c, out, at + c);
    }
    for (; c < v; c++) {
      out[at + c] = timesOne(row, theta, v, c);
    }
  }

  private double timesOne(final int row, final double[] theta, final int v, final int c) {
    double sum = 0;
    for (int j = starts[row]; j < starts[row + 1]; j++) {
      sum += values[j] * theta[indices[j] * v + c];
    }
    return sum;
  }

  private void timesFour(
      final int row,
      final double[] theta,
      final int v,
      final int c,
      final double[] out,
      final int at) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int j = starts[row]; j < starts[row + 1]; j++) {
      final int first = indices[j] * v + c;
      final double x = values[j];
      s0 += x * theta[first];
      s1 += x * theta[first + 1];
      s2 += x * theta[first + 2];
      s3 += x * theta[first + 3];
    }
    out[at] = s0;
    out[at + 1] = s1;
    out[at + 2] = s2;
    out[at + 3] = s3;
  }

  /**
   * out ← out + scale · x r of a row x, of each vector: summed over rows, Xᵀ r.
   *
   * @param r read from {@code at} on, v
   * @param v number of vectors
   * @param out columns × v, or more
   */
  void addTransposeTimes(
      final int row,
      final double scale,
      final double[] r,
      final int at,
      final int v,
      final double[] out) {
    int c = 0;
    for (; c + 4 <= v; c += 4) {
      addFour(row, scale, r, at + c, v, c, out);
    }
    for (; c < v; c++) {
      addOne(row, scale, r[at + c], v, c, out);
    }
  }

  private void addOne(
      final int row,
      final double scale,
      final double r,
      final int v,
      final int c,
      final double[] out) {
    for (int j = starts[row]; j < starts[row + 1]; j++) {
      out[indices[j] * v + c] += scale * values[j] * r;
    }
  }

  private void addFour(
      final int row,
      final double scale,
      final double[] r,
      final int at,
      final int v,
      final int c,
      final double[] out) {
    final double r0 = r[at];
    final double r1 = r[at + 1];
    final double r2 = r[at + 2];
    final double r3 = r[at + 3];
    for (int j = starts[row]; j < starts[row + 1]; j++) {
      final int first = indices[j] * v + c;
      final double x = scale * values[j];
      out[first] += x * r0;
      out[first + 1] += x * r1;
      out[first + 2] += x * r2;
      out[first + 3] += x * r3;
    }
  }

  /** The same with the square of each entry of x. */
  void addSquares(
      final int row,
      final double scale,
      final double[] r,
      final int at,
      final int v,
      final double[] out) {
    for (int j = starts[row]; j < starts[row + 1]; j++) {
      final double square = scale * values[j] * values[j];
      for (int c = 0; c < v; c++) {
        out[indices[j] * v + c] += square * r[at + c];
      }
    }
  }

  /** Gives the columns of the rows from one on other numbers. */
  void renumber(final int from, final IntUnaryOperator number) {
    for (int j = starts[from]; j < starts[rows]; j++) {
      indices[j] = number.applyAsInt(indices[j]);
    }
  }

  /** Root mean square of each column over the entries that are not 0; 0 where there is none. */
  float[] rootMeanSquares() {
    final double[] square = new double[columns];
    final int[] count = new int[columns];
    for (int at = 0; at < starts[rows]; at++) {
      square[indices[at]] += values[at] * values[at];
      count[indices[at]] += values[at] != 0 ? 1 : 0;
    }
    final float[] rms = new float[columns];
    for (int i = 0; i < columns; i++) {
      rms[i] = count[i] > 0 ? (float) Math.sqrt(square[i] / count[i]) : 0;
    }
    return rms;
  }
}
