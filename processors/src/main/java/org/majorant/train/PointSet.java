package org.majorant.train;

import java.util.Arrays;
import org.majorant.features.SparsePoint;

/** Labeled examples in memory, in the index space of a model: sparse rows, one after another. */
public final class PointSet {
  final int features;
  int size;
  boolean partial; // whether any label is only partly observed
  int[] ends = new int[1024]; // row i is [ends[i], ends[i + 1])
  int[] labels = new int[1024];
  double[] weights = new double[1024];
  double[][] logPriors = new double[1024][];
  boolean[][] admissible = new boolean[1024][]; // null where the label is one
  int[] indices = new int[1 << 16];
  double[] values = new double[1 << 16];

  /**
   * @param features size of the index space, with the intercept
   */
  public PointSet(final int features) {
    this.features = features;
  }

  /** Adds a copy of a labeled example; one without a label teaches nothing and is left out. */
  public void add(final SparsePoint x) {
    if (x.label == SparsePoint.UNLABELED) {
      return;
    }
    if (size + 1 == ends.length) {
      ends = Arrays.copyOf(ends, 2 * ends.length);
      labels = Arrays.copyOf(labels, ends.length);
      weights = Arrays.copyOf(weights, ends.length);
      logPriors = Arrays.copyOf(logPriors, ends.length);
      admissible = Arrays.copyOf(admissible, ends.length);
    }
    final int start = ends[size];
    final int end = start + x.size;
    if (end > indices.length) {
      indices = Arrays.copyOf(indices, Math.max(end, 2 * indices.length));
      values = Arrays.copyOf(values, indices.length);
    }
    System.arraycopy(x.indices, 0, indices, start, x.size);
    System.arraycopy(x.values, 0, values, start, x.size);
    labels[size] = x.label;
    admissible[size] = x.label == SparsePoint.PARTIAL ? x.admissible.clone() : null;
    partial |= admissible[size] != null;
    weights[size] = x.weight;
    logPriors[size] = x.logPrior == null ? null : x.logPrior.clone();
    ends[++size] = end;
  }

  /** Number of examples. */
  public int size() {
    return size;
  }

  /** Root mean square of each feature over the examples that have it; 0 where none has. */
  public float[] rms() {
    final double[] square = new double[features];
    final int[] count = new int[features];
    for (int at = 0; at < ends[size]; at++) {
      square[indices[at]] += values[at] * values[at];
      count[indices[at]] += values[at] != 0 ? 1 : 0;
    }
    final float[] rms = new float[features];
    for (int i = 0; i < features; i++) {
      rms[i] = count[i] > 0 ? (float) Math.sqrt(square[i] / count[i]) : 0;
    }
    return rms;
  }

  /** Sum of the examples' weights. */
  public double weight() {
    return Arrays.stream(weights, 0, size).sum();
  }
}
