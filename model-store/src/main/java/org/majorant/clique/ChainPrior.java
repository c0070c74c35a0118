package org.majorant.clique;

/**
 * log h of a chain's labellings, the part of their scores that has no weights:
 *
 * <pre>    log h(y) = a(y_1) + Σ_t b(y_{t−1}, y_t)</pre>
 *
 * <p>a and b may be −∞, of what cannot be. So they are kept apart from the scores that are learned:
 * these stay finite, as do directions and gradients, and no product 0 · −∞ can come up outside of
 * the passes over the chain. Immutable.
 *
 * @param first a, M, finite or −∞
 * @param transitions b, M×M, row: the label before; likewise
 */
public record ChainPrior(double[] first, double[] transitions) {
  /** Of M labels, all of whose labellings are alike: zeros. */
  public static ChainPrior uniform(final int labels) {
    return new ChainPrior(new double[labels], new double[labels * labels]);
  }

  /** M. */
  public int labels() {
    return first.length;
  }

  /** a of a label. */
  public double first(final int label) {
    return first[label];
  }

  /** b of a label after another. */
  public double transition(final int before, final int label) {
    return transitions[before * first.length + label];
  }

  /**
   * Which labels may come after some.
   *
   * @param before flags, M; null: at the beginning of the chain
   * @param out flags, M, overwritten
   */
  public void follow(final boolean[] before, final boolean[] out) {
    for (int u = 0; u < first.length; u++) {
      out[u] = before == null && first[u] > Double.NEGATIVE_INFINITY;
    }
    for (int v = 0; before != null && v < first.length; v++) {
      for (int u = 0; before[v] && u < first.length; u++) {
        out[u] |= transition(v, u) > Double.NEGATIVE_INFINITY;
      }
    }
  }

  /** The scores of transitions with b added. */
  void add(final double[] scores, final double[] out) {
    for (int at = 0; at < transitions.length; at++) {
      out[at] = scores[at] + transitions[at];
    }
  }

  /** The scores of the first node with a added. */
  void addFirst(final double[] nodes, final double[] out) {
    for (int u = 0; u < first.length; u++) {
      out[u] = nodes[u] + first[u];
    }
  }
}
