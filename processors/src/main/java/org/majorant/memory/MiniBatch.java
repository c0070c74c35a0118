package org.majorant.memory;

import java.util.Arrays;
import org.majorant.features.SparsePoint;

/** The examples of a mini-batch whose rows √c x wait to be folded: sparse, with a √c a vector. */
final class MiniBatch {
  private final int capacity;
  private final double[][] scales;
  private final int[] ends;
  private int size;
  private int[] indices = new int[256];
  private double[] values = new double[256];

  MiniBatch(final int capacity, final int vectors) {
    this.capacity = capacity;
    scales = new double[vectors][capacity];
    ends = new int[capacity + 1];
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean full() {
    return size == capacity;
  }

  /** How many more it takes. */
  int room() {
    return capacity - size;
  }

  /** √c of the example that is added next. */
  void scale(final int vector, final double root) {
    scales[vector][size] = root;
  }

  void add(final SparsePoint x) {
    add(x.indices, x.values, x.size);
  }

  /**
   * Adds a row.
   *
   * @param features ascending; the first count
   */
  void add(final int[] features, final double[] row, final int count) {
    final int start = ends[size];
    final int end = start + count;
    if (indices.length < end) {
      indices = Arrays.copyOf(indices, 2 * end);
      values = Arrays.copyOf(values, 2 * end);
    }
    System.arraycopy(features, 0, indices, start, count);
    System.arraycopy(row, 0, values, start, count);
    ends[++size] = end;
  }

  /** All rows times a factor. */
  void rescale(final double factor) {
    for (final double[] scale : scales) {
      for (int row = 0; row < size; row++) {
        scale[row] *= factor;
      }
    }
  }

  void clear() {
    size = 0;
  }

  /**
   * Writes the rows of one vector below the first rows of a dense matrix.
   *
   * @param columns feature of each of the m columns, ascending
   * @param out (first + size)×m, row-major, zero where written
   */
  void rows(final int vector, final int[] columns, final double[] out, final int first) {
    final int m = columns.length;
    for (int row = 0; row < size; row++) {
      final int o = (first + row) * m;
      int column = 0;
      for (int at = ends[row]; at < ends[row + 1]; at++) {
        while (columns[column] != indices[at]) { // both ascend, and every feature has a column
          column++;
        }
        out[o + column] = scales[vector][row] * values[at];
      }
    }
  }
}
