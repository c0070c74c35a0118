package org.majorant.train;

import java.util.Arrays;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;

/** Labeled sequences in memory: sparse rows, a token each, one after another. */
public final class SequenceSet {
  int size;
  int[] starts = new int[1024]; // sequence i has the tokens [starts[i], starts[i + 1])
  double[] weights = new double[1024];
  int[] ends = new int[1 << 14]; // token t has the features [ends[t], ends[t + 1])
  int[] labels = new int[1 << 14]; // negative where not observed
  int[] indices = new int[1 << 16];
  double[] values = new double[1 << 16];
  int longest;
  boolean whole = true; // whether all labels are observed

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
    if (tokens + x.length >= ends.length) {
      ends = Arrays.copyOf(ends, Math.max(tokens + x.length + 1, 2 * ends.length));
      labels = Arrays.copyOf(labels, ends.length);
    }
    final int start = ends[tokens];
    final int count = x.starts[x.length];
    if (start + count > indices.length) {
      indices = Arrays.copyOf(indices, Math.max(start + count, 2 * indices.length));
      values = Arrays.copyOf(values, indices.length);
    }
    System.arraycopy(x.indices, 0, indices, start, count);
    System.arraycopy(x.values, 0, values, start, count);
    System.arraycopy(x.labels, 0, labels, tokens, x.length);
    for (int t = 1; t <= x.length; t++) {
      ends[tokens + t] = start + x.starts[t];
      whole &= x.labels[t - 1] != SparsePoint.UNLABELED;
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
