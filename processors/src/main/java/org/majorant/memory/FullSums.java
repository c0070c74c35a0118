package org.majorant.memory;

import java.util.Arrays;
import java.util.stream.Stream;
import org.majorant.features.SparsePoint;

/** (A, b) of one memory: the upper triangle of a matrix d×d, and d numbers, a vector. */
final class FullSums {
  final double[][] b;
  private final UpdatedMatrix[] a;
  private final int first; // of its vectors among those of a site

  /**
   * @param number of the memory, from 0
   */
  FullSums(final int number, final int vectors, final int features) {
    first = number * vectors;
    a =
        Stream.generate(() -> UpdatedMatrix.upperTriangle(features))
            .limit(vectors)
            .toArray(UpdatedMatrix[]::new);
    b = new double[vectors][features];
  }

  /** A of a vector: row i is valid from i on. It may be written to. */
  double[][] curvature(final int c) {
    return a[c].rows();
  }

  /** A ← A + da xxᵀ and b ← b + db x, of a vector. */
  void learn(final int c, final SparsePoint x, final double da, final double db) {
    a[c].add(da, x);
    for (int j = 0; j < x.size; j++) {
      b[c][x.indices[j]] += db * x.values[j];
    }
  }

  /** A ← A + f A_site and b ← b + f b_site. */
  void add(final Site site, final double factor) {
    for (int c = 0; c < b.length; c++) {
      final double[][] rows = curvature(c);
      int at = site.diagonal(0, first + c);
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        b[c][row] += factor * site.linear[i * site.vectors + first + c];
        for (int j = i; j < site.size; j++) {
          rows[row][site.features[j]] += factor * site.curvature[at++];
        }
      }
    }
  }

  /** Writes what it has at a site's features into it, times a factor. */
  void copyTo(final Site site, final double factor) {
    for (int c = 0; c < b.length; c++) {
      final double[][] rows = curvature(c);
      int at = site.diagonal(0, first + c);
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        site.linear[i * site.vectors + first + c] = factor * b[c][row];
        for (int j = i; j < site.size; j++) {
          site.curvature[at++] = factor * rows[row][site.features[j]];
        }
      }
    }
  }

  /** Takes all that another has at some features, where alone it has anything. */
  void take(final FullSums other, final int[] features) {
    for (int c = 0; c < b.length; c++) {
      final double[][] rows = curvature(c);
      final double[][] taken = other.curvature(c);
      for (int i = 0; i < features.length; i++) {
        final int row = features[i];
        b[c][row] += other.b[c][row];
        other.b[c][row] = 0;
        for (int j = i; j < features.length; j++) {
          rows[row][features[j]] += taken[row][features[j]];
          taken[row][features[j]] = 0;
        }
      }
    }
  }

  /** Has nothing any more. */
  void clear() {
    for (int c = 0; c < b.length; c++) {
      for (final double[] row : a[c].rowsAnew()) {
        Arrays.fill(row, 0);
      }
      Arrays.fill(b[c], 0);
    }
  }

  void scale(final double factor) {
    for (int c = 0; c < b.length; c++) {
      a[c].scale(factor);
      Site.scale(b[c], factor);
    }
  }
}
