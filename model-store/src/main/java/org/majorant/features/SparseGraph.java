package org.majorant.features;

import org.majorant.clique.FactorGraph;

/**
 * A graph in the index space of a model. It has a row for each configuration of each factor, factor
 * after factor. A choice is a graph, too: of one variable and one factor, with a row for each
 * alternative.
 */
public final class SparseGraph extends SparseRows {
  /** Its structure. */
  public FactorGraph graph;

  /** A state a variable, {@link SparsePoint#UNLABELED} where not observed; may be longer. */
  public int[] states = new int[64];

  /** How many states were observed. */
  public int observed;

  /** log h, one a row, −∞ where it cannot be; or null for zeros. */
  public double[] logPrior;

  @Override
  public boolean isLabeled() {
    return observed > 0;
  }

  /** Takes the structure and what was observed. */
  void open(final double weight, final FactorGraph structure, final int[] given) {
    clear(weight);
    graph = structure;
    logPrior = null;
    observed = 0;
    final int variables = structure.variables();
    if (states.length < variables) {
      states = new int[2 * variables];
    }
    System.arraycopy(given, 0, states, 0, variables);
    for (int v = 0; v < variables; v++) {
      observed += states[v] == SparsePoint.UNLABELED ? 0 : 1;
    }
  }

  /**
   * Scores of the configurations.
   *
   * @param theta weights, one a feature
   * @param out length n or longer, written: θᵀx + log h
   */
  public void score(final double[] theta, final double[] out) {
    for (int w = 0; w < length; w++) {
      double score = logPrior == null ? 0 : logPrior[w];
      for (int j = starts[w]; j < starts[w + 1]; j++) {
        score += values[j] * theta[indices[j]];
      }
      out[w] = score;
    }
  }
}
