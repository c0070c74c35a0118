package org.majorant.matching;

import java.util.Arrays;

/**
 * log Z over all matchings of a graph of at most 20 nodes, or the score of the best one: the first
 * node that is still free takes each of its edges in turn. What is left depends on the free nodes
 * alone, so that each set of them is looked at once.
 */
final class ExactMatchings {
  private final MatchingGraph graph;
  private final double[] scores;
  private final boolean best;
  private final double[] known;

  private ExactMatchings(final MatchingGraph graph, final double[] scores, final boolean best) {
    this.graph = graph;
    this.scores = scores;
    this.best = best;
    this.known = new double[1 << graph.nodes()];
    Arrays.fill(known, Double.NaN);
    known[0] = 0;
  }

  /** −∞ where there is none. */
  static double logPartition(final MatchingGraph graph, final double[] scores) {
    final ExactMatchings all = new ExactMatchings(graph, scores, false);
    return all.sum(all.known.length - 1);
  }

  /** −∞ where there is none. */
  static double best(final MatchingGraph graph, final double[] scores) {
    final ExactMatchings all = new ExactMatchings(graph, scores, true);
    return all.sum(all.known.length - 1);
  }

  private double sum(final int free) {
    if (Double.isNaN(known[free])) {
      final int v = Integer.numberOfTrailingZeros(free);
      double sum = Double.NEGATIVE_INFINITY;
      for (int e = 0; e < graph.edges(); e++) {
        final int pair = 1 << graph.first(e) | 1 << graph.second(e);
        if ((pair >> v & 1) == 1 && (pair & free) == pair) {
          sum = add(sum, scores[e] + sum(free & ~pair));
        }
      }
      known[free] = sum;
    }
    return known[free];
  }

  private double add(final double a, final double b) {
    final double max = Math.max(a, b);
    return best || max == Double.NEGATIVE_INFINITY
        ? max
        : max + Math.log(Math.exp(a - max) + Math.exp(b - max));
  }
}
