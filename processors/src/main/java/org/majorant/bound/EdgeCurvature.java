package org.majorant.bound;

import org.majorant.clique.Chain;

/**
 * The curvature that the edge (t − 1, t) of a chain contributes to {@link ChainCurvature}, along a
 * direction that changes the score of all that ends in the labels v, u by h(v) + e(v,u); and that
 * of the last node. Vectors h and mean are rows of T×M arrays, given by the index of their first
 * entry; e is M×M, its row the label before.
 */
sealed interface EdgeCurvature permits HessianEdges, TiedEdges {
  /** Takes the curvature at the scores of the chain, after both of its passes. */
  void expand(Chain chain);

  /**
   * The curvature of edge t along a direction.
   *
   * @param b B_t, M×M, row: the label before
   * @param h at from, M
   * @param mean at from + M: Σ_v B_t(v,u) (h(v) + e(v,u)), M
   */
  double along(int t, double[] b, double[] h, int from, double[] mean, double[] e);

  /**
   * The curvature of edge t times a direction, added to its two parts.
   *
   * @param b B_t, M×M, row: the label before
   * @param outH at from, M
   * @param outE M×M
   */
  void addTimes(
      int t,
      double[] b,
      double[] h,
      int from,
      double[] mean,
      double[] e,
      double[] outH,
      double[] outE);

  /** The curvature of the last node along a direction h at from. */
  double lastAlong(double[] h, int from);

  /** The curvature of the last node times a direction, written to out at from. */
  void lastTimes(double[] h, int from, double[] out);
}
