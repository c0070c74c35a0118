package org.majorant.features;

import java.util.Arrays;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SequenceBuffer;

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

  /**
   * Takes a decoded sequence, with a row for each token.
   *
   * @throws RejectedExample where a token does not fit the model, or the labels do not fit each
   *     other; this is undefined then
   */
  public void fill(final SequenceBuffer in, final FeatureSpace space) throws RejectedExample {
    clear(space.weight(in));
    for (int t = 0; t < in.length; t++) {
      space.map(in, in.starts[t], in.starts[t + 1], in.named[t], row);
      append(space.labels().of(in, in.labelOffsets[t], in.labelLengths[t]));
    }
    space.order().require(labels, length);
  }

  /** Appends {@link #row} as a token. */
  private void append(final int label) {
    if (length == labels.length) {
      labels = Arrays.copyOf(labels, 2 * length);
    }
    labels[length] = label;
    observed += label == SparsePoint.UNLABELED ? 0 : 1;
    appendRow();
  }
}
