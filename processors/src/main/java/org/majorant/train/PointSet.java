package org.majorant.train;

import java.util.Arrays;
import org.majorant.features.SparsePoint;

/** Labeled examples in memory, in the index space of a model. */
public final class PointSet {
  final SparseMatrix rows; // an example each
  int size;
  boolean partial; // whether any label is only partly observed
  int[] labels = new int[1024];
  double[] weights = new double[1024];
  double[][] logPriors = new double[1024][];
  boolean[][] admissible = new boolean[1024][]; // null where the label is one

  /**
   * @param features size of the index space, with the intercept
   */
  public PointSet(final int features) {
    rows = new SparseMatrix(features);
  }

  /** Adds a copy of a labeled example; one without a label teaches nothing and is left out. */
  public void add(final SparsePoint x) {
    if (x.label == SparsePoint.UNLABELED) {
      return;
    }
    if (size == labels.length) {
      labels = Arrays.copyOf(labels, 2 * size);
      weights = Arrays.copyOf(weights, 2 * size);
      logPriors = Arrays.copyOf(logPriors, 2 * size);
      admissible = Arrays.copyOf(admissible, 2 * size);
    }
    rows.append(x.indices, x.values, 0, x.size);
    labels[size] = x.label;
    admissible[size] = x.label == SparsePoint.PARTIAL ? x.admissible.clone() : null;
    partial |= admissible[size] != null;
    weights[size] = x.weight;
    logPriors[size] = x.logPrior == null ? null : x.logPrior.clone();
    size++;
  }

  /** Number of examples. */
  public int size() {
    return size;
  }

  /** Root mean square of each feature over the examples that have it; 0 where none has. */
  public float[] rms() {
    return rows.rootMeanSquares();
  }

  /** Sum of the examples' weights. */
  public double weight() {
    return Arrays.stream(weights, 0, size).sum();
  }
}
