package org.majorant.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Two frames of a film, and which landmark of one is which of the other. A candidate edge has as
 * features how far the descriptions of its two landmarks are from each other, number by number:
 *
 * <pre>
 *   φ_ij = −(c_i − c'_j)² / n      c: such as the counts of a shape context, n landmarks
 * </pre>
 */
public final class MatchedFrames {
  private MatchedFrames() {}

  /**
   * Edges row by row: of landmark i of the one with each j of the other.
   *
   * @param one what describes landmarks, a row each
   * @param other of the same landmarks in the same order, which are shuffled
   */
  public static KnownMatching of(final double[][] one, final double[][] other, final long seed) {
    final int n = one.length;
    final List<Integer> order = new ArrayList<>(IntStream.range(0, n).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    final double[][] features = new double[n * n][];
    final boolean[] chosen = new boolean[n * n];
    for (int j = 0; j < n; j++) {
      chosen[order.get(j) * n + j] = true;
      for (int i = 0; i < n; i++) {
        features[i * n + j] = distances(one[i], other[order.get(j)], n);
      }
    }
    return new KnownMatching(KnownMatching.square(n), features, chosen);
  }

  private static double[] distances(final double[] one, final double[] other, final int n) {
    return IntStream.range(0, one.length)
        .mapToDouble(b -> -(one[b] - other[b]) * (one[b] - other[b]) / n)
        .toArray();
  }
}
