package org.majorant.file.train;

import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.memory.PriorMean;
import org.majorant.schema.ModelSpec;
import org.majorant.train.Loss;
import org.majorant.train.PointLoss;
import org.majorant.train.PointSet;

/** Points; parameters are all weights. */
final class PointData implements TrainingData {
  private final Dimensions dimensions;
  private final PriorMean mean;
  private final PointSet data;

  PointData(final ModelSpec spec) {
    dimensions = Dimensions.of(spec);
    mean = PriorMean.of(spec);
    data = new PointSet(dimensions.features());
  }

  @Override
  public void add(final Example x) {
    data.add((SparsePoint) x);
  }

  @Override
  public int size() {
    return data.size();
  }

  @Override
  public double weight() {
    return data.weight();
  }

  @Override
  public Loss loss() {
    return new PointLoss(data, dimensions.labels(), dimensions.states(), dimensions.vectors());
  }

  /** 0; with hidden states, where the stream's prior has its mean. */
  @Override
  public double[] start() {
    return mean.weights(data.rms());
  }
}
