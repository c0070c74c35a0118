package org.majorant.file.train;

import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparseSequence;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ModelSpec;
import org.majorant.train.Loss;
import org.majorant.train.SeenFeatures;
import org.majorant.train.SequenceLoss;
import org.majorant.train.SequenceSet;

/** Sequences; parameters are the weights of features that occur, and the transitions. */
final class SequenceData implements TrainingData {
  private final Dimensions dimensions;
  private final SequenceSet data;
  private final SeenFeatures seen;

  SequenceData(final ModelSpec spec) {
    dimensions = Dimensions.of(spec);
    data = new SequenceSet(dimensions.emissions());
    seen = new SeenFeatures(dimensions.emissions());
  }

  @Override
  public void add(final Example x) {
    final SparseSequence sequence = (SparseSequence) x;
    for (int j = 0; j < sequence.starts[sequence.length]; j++) {
      sequence.indices[j] = seen.number(sequence.indices[j]);
    }
    data.add(sequence);
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
    return new SequenceLoss(data, seen.size(), dimensions.labels());
  }

  /** With the same prior. */
  @Override
  public ModelSpec streamed(final ModelSpec spec, final double l2) {
    final AvroSerde<ModelSpec> serde = AvroSerde.of(ModelSpec.class);
    final ModelSpec copy = serde.decode(serde.encode(spec));
    copy.put("l2", l2 > 0 ? l2 : spec.getL2());
    return copy;
  }

  @Override
  public double[] parameters(final double[] weights) {
    return seen.gather(weights, dimensions.vectors());
  }

  @Override
  public double[] weights(final double[] parameters) {
    return seen.scatter(parameters, dimensions.vectors());
  }
}
