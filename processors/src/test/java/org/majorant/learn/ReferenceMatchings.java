package org.majorant.learn;

import org.majorant.features.SparseMatching;
import org.majorant.schema.Matching;

/**
 * A stream of matchings that needs no generator of random numbers, so that a program in another
 * language can learn it, too.
 */
public final class ReferenceMatchings {
  private ReferenceMatchings() {}

  /** The example of a time; all pairs of five nodes with five others. */
  public static SparseMatching get(final int t) {
    final int n = 5;
    final double[] theta = {2, -1, 1, .5};
    final float[][] features = new float[n * n][4];
    final double[] scores = new double[n * n];
    for (int e = 0; e < n * n; e++) {
      final int i = e / n;
      final int j = e % n;
      scores[e] = -Math.log(-Math.log(hash(3.17 * t + 17.31 * i + 29.77 * j + 2)));
      for (int k = 0; k < 4; k++) {
        features[e][k] = (float) feature(t, i, j, k);
        scores[e] += theta[k] * feature(t, i, j, k);
      }
    }
    final Matching matching = RandomMatchings.square(n, features, scores);
    return RandomMatchings.map(matching, 1);
  }

  static double feature(final int t, final int i, final int j, final int k) {
    return 2 * hash(12.9898 * t + 78.233 * i + 37.719 * j + 4.581 * k + 1) - 1;
  }

  private static double hash(final double a) {
    final double h = 43758.5453 * Math.sin(a);
    return h - Math.floor(h);
  }
}
