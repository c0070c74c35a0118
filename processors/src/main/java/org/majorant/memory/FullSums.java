package org.majorant.memory;

/** (A, b) of one memory: an upper triangle d×d, row-major, and d numbers, a vector. */
final class FullSums {
  final double[][] a;
  final double[][] b;
  private final int d;
  private final int first; // of its vectors among those of a site

  /**
   * @param number of the memory, from 0
   */
  FullSums(final int number, final int vectors, final int features) {
    d = features;
    first = number * vectors;
    a = new double[vectors][Math.multiplyExact(d, d)];
    b = new double[vectors][d];
  }

  /** A ← A + f A_site and b ← b + f b_site. */
  void add(final Site site, final double factor) {
    for (int c = 0; c < b.length; c++) {
      int at = site.diagonal(0, first + c);
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        b[c][row] += factor * site.linear[i * site.vectors + first + c];
        for (int j = i; j < site.size; j++) {
          a[c][row * d + site.features[j]] += factor * site.curvature[at++];
        }
      }
    }
  }

  /** Writes what it has at a site's features into it, times a factor. */
  void copyTo(final Site site, final double factor) {
    for (int c = 0; c < b.length; c++) {
      int at = site.diagonal(0, first + c);
      for (int i = 0; i < site.size; i++) {
        final int row = site.features[i];
        site.linear[i * site.vectors + first + c] = factor * b[c][row];
        for (int j = i; j < site.size; j++) {
          site.curvature[at++] = factor * a[c][row * d + site.features[j]];
        }
      }
    }
  }

  /** Has nothing any more, where it had nothing but at some features. */
  void clear(final int[] features) {
    for (int c = 0; c < b.length; c++) {
      for (int i = 0; i < features.length; i++) {
        b[c][features[i]] = 0;
        for (int j = i; j < features.length; j++) {
          a[c][features[i] * d + features[j]] = 0;
        }
      }
    }
  }

  void set(final FullSums other) {
    for (int c = 0; c < b.length; c++) {
      System.arraycopy(other.a[c], 0, a[c], 0, a[c].length);
      System.arraycopy(other.b[c], 0, b[c], 0, d);
    }
  }

  void scale(final double factor) {
    for (int c = 0; c < b.length; c++) {
      Site.scale(a[c], factor);
      Site.scale(b[c], factor);
    }
  }
}
