package org.majorant.clique;

/**
 * The labelling of the largest log-potential (MAP) on a clique tree, by the upward pass of {@link
 * SumProduct} with max for the sum, and back-pointers. Of equal labellings it finds one, of a
 * single clique's the first.
 */
final class MaxProduct {
  private double[] scores = {};
  private int[] best = {};

  /**
   * Finds the best labelling.
   *
   * @param logPotentials a table, finite or −∞; may be longer
   * @param labels a label a variable, overwritten
   * @return its log-potential; −∞ where every labelling is forbidden, and labels mean nothing
   */
  double map(final CliqueTree tree, final double[] logPotentials, final int[] labels) {
    if (scores.length < tree.configurations()) {
      scores = new double[2 * tree.configurations()];
    }
    if (best.length < tree.separatorStates()) {
      best = new int[2 * tree.separatorStates()];
    }
    System.arraycopy(logPotentials, 0, scores, 0, tree.configurations());
    double total = 0;
    for (int c = 0; c < tree.size(); c++) {
      final Clique clique = tree.clique(c);
      for (int u = 0; u < clique.separatorSize(); u++) {
        final int w = argmax(clique, tree.start(c), u);
        best[tree.separatorStart(c) + u] = w;
        final double max = scores[tree.start(c) + w];
        if (clique.parent() < 0) {
          total += max;
        } else {
          send(clique, u, max, tree.start(clique.parent()));
        }
      }
    }
    for (int c = tree.size() - 1; c >= 0; c--) {
      decode(tree, c, labels);
    }
    return total;
  }

  private int argmax(final Clique clique, final int start, final int u) {
    final int group = clique.groupSize();
    int most = clique.members()[u * group];
    for (int i = u * group + 1; i < (u + 1) * group; i++) {
      final int w = clique.members()[i];
      if (scores[start + w] > scores[start + most]) {
        most = w;
      }
    }
    return most;
  }

  private void send(final Clique clique, final int u, final double max, final int above) {
    final int group = clique.parentGroupSize();
    for (int i = u * group; i < (u + 1) * group; i++) {
      scores[above + clique.parentMembers()[i]] += max;
    }
  }

  /** Reads off the clique's labels, given those of its separator. */
  private void decode(final CliqueTree tree, final int c, final int[] labels) {
    final Clique clique = tree.clique(c);
    int u = 0;
    for (final int v : clique.separator()) {
      u = u * tree.cardinality(v) + labels[v];
    }
    int w = best[tree.separatorStart(c) + u];
    for (int k = clique.variables().length - 1; k >= 0; k--) {
      final int v = clique.variables()[k];
      labels[v] = w % tree.cardinality(v);
      w /= tree.cardinality(v);
    }
  }
}
