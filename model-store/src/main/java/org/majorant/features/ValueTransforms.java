package org.majorant.features;

import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Transform;

/** The transforms of a spec. Each changes the values of an example and leaves its indices. */
final class ValueTransforms {
  private ValueTransforms() {}

  static FeatureMap of(final Transform transform) {
    return switch (transform) {
      case LOG1P -> ValueTransforms::log1p;
      case UNIT -> ValueTransforms::unit;
    };
  }

  /** x ↦ log(1 + x). */
  private static void log1p(final SparsePoint x) throws RejectedExample {
    for (int i = 0; i < x.size; i++) {
      if (!(x.values[i] > -1)) {
        throw new RejectedExample(
            Rejection.VALUE, "value " + x.values[i] + " is not above -1, as log1p needs");
      }
      x.values[i] = Math.log1p(x.values[i]);
    }
  }

  /** x ↦ x / |x|; an example of zeros stays as it is. */
  private static void unit(final SparsePoint x) {
    double squares = 0;
    for (int i = 0; i < x.size; i++) {
      squares += x.values[i] * x.values[i];
    }
    if (squares > 0) {
      final double scale = 1 / Math.sqrt(squares);
      for (int i = 0; i < x.size; i++) {
        x.values[i] *= scale;
      }
    }
  }
}
