package org.majorant.features;

/** One example in the index space of a model; reused from example to example. */
public interface Example {
  /** Whether any label was observed; one without teaches nothing. */
  boolean isLabeled();

  /** How many labels, states or edges were observed; the loss is the sum over these. */
  int observed();

  /** Whether all of it was observed. */
  boolean isWhole();

  /** The example's likelihood counts this many times. */
  double weight();

  /**
   * A copy without features that never changes: what can be kept of each of many examples.
   *
   * @param sizes of the model that it was mapped for
   */
  Example withoutFeatures(Dimensions sizes);
}
