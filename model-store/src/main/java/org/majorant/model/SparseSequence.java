package org.majorant.model;

import java.util.Arrays;

/**
 * A sequence in the index space of a model: the features of its tokens one behind the other, each
 * token's as those of a {@link SparseExample}. Reused from sequence to sequence.
 */
public final class SparseSequence implements Example {
  /** Number of tokens, T. */
  public int length;

  /** Position of each token's first feature, and after all; T + 1 of them. */
  public int[] starts = new int[64];

  public int[] indices = new int[1024];

  /** Finite. */
  public double[] values = new double[1024];

  /** Positions of the labels in the spec, {@link SparseExample#UNLABELED} where not observed; T. */
  public int[] labels = new int[64];

  /** How many labels were observed. */
  public int observed;

  /** The sequence's likelihood counts this many times. */
  public double weight;

  /** The token that {@link #append} takes. */
  final SparseExample token = new SparseExample();

  @Override
  public boolean isLabeled() {
    return observed > 0;
  }

  /** Forgets all tokens. */
  void clear(final double weight) {
    this.weight = weight;
    length = 0;
    observed = 0;
  }

  /** Appends {@link #token}. */
  void append(final int label) {
    final int from = starts[length];
    final int end = from + token.size;
    if (length + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
      labels = Arrays.copyOf(labels, 2 * labels.length);
    }
    if (end > indices.length) {
      indices = Arrays.copyOf(indices, 2 * end);
      values = Arrays.copyOf(values, 2 * end);
    }
    System.arraycopy(token.indices, 0, indices, from, token.size);
    System.arraycopy(token.values, 0, values, from, token.size);
    labels[length++] = label;
    starts[length] = end;
    observed += label == SparseExample.UNLABELED ? 0 : 1;
  }
}
