package org.majorant.train;

import java.util.Arrays;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;

/** Labeled sequences in memory. */
public final class SequenceSet {
  final SparseMatrix rows; // a token each
  int size;
  int[] starts = new int[1024]; // sequence i has the tokens [starts[i], starts[i + 1])
  double[] weights = new double[1024];
  int[] labels = new int[1 << 14]; // by token; negative where not observed
  int longest;
  boolean whole = true; // whether all labels are observed

  /**
   * @param features size of the index space of the tokens' features
   */
  public SequenceSet(final int features) {
    rows = new SparseMatrix(features);
  }

  /** Adds a copy of a sequence; one without any label teaches nothing and is left out. */
  public void add(final SparseSequence x) {
    if (!x.isLabeled()) {
      return;
    }
    if (size + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
      weights = Arrays.copyOf(weights, starts.length);
    }
    final int tokens = tokens();
    if (tokens + x.length > labels.length) {
      labels = Arrays.copyOf(labels, Math.max(tokens + x.length, 2 * labels.length));
    }
    System.arraycopy(x.labels, 0, labels, tokens, x.length);
    for (int t = 0; t < x.length; t++) {
      rows.append(x.indices, x.values, x.starts[t], x.starts[t + 1]);
      whole &= x.labels[t] != SparsePoint.UNLABELED;
    }
    longest = Math.max(longest, x.length);
    weights[size] = x.weight;
    starts[++size] = tokens + x.length;
  }

  /** Number of sequences. */
  public int size() {
    return size;
  }

  /** Number of tokens. */
  public int tokens() {
    return starts[size];
  }

  /** Sum over the labels observed of their sequences' weights. */
  public double weight() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      for (int t = starts[i]; t < starts[i + 1]; t++) {
        sum += labels[t] == SparsePoint.UNLABELED ? 0 : weights[i];
      }
    }
    return sum;
  }

  /** Least weight of a sequence that has any. */
  double leastWeight() {
    return Arrays.stream(weights, 0, size).filter(w -> w > 0).min().orElse(0);
  }
}
