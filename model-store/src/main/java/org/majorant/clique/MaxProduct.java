package org.majorant.clique;

/**
 * The labelling of the largest log-potential (MAP) on a clique tree, by the upward pass of {@link
 * SumProduct} with max for the sum, and back-pointers. Of equal labellings it finds one. The arrays
 * are allocated once and reused.
 */
public final class MaxProduct {
  private final CliqueTree tree;
  private final double[][] scores;
  private final int[][] best;

  /** Allocates the tables for a tree. */
  public MaxProduct(final CliqueTree tree) {
    this.tree = tree;
    this.scores = tree.tables();
    this.best = new int[tree.size()][];
    for (int c = 0; c < tree.size(); c++) {
      best[c] = new int[tree.clique(c).separatorSize()];
    }
  }

  /**
   * Finds the best labelling.
   *
   * @param logPotentials a table a clique, finite or −∞
   * @param labels a label a variable, overwritten
   * @return its log-potential; −∞ where every labelling is forbidden, and labels mean nothing
   */
  public double map(final double[][] logPotentials, final int[] labels) {
    for (int c = 0; c < tree.size(); c++) {
      System.arraycopy(logPotentials[c], 0, scores[c], 0, scores[c].length);
    }
    double total = 0;
    for (int c = 0; c < tree.size(); c++) {
      final Clique clique = tree.clique(c);
      for (int u = 0; u < best[c].length; u++) {
        best[c][u] = argmax(clique, scores[c], u);
        final double max = scores[c][best[c][u]];
        if (clique.parent() < 0) {
          total += max;
        } else {
          send(clique, u, max, scores[clique.parent()]);
        }
      }
    }
    for (int c = tree.size() - 1; c >= 0; c--) {
      decode(tree.clique(c), best[c], labels);
    }
    return total;
  }

  private static int argmax(final Clique clique, final double[] scores, final int u) {
    final int group = clique.groupSize();
    int best = clique.members()[u * group];
    for (int i = u * group + 1; i < (u + 1) * group; i++) {
      final int w = clique.members()[i];
      if (scores[w] > scores[best]) {
        best = w;
      }
    }
    return best;
  }

  private static void send(
      final Clique clique, final int u, final double max, final double[] scores) {
    final int group = clique.parentGroupSize();
    for (int i = u * group; i < (u + 1) * group; i++) {
      scores[clique.parentMembers()[i]] += max;
    }
  }

  /** Reads off the clique's labels, given those of its separator. */
  private void decode(final Clique clique, final int[] best, final int[] labels) {
    int u = 0;
    for (final int v : clique.separator()) {
      u = u * tree.cardinality(v) + labels[v];
    }
    int w = best[u];
    for (int k = clique.variables().length - 1; k >= 0; k--) {
      final int v = clique.variables()[k];
      labels[v] = w % tree.cardinality(v);
      w /= tree.cardinality(v);
    }
  }
}
