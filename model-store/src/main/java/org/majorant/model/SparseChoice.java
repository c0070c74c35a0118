package org.majorant.model;

/** A choice in the index space of a model: a row an alternative. */
public final class SparseChoice extends SparseRows {
  /** Position of the chosen alternative, or {@link SparseExample#UNLABELED}. */
  public int chosen;

  /** log h, one an alternative, −∞ where it cannot be chosen; or null for zeros. */
  public double[] logPrior;

  @Override
  public boolean isLabeled() {
    return chosen != SparseExample.UNLABELED;
  }

  /**
   * Scores of the alternatives.
   *
   * @param theta weights, one a feature
   * @param out length n, written: θᵀx + log h
   */
  public void score(final double[] theta, final double[] out) {
    for (int a = 0; a < length; a++) {
      double score = logPrior == null ? 0 : logPrior[a];
      for (int j = starts[a]; j < starts[a + 1]; j++) {
        score += values[j] * theta[indices[j]];
      }
      out[a] = score;
    }
  }
}
