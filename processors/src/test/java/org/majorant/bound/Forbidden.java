package org.majorant.bound;

import java.util.SplittableRandom;
import org.majorant.clique.ChainPrior;

/** Priors of chains in which some labels cannot begin, and some cannot follow others. */
final class Forbidden {
  private Forbidden() {}

  /** A third of all; label 0 may be anywhere, so that some labelling always has mass. */
  static ChainPrior some(final SplittableRandom random, final int labels) {
    final double[] first = new double[labels];
    final double[] transitions = new double[labels * labels];
    for (int u = 1; u < labels; u++) {
      first[u] = log(random);
      for (int v = 0; v < labels; v++) {
        transitions[v * labels + u] = log(random);
      }
    }
    return new ChainPrior(first, transitions);
  }

  private static double log(final SplittableRandom random) {
    return random.nextInt(3) == 0 ? Double.NEGATIVE_INFINITY : 0;
  }
}
