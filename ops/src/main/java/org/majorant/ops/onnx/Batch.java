package org.majorant.ops.onnx;

/**
 * The features of some examples in a graph, and what can be done with them. The values are doubles,
 * one for each feature that is given; how they lie is the batch's own.
 */
interface Batch {
  /** The values as they came. */
  String values();

  /**
   * The number that belongs to each value.
   *
   * @param byFeature a constant, one number a feature
   */
  String ofEach(String byFeature);

  /** For each value the sum of the values of its example. */
  String sums(String values);

  /**
   * The values of some features, zero where they are not given, examples × features.
   *
   * @param features their indices
   */
  String columns(String values, int[] features);

  /**
   * Xθ.
   *
   * @param weights a constant, features × c
   * @return examples × c
   */
  String scores(String values, String weights);
}
