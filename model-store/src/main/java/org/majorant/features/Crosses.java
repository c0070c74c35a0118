package org.majorant.features;

import java.util.Arrays;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Moments;

/**
 * The pairs of values that an example has together, for effects that two columns have only
 * together. A value is a feature that is no number, such as a category, or the quarter that a
 * number is in, by the quartiles of its first values. Values are numbered, those of features by
 * their index, and behind them four for each number. The pair of i &lt; j has the place
 *
 * <pre>
 *   t = j (j − 1)/2 + i            where all pairs have at most {@link #MOST} places, else
 *   ⌊2¹⁸ frac(t (√5 − 1)/2)⌋       in 64-bit integers (Fibonacci hashing, Knuth, TAOCP 3, 6.4)
 * </pre>
 *
 * <p>Pairs need no names of columns, so they are the same however features are named. A feature of
 * one value among the first, which a rare category may be, is none of the numbers. Of an example
 * that has more than {@link Views#MOST_CROSSED} values the first ones make pairs, so that a long
 * text takes no more time than a wide table. Immutable.
 */
final class Crosses {
  /** Values of a number. */
  static final int QUARTERS = 4;

  /** Places of pairs. */
  static final int MOST = 1 << 18;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int SHIFT = 46; // leaves 18 bits

  private final int[] features; // of the numbers, ascending
  private final double[][] edges; // of each number between its quarters; empty: it is no number
  private final int inputs;
  private final boolean hashed;

  /**
   * @param moments null: no feature is standardized
   */
  Crosses(final FeatureSpec space, final Moments moments) {
    inputs = Dimensions.inputs(space);
    features = moments == null ? new int[0] : Standardization.features(space);
    edges = new double[features.length][];
    final Standardization z = moments == null ? null : Standardization.of(space, moments);
    for (int i = 0; i < features.length; i++) {
      edges[i] =
          FeatureMoments.isIndicator(moments, i)
              ? new double[0]
              : Quantiles.edges(Quantiles.of(i, z, moments));
    }
    hashed = isHashed(space);
  }

  /** Places for the pairs of a space. */
  static int places(final FeatureSpec space) {
    return (int) Math.min(MOST, pairs(space));
  }

  /** Whether pairs share places. */
  static boolean isHashed(final FeatureSpec space) {
    return pairs(space) > MOST;
  }

  private static long pairs(final FeatureSpec space) {
    final long numbers = space.getStandardize() > 0 ? Standardization.features(space).length : 0;
    final long values = Dimensions.inputs(space) + QUARTERS * numbers;
    return values * (values - 1) / 2;
  }

  double[] edges(final int number) {
    return edges[number].clone();
  }

  /** The place of a pair of values, the first of which is the smaller. */
  static int place(final int i, final int j, final boolean hashed) {
    final long t = (long) j * (j - 1) / 2 + i;
    return (int) (hashed ? t * GOLDEN >>> SHIFT : t);
  }

  /**
   * The values of the pair that has a place, where no other has.
   *
   * @return the smaller one first
   */
  static int[] pair(final int place) {
    int j = (int) ((1 + Math.sqrt(1 + 8.0 * place)) / 2);
    while ((long) j * (j - 1) / 2 > place) {
      j--;
    }
    while ((long) j * (j + 1) / 2 <= place) {
      j++;
    }
    return new int[] {place - (int) ((long) j * (j - 1) / 2), j};
  }

  /**
   * Adds the pairs of an example.
   *
   * @param x with its numbers, standardized
   * @param n how many of its features are given
   * @param from where it adds them
   * @param offset of the first pair's feature
   * @return its size with them
   */
  int add(final SparsePoint x, final int n, final int from, final int offset) {
    final int[] values = x.values(Views.MOST_CROSSED);
    final int present = take(x, n, values);
    x.valuesCrossed = present;
    int size = from;
    for (int b = 1; b < present; b++) {
      for (int a = 0; a < b; a++) {
        x.indices[size++] = offset + place(values[a], values[b], hashed);
      }
    }
    Arrays.fill(x.values, from, size, 1);
    return hashed ? merge(x, from, size) : size;
  }

  /** The values of an example, ascending; returns how many there are. */
  private int take(final SparsePoint x, final int n, final int[] values) {
    int size = 0;
    for (int j = 0, i = 0; j < n && size < values.length; j++) {
      while (i < features.length && features[i] < x.indices[j]) {
        i++;
      }
      final boolean number =
          i < features.length && features[i] == x.indices[j] && edges[i].length > 0;
      if (!number) {
        values[size++] = x.indices[j];
      }
    }
    for (int i = 0; i < features.length && size < values.length; i++) {
      if (edges[i].length > 0) {
        int quarter = 0;
        while (quarter < edges[i].length && edges[i][quarter] <= x.numbers[i]) {
          quarter++;
        }
        values[size++] = inputs + QUARTERS * i + quarter;
      }
    }
    return size;
  }

  /** Sorts the pairs, and counts those that share a place. */
  private static int merge(final SparsePoint x, final int from, final int to) {
    Arrays.sort(x.indices, from, to);
    int size = from;
    for (int j = from; j < to; j++) {
      if (size > from && x.indices[size - 1] == x.indices[j]) {
        x.values[size - 1]++;
      } else {
        x.indices[size++] = x.indices[j];
      }
    }
    return size;
  }
}
