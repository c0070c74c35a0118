package org.majorant.features;

import org.majorant.schema.RejectedExample;

/**
 * Changes the features of an example in place: a transform, the standardization, an expansion. It
 * is immutable and allocates nothing for an example.
 */
interface FeatureMap {
  /**
   * Replaces the features of an example, and leaves room for one more.
   *
   * @param x features with ascending distinct indices, before and after
   * @throws RejectedExample where a value cannot be mapped
   */
  void apply(SparsePoint x) throws RejectedExample;
}
