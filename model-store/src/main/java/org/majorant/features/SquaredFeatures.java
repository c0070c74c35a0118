package org.majorant.features;

/** Expands x to [x, x²]: the squares stand behind the features, in the same order. */
final class SquaredFeatures implements FeatureMap {
  private final int inputs;

  /**
   * @param inputs size of the index space before
   */
  SquaredFeatures(final int inputs) {
    this.inputs = inputs;
  }

  @Override
  public void apply(final SparsePoint x) {
    final int n = x.size;
    x.reserve(2 * n + 1);
    for (int j = 0; j < n; j++) {
      x.indices[n + j] = inputs + x.indices[j];
      x.values[n + j] = x.values[j] * x.values[j];
    }
    x.size = 2 * n;
  }
}
