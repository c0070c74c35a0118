package org.majorant.store;

import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;

/** The lengths of a model's parameters. */
record Shape(int features, int vectors) {
  static Shape of(final ModelSpec spec) {
    final FeatureSpec features = spec.getFeatures();
    final Object space = features.getSpace();
    final int size;
    if (space instanceof Indexed indexed) {
      size = indexed.getDimension();
    } else if (space instanceof Hashed hashed) {
      size = 1 << hashed.getBits();
    } else {
      size = ((Named) space).getNames().size();
    }
    final int labels = spec.getLabels().size();
    return new Shape(size + (features.getIntercept() ? 1 : 0), labels == 2 ? 1 : labels);
  }

  int size() {
    return Math.multiplyExact(features, vectors);
  }
}
