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

  /**
   * Expands x to [x, x²]: the squares stand behind the features, in the same order.
   *
   * @param inputs size of the index space before
   */
  static FeatureMap squares(final int inputs) {
    return x -> {
      final int n = x.size;
      x.reserve(2 * n + 1);
      for (int j = 0; j < n; j++) {
        x.indices[n + j] = inputs + x.indices[j];
        x.values[n + j] = x.values[j] * x.values[j];
      }
      x.size = 2 * n;
    };
  }
}
