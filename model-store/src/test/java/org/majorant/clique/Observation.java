package org.majorant.clique;

/**
 * Which labels each variable may take: an observed label, any, or a set. Log-potentials clamped to
 * it forbid all else by −∞, so that the inference on them gives the clamped log-partition
 * (numerator of a partly observed likelihood), its marginals and the best completion.
 */
public final class Observation {
  private final int[] labels; // one a variable, negative where not observed; or null
  private final boolean[][] admissible; // a set a variable, null for any; or null

  private Observation(final int[] labels, final boolean[][] admissible) {
    this.labels = labels;
    this.admissible = admissible;
  }

  /**
   * Observed labels.
   *
   * @param labels a label a variable; negative where it is not observed; may be longer; not copied
   */
  public static Observation observed(final int... labels) {
    return new Observation(labels, null);
  }

  /**
   * Sets of labels.
   *
   * @param admissible a row a variable, a flag a label; a null row admits every label
   */
  public static Observation sets(final boolean[]... admissible) {
    return new Observation(null, admissible.clone());
  }

  /** Whether a variable may take a label. */
  public boolean admits(final int variable, final int label) {
    return labels == null
        ? admissible[variable] == null || admissible[variable][label]
        : labels[variable] < 0 || labels[variable] == label;
  }

  /** Whether a variable may take any label. */
  private boolean admitsAll(final int variable) {
    return labels == null ? admissible[variable] == null : labels[variable] < 0;
  }

  /**
   * Puts −∞ wherever a variable has a label that is not admitted.
   *
   * @param logPotentials a table, changed
   */
  public void clamp(final CliqueTree tree, final double[] logPotentials) {
    for (int v = 0; v < tree.variables(); v++) {
      if (!admitsAll(v)) {
        // One clique is enough: the others that hold the variable agree with it.
        final int start = tree.start(tree.home(v));
        final int[] label = tree.homeLabels(v);
        for (int w = 0; w < label.length; w++) {
          if (!admits(v, label[w])) {
            logPotentials[start + w] = Double.NEGATIVE_INFINITY;
          }
        }
      }
    }
  }

  /**
   * Node scores of a {@link Chain} with −∞ for the labels that are not admitted.
   *
   * @param nodes T×M, changed
   * @param length T, the number of variables
   * @param m M
   */
  public void clamp(final double[] nodes, final int length, final int m) {
    for (int t = 0; t < length; t++) {
      for (int y = 0; y < m; y++) {
        if (!admits(t, y)) {
          nodes[t * m + y] = Double.NEGATIVE_INFINITY;
        }
      }
    }
  }
}
