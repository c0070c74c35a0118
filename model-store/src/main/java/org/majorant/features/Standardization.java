package org.majorant.features;

import java.util.Arrays;
import org.majorant.schema.Moments;

/**
 * Each feature in units of its standard deviation from its mean, z = (x − mean) / deviation, both
 * frozen. A feature that an example does not have counts as zero, so that it has a value after
 * this. One that never varied among the first has the deviation 1: it is zero until it varies, and
 * then says so in its own units. A kernel, whose features are not learned each in its unit, has no
 * use for such a one.
 */
final class Standardization implements FeatureMap {
  /** Room for the fourth power of a value, what the variance of its square takes. */
  private static final double LIMIT = Float.MAX_VALUE;

  private final double[] means;
  private final double[] scales; // 1 / deviation

  /**
   * @param constant 1 / deviation of a feature that never varied; 0: it is zero for ever
   */
  Standardization(final Moments moments, final double constant) {
    means = moments.getMeans().stream().mapToDouble(Double::doubleValue).toArray();
    scales = new double[means.length];
    Arrays.setAll(
        scales,
        i -> {
          final double squares = moments.getSquares().get(i);
          final double count = moments.getCount();
          return squares > count * Double.MIN_NORMAL ? Math.sqrt(count / squares) : constant;
        });
  }

  @Override
  public void apply(final SparsePoint x) {
    final int n = means.length;
    x.reserve(n + 1);
    final double[] values = x.values;
    int last = x.size - 1;
    for (int i = n - 1; i >= 0; i--) { // from behind, as none lies behind its index
      final double value = last >= 0 && x.indices[last] == i ? values[last--] : 0;
      final double z = (value - means[i]) * scales[i];
      values[i] = Math.max(-LIMIT, Math.min(LIMIT, z));
    }
    x.size = 0;
    for (int i = 0; i < n; i++) {
      if (values[i] != 0) {
        x.indices[x.size] = i;
        values[x.size++] = values[i];
      }
    }
  }
}
