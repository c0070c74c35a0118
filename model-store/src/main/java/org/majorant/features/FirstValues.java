package org.majorant.features;

import java.util.Arrays;

/**
 * The values of the first feature vectors, for bounds that one wrong cell does not move: a 999999
 * among 1,000 ages would make a unit of itself, in which all ages are alike, for ever.
 *
 * <pre>
 *   x₁ ≤ … ≤ xₙ other than zero,  k = max(1, ⌈n/100⌉)      zero is one more, where 1 % or more are zero
 *   hull = [x₁₊ₖ, xₙ₋ₖ],   bounds = hull ± its length      of a normal distribution: ± 7 deviations
 * </pre>
 *
 * <p>Of fewer than ten values nobody can tell which is wrong: there are no bounds. Nor are there of
 * a feature whose hull is a point, which says nothing of how far others may be from it.
 */
final class FirstValues {
  /** What has no bound. */
  static final double NONE = Double.MAX_VALUE;

  private static final int MOST = 1000;
  private static final int FEW = 10;

  private final float[][] kept;
  private final int[] sizes;
  private final long[] seen;

  FirstValues(final int features) {
    kept = new float[features][];
    sizes = new int[features];
    seen = new long[features];
  }

  /** Takes one value of a feature, other than zero. */
  void add(final int feature, final double value) {
    seen[feature]++;
    if (sizes[feature] == MOST) {
      return;
    }
    final float[] values = kept[feature] == null ? new float[4] : kept[feature];
    final int size = sizes[feature]++;
    kept[feature] = size < values.length ? values : Arrays.copyOf(values, 2 * size);
    kept[feature][size] = (float) value;
  }

  /**
   * The bounds of a feature; a point where its hull is one.
   *
   * @param count feature vectors
   */
  double[] bounds(final int feature, final long count) {
    final int n = sizes[feature];
    if (n < FEW) {
      return new double[] {-NONE, NONE};
    }
    final float[] sorted = Arrays.copyOf(kept[feature], n);
    Arrays.sort(sorted);
    final int k = Math.max(1, (n + 99) / 100);
    double low = sorted[k];
    double high = sorted[n - 1 - k];
    if (100 * (count - seen[feature]) >= count) {
      low = Math.min(low, 0);
      high = Math.max(high, 0);
    }
    final double length = high - low;
    return new double[] {low - length, high + length};
  }

  /**
   * The {@link Quantiles} of a feature, zeros among its values.
   *
   * @param count feature vectors
   * @param out written at {@code at}
   */
  void quantiles(final int feature, final long count, final double[] out, final int at) {
    final int n = sizes[feature];
    final float[] sorted = n == 0 ? new float[0] : Arrays.copyOf(kept[feature], n);
    Arrays.sort(sorted);
    int negative = 0;
    while (negative < n && sorted[negative] < 0) {
      negative++;
    }
    final int below = negative;
    final double each = n == 0 ? 1 : (double) seen[feature] / n; // one that is kept stands for
    final int zeros = (int) Math.round((count - seen[feature]) / each);
    Quantiles.of(
        n + zeros, i -> i < below ? sorted[i] : i < below + zeros ? 0 : sorted[i - zeros], out, at);
  }

  /**
   * Mean and sum of squared deviations of a feature whose values are clipped; null: none is beyond
   * the bounds.
   */
  double[] clipped(final int feature, final long count, final double[] bounds) {
    final int n = sizes[feature];
    final long zeros = count - seen[feature];
    final double zero = clip(0, bounds);
    boolean isBeyond = zeros > 0 && zero != 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      final double value = clip(kept[feature][i], bounds);
      isBeyond |= value != kept[feature][i];
      sum += value;
    }
    if (!isBeyond) {
      return null;
    }
    final double each = (double) seen[feature] / n; // of those seen, one that is kept counts
    final double mean = (each * sum + zeros * zero) / count;
    double squares = zeros * (zero - mean) * (zero - mean);
    for (int i = 0; i < n; i++) {
      final double from = clip(kept[feature][i], bounds) - mean;
      squares += each * from * from;
    }
    return new double[] {mean, squares};
  }

  private static double clip(final double value, final double[] bounds) {
    return Math.max(bounds[0], Math.min(bounds[1], value));
  }
}
