package org.majorant.train;

import java.util.Arrays;

/**
 * Numbers the features that occur, in the order in which they do: a hashed space is mostly empty,
 * and the weights of a feature that no example has stay 0 under any prior.
 */
final class SeenFeatures {
  private final int[] numbers; // 1 + number; 0: not seen
  private int[] features = new int[1024];
  private int size;

  /**
   * @param features size of the index space
   */
  SeenFeatures(final int features) {
    numbers = new int[features];
  }

  /** The number of a feature, which from now on is seen. */
  int number(final int feature) {
    if (numbers[feature] == 0) {
      if (size == features.length) {
        features = Arrays.copyOf(features, 2 * size);
      }
      features[size] = feature;
      numbers[feature] = ++size;
    }
    return numbers[feature] - 1;
  }

  /** How many are seen. */
  int size() {
    return size;
  }

  /**
   * Of weights by feature those by number; what comes after all features, as transitions do, comes
   * after those seen.
   *
   * @param weights feature-major
   * @param vectors weights a feature
   */
  double[] gather(final double[] weights, final int vectors) {
    final int all = Math.multiplyExact(numbers.length, vectors);
    final double[] seen = new double[size * vectors + weights.length - all];
    for (int n = 0; n < size; n++) {
      System.arraycopy(weights, features[n] * vectors, seen, n * vectors, vectors);
    }
    System.arraycopy(weights, all, seen, size * vectors, weights.length - all);
    return seen;
  }

  /** The inverse of {@link #gather}; 0 where not seen. */
  double[] scatter(final double[] seen, final int vectors) {
    final int all = Math.multiplyExact(numbers.length, vectors);
    final int rest = seen.length - size * vectors;
    final double[] weights = new double[Math.addExact(all, rest)];
    for (int n = 0; n < size; n++) {
      System.arraycopy(seen, n * vectors, weights, features[n] * vectors, vectors);
    }
    System.arraycopy(seen, size * vectors, weights, all, rest);
    return weights;
  }
}
