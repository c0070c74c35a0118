package org.majorant.features;

import java.util.Arrays;

/** A sequence in the index space of a model, with a row for each token. */
public final class SparseSequence extends SparseRows {
  /** Positions of the labels in the spec, {@link SparsePoint#UNLABELED} where not observed; T. */
  public int[] labels = new int[64];

  /** How many labels were observed. */
  public int observed;

  @Override
  public boolean isLabeled() {
    return observed > 0;
  }

  @Override
  void clear(final double weight) {
    super.clear(weight);
    observed = 0;
  }

  /** Appends {@link #row} as a token. */
  void append(final int label) {
    if (length == labels.length) {
      labels = Arrays.copyOf(labels, 2 * length);
    }
    labels[length] = label;
    observed += label == SparsePoint.UNLABELED ? 0 : 1;
    appendRow();
  }
}
