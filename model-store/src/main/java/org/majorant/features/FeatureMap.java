package org.majorant.features;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.Standardization.ClippedCounts;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Squares;
import org.majorant.schema.Transform;

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
   * What a spec makes of features after its transforms.
   *
   * @param moments null: features that are to be standardized cannot be mapped
   * @param clipped is told what standardization clips; null: nobody asks
   */
  static List<FeatureMap> of(
      final ModelSpec spec, final Moments moments, final ClippedCounts clipped) {
    final FeatureSpec features = spec.getFeatures();
    final List<FeatureMap> maps = new ArrayList<>();
    if (FeatureMoments.areNeeded(spec)) {
      maps.add(
          moments == null ? FeatureMap::refuse : Standardization.of(features, moments, clipped));
    }
    if (Views.areIn(spec)) {
      maps.add(new ViewMap(spec, moments));
    } else if (features.getExpansion() instanceof Squares) {
      maps.add(FeatureMap.squares(Dimensions.inputs(features)));
    } else if (features.getExpansion() instanceof RandomFourier fourier) {
      maps.add(new FourierFeatures(Dimensions.inputs(features), fourier));
    }
    return maps;
  }

  private static void refuse(final SparsePoint x) {
    throw new IllegalStateException("features cannot be standardized without their moments");
  }

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

  /** A transform of a spec, which changes the values and leaves the indices. */
  static FeatureMap of(final Transform transform) {
    return switch (transform) {
      case LOG1P -> FeatureMap::log1p;
      case UNIT -> FeatureMap::unit;
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
