package org.majorant.clique;

/**
 * Which labels each variable may take: an observed label, any, or a set. Log-potentials clamped to
 * it forbid all else by −∞, so that the inference on them gives the clamped log-partition
 * (numerator of a partly observed likelihood), its marginals and the best completion.
 */
public final class Evidence {
  private final boolean[][] admissible;

  private Evidence(final boolean[][] admissible) {
    this.admissible = admissible;
  }

  /**
   * Observed labels.
   *
   * @param labels a label a variable; negative where it is not observed
   */
  public static Evidence observed(final CliqueTree tree, final int... labels) {
    final boolean[][] sets = new boolean[labels.length][];
    for (int v = 0; v < labels.length; v++) {
      if (labels[v] >= 0) {
        sets[v] = new boolean[tree.cardinality(v)];
        sets[v][labels[v]] = true;
      }
    }
    return new Evidence(sets);
  }

  /**
   * Sets of labels.
   *
   * @param admissible a row a variable, a flag a label; a null row admits every label
   */
  public static Evidence sets(final boolean[]... admissible) {
    return new Evidence(admissible.clone());
  }

  /** Whether a variable may take a label. */
  public boolean admits(final int variable, final int label) {
    return admissible[variable] == null || admissible[variable][label];
  }

  /**
   * Log-potentials with −∞ wherever a variable has a label that is not admitted.
   *
   * @param out tables like logPotentials, overwritten; may be the same
   */
  public void clamp(final CliqueTree tree, final double[][] logPotentials, final double[][] out) {
    for (int c = 0; c < tree.size(); c++) {
      System.arraycopy(logPotentials[c], 0, out[c], 0, out[c].length);
    }
    for (int v = 0; v < admissible.length; v++) {
      if (admissible[v] != null) {
        // One clique is enough: the others that hold the variable agree with it.
        final int home = tree.home(v);
        final int[] label = tree.homeLabels(v);
        for (int w = 0; w < label.length; w++) {
          if (!admissible[v][label[w]]) {
            out[home][w] = Double.NEGATIVE_INFINITY;
          }
        }
      }
    }
  }

  /**
   * Node scores of a {@link Chain} with −∞ for the labels that are not admitted.
   *
   * @param nodes T×M, with T the number of variables here
   * @param labels M
   * @param out T×M, overwritten; may be nodes
   */
  public void clamp(final double[] nodes, final int labels, final double[] out) {
    System.arraycopy(nodes, 0, out, 0, admissible.length * labels);
    for (int t = 0; t < admissible.length; t++) {
      for (int y = 0; y < labels; y++) {
        if (!admits(t, y)) {
          out[t * labels + y] = Double.NEGATIVE_INFINITY;
        }
      }
    }
  }
}
