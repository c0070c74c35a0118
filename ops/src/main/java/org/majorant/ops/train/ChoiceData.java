package org.majorant.ops.train;

import org.majorant.model.Dimensions;
import org.majorant.model.Example;
import org.majorant.model.SparseChoice;
import org.majorant.schema.ModelSpec;
import org.majorant.train.ChoiceLoss;
import org.majorant.train.ChoiceSet;
import org.majorant.train.Loss;

/** Choices, with one vector of weights. */
final class ChoiceData implements TrainingData {
  private final ChoiceSet data;

  ChoiceData(final ModelSpec spec) {
    data = new ChoiceSet(Dimensions.of(spec).features());
  }

  @Override
  public void add(final Example x) {
    data.add((SparseChoice) x);
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
    return new ChoiceLoss(data);
  }
}
