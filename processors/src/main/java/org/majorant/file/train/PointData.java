package org.majorant.file.train;

import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparseExample;
import org.majorant.memory.PriorMean;
import org.majorant.schema.ModelSpec;
import org.majorant.train.DataSet;
import org.majorant.train.Loss;
import org.majorant.train.MulticlassLoss;

/** Points; parameters are all weights. */
final class PointData implements TrainingData {
  private final Dimensions dimensions;
  private final PriorMean mean;
  private final DataSet data;

  PointData(final ModelSpec spec) {
    dimensions = Dimensions.of(spec);
    mean = PriorMean.of(spec);
    data = new DataSet(dimensions.features());
  }

  @Override
  public void add(final Example x) {
    data.add((SparseExample) x);
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
    return new MulticlassLoss(data, dimensions.labels(), dimensions.states(), dimensions.vectors());
  }

  /** 0; with hidden states, where the stream's prior has its mean. */
  @Override
  public double[] start() {
    return mean.weights(data.rms());
  }
}
