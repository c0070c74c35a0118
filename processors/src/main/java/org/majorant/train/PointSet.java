package org.majorant.train;

import java.util.Arrays;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;

/** Points, a row each. */
public final class PointSet extends TrainingSet {
  private final Dimensions dimensions;
  boolean partial; // whether any label is only partly observed
  int[] labels = new int[1024];
  double[] weights = new double[1024];
  double[][] logPriors = new double[1024][];
  boolean[][] admissible = new boolean[1024][]; // null where the label is one

  /**
   * @param dimensions those of the model that the set is for
   */
  public PointSet(final Dimensions dimensions) {
    super(dimensions.features());
    this.dimensions = dimensions;
  }

  @Override
  void append(final Example example) {
    final SparsePoint x = (SparsePoint) example;
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

  @Override
  public double weight() {
    return Arrays.stream(weights, 0, size).sum();
  }

  @Override
  public Loss loss() {
    return new PointLoss(this, dimensions.labels(), dimensions.states(), dimensions.vectors());
  }
}
