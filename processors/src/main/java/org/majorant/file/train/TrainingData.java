package org.majorant.file.train;

import java.util.List;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.train.Loss;

/** The examples of a file in memory, whatever the task, and the loss of all of them. */
public sealed interface TrainingData permits PointData, SequenceData, GraphData {
  static TrainingData of(final ModelSpec spec) {
    return switch (spec.getTask()) {
      case SEQUENCE -> new SequenceData(spec);
      case CHOICE, GRAPH -> new GraphData(spec);
      case MULTICLASS -> new PointData(spec);
    };
  }

  /**
   * Adds a copy of an example, which may be changed; one without a label teaches nothing and is
   * left out.
   */
  void add(Example x);

  /**
   * Adds records.
   *
   * @return how many do not fit the model
   */
  default long addAll(final List<byte[]> records, final ExampleMapper mapper) {
    long rejected = 0;
    for (final byte[] record : records) {
      try {
        mapper.decode(record);
        add(mapper.map());
      } catch (final RejectedExample e) {
        rejected++;
      }
    }
    return rejected;
  }

  /** Number of examples. */
  int size();

  /** Sum of the labels' weights, each its example's. */
  double weight();

  /** Of all that was added; its parameters are those of a model's weights that can matter. */
  Loss loss();

  /** Where a training begins that no stream warms up. */
  default double[] start() {
    return new double[loss().parameters()];
  }

  /**
   * The spec of a streaming pass whose θ is a start; as it is, since a stream's prior is in other
   * units, those of each feature.
   *
   * @param l2 λ of the prior, a total over the data
   */
  default ModelSpec streamed(final ModelSpec spec, final double l2) {
    return spec;
  }

  /** The loss's parameters of a model's weights: all of them. */
  default double[] parameters(final double[] weights) {
    return weights;
  }

  /** A model's weights of the loss's parameters. */
  default double[] weights(final double[] parameters) {
    return parameters;
  }
}
