package org.majorant.file.train;

import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparseGraph;
import org.majorant.schema.ModelSpec;
import org.majorant.train.GraphLoss;
import org.majorant.train.GraphSet;
import org.majorant.train.Loss;

/** Graphs, and choices, with one vector of weights. */
final class GraphData implements TrainingData {
  private final GraphSet data;

  GraphData(final ModelSpec spec) {
    data = new GraphSet(Dimensions.of(spec).features());
  }

  @Override
  public void add(final Example x) {
    data.add((SparseGraph) x);
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
    return new GraphLoss(data);
  }
}
