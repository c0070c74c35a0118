package org.majorant.model;

import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;

/**
 * The sizes that follow from a spec.
 *
 * @param labels number of labels
 * @param vectors weight vectors: one for two labels (that of the second), else one a label
 * @param features size of the index space with the intercept
 */
public record Dimensions(int labels, int vectors, int features) {
  public static Dimensions of(final ModelSpec spec) {
    final int labels = spec.getLabels().size();
    return new Dimensions(labels, labels == 2 ? 1 : labels, features(spec.getFeatures()));
  }

  /** Number of weights, features × vectors. */
  public int parameters() {
    return Math.multiplyExact(features, vectors);
  }

  private static int features(final FeatureSpec spec) {
    final Object space = spec.getSpace();
    final int size;
    if (space instanceof Indexed indexed) {
      size = indexed.getDimension();
    } else if (space instanceof Hashed hashed) {
      size = 1 << hashed.getBits();
    } else {
      size = ((Named) space).getNames().size();
    }
    return size + (spec.getIntercept() ? 1 : 0);
  }
}
