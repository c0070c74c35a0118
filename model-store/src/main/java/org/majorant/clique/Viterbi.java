package org.majorant.clique;

/**
 * The best labelling of a chain of order 1 (MAP), in O(T M²): what {@link MaxProduct} does on a
 * {@link CliqueTree} of pairs, with the scores that {@link Chain} sums over,
 *
 * <pre>   δ_t(u) = s_t(u) + max_v (δ_{t−1}(v) + τ(v,u))</pre>
 */
public final class Viterbi {
  private final ChainPrior prior;
  private final int labels;
  private final double[] transitions; // with the prior
  private int[] pointers = {}; // by token and label, the best label before
  private double[] before; // δ of the token before
  private double[] now;

  /**
   * @param prior of the labellings of at least one label
   */
  public Viterbi(final ChainPrior prior) {
    this.prior = prior;
    labels = prior.labels();
    transitions = new double[labels * labels];
    before = new double[labels];
    now = new double[labels];
  }

  /**
   * The best labelling and its score.
   *
   * @param nodes T×M, as for {@link Chain#collect}
   * @param length T, at least 1
   * @param scores of the transitions, M×M, row: the label before
   * @param path length T or more, overwritten
   * @return its score; −∞ where every labelling is forbidden, and the path means nothing
   */
  public double best(
      final double[] nodes, final int length, final double[] scores, final int[] path) {
    final int m = labels;
    prior.add(scores, transitions);
    if (pointers.length < length * m) {
      pointers = new int[length * m];
    }
    prior.addFirst(nodes, now);
    for (int t = 1; t < length; t++) {
      final double[] swap = before;
      before = now;
      now = swap;
      for (int u = 0; u < m; u++) {
        int best = 0;
        for (int v = 1; v < m; v++) {
          if (before[v] + transitions[v * m + u] > before[best] + transitions[best * m + u]) {
            best = v;
          }
        }
        pointers[t * m + u] = best;
        now[u] = nodes[t * m + u] + before[best] + transitions[best * m + u];
      }
    }
    int label = 0;
    for (int u = 1; u < m; u++) {
      label = now[u] > now[label] ? u : label;
    }
    final double score = now[label];
    for (int t = length - 1; t >= 0; t--) {
      path[t] = label;
      label = pointers[t * m + label];
    }
    return score;
  }
}
