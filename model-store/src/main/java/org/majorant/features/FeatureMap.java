package org.majorant.features;

/** What makes other features of an example's. Immutable, and allocates nothing for an example. */
interface FeatureMap {
  /**
   * Replaces the features of an example, and leaves room for one more.
   *
   * @param x features with ascending distinct indices, before and after
   */
  void apply(SparseExample x);
}
