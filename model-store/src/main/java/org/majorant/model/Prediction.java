package org.majorant.model;

/** What a model says of one example, whatever its task; a record that JSON shows field by field. */
public sealed interface Prediction
    permits PointPrediction, SequencePrediction, ChoicePrediction, GraphPrediction {
  /** The version that predicted. */
  long version();
}
