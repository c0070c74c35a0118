package org.majorant.features;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.schema.Moments;

/**
 * What is known of a number's distribution: its quantiles at 0, 1/24, …, 1, so that those of
 * several workers merge.
 *
 * <pre>
 *   merged: each of a part's 25 quantiles stands for 1/25 of its values, in the order of all
 * </pre>
 *
 * <p>Merging is exact for one part and a function of the parts, to the bit: a sketch that draws
 * random numbers would not be, and a replay of what was learned would have other features.
 */
final class Quantiles {
  /** Quantiles of a feature: a multiple of those of {@link #knots}, and one. */
  static final int OF_A_FEATURE = 25;

  private static final int FEW = 3;

  private Quantiles() {}

  /**
   * Those of sorted values.
   *
   * @param n how many values
   * @param value by its place, ascending
   */
  static void of(final double n, final IntToDouble value, final double[] out, final int at) {
    for (int q = 0; q < OF_A_FEATURE; q++) {
      final double place = (n - 1) * q / (OF_A_FEATURE - 1);
      final int below = (int) place;
      final double low = value.of(below);
      final double high = value.of((int) Math.ceil(place));
      out[at + q] = low + (place - below) * (high - low);
    }
  }

  /** A value by its place. */
  interface IntToDouble {
    double of(int place);
  }

  /**
   * Those of the values of several parts.
   *
   * @param parts quantiles of each; at {@code at} those of the feature
   * @param counts values of each part
   * @param out written at {@code at}
   */
  static void merge(
      final List<List<Double>> parts, final long[] counts, final double[] out, final int at) {
    final int points = parts.size() * OF_A_FEATURE;
    final int[] order =
        IntStream.range(0, points)
            .boxed()
            .sorted(Comparator.comparingDouble(point -> value(parts, point, at)))
            .mapToInt(point -> point)
            .toArray();
    final double[] places = new double[points]; // in the middle of what a point stands for
    double sum = 0;
    for (int i = 0; i < points; i++) {
      final double weight = counts[order[i] / OF_A_FEATURE];
      places[i] = sum + weight / 2;
      sum += weight;
    }
    final double first = places[0];
    final double length = places[points - 1] - first;
    for (int q = 0, i = 0; q < OF_A_FEATURE; q++) {
      final double place = first + length * q / (OF_A_FEATURE - 1);
      while (i < points - 2 && places[i + 1] <= place) {
        i++;
      }
      final double share = Math.min(1, (place - places[i]) / (places[i + 1] - places[i]));
      final double low = value(parts, order[i], at);
      out[at + q] = low + share * (value(parts, order[i + 1], at) - low);
    }
  }

  private static double value(final List<List<Double>> parts, final int point, final int at) {
    return parts.get(point / OF_A_FEATURE).get(at + point % OF_A_FEATURE);
  }

  /** Those of a number, standardized. */
  static double[] of(final int number, final Standardization z, final Moments moments) {
    final double[] quantiles = new double[OF_A_FEATURE];
    for (int q = 0; q < OF_A_FEATURE; q++) {
      quantiles[q] = z.of(number, moments.getQuantiles().get(number * OF_A_FEATURE + q));
    }
    return quantiles;
  }

  /**
   * What is between a number's quarters, each less than or equal to the values above: all values
   * but the least where there are at most four; else the quartiles that are more than the least
   * value, or where none is, three other values; each once. Empty where it has one value.
   *
   * @param quantiles ascending
   */
  static double[] edges(final double[] quantiles) {
    final double[] above =
        Arrays.stream(quantiles).filter(edge -> edge > quantiles[0]).distinct().toArray();
    final int most = Crosses.QUARTERS - 1;
    if (above.length <= most) {
      return above;
    }
    final int step = (OF_A_FEATURE - 1) / Crosses.QUARTERS;
    final double[] quartiles =
        IntStream.rangeClosed(1, most)
            .mapToDouble(k -> quantiles[k * step])
            .filter(edge -> edge > quantiles[0])
            .distinct()
            .toArray();
    return quartiles.length > 0
        ? quartiles
        : IntStream.range(0, most).mapToDouble(k -> above[k * above.length / most]).toArray();
  }

  /**
   * The knots of a number's hats: its quantiles at 0, 1/6, …, 1, or others where fewer than three
   * of these differ, each once; empty where the number has fewer than three.
   *
   * @param quantiles ascending
   */
  static double[] knots(final double[] quantiles) {
    final double[] sixths = sixths(quantiles);
    if (sixths.length >= FEW) {
      return sixths;
    }
    final double[] all = Arrays.stream(quantiles).distinct().toArray();
    if (all.length < FEW) {
      return new double[0];
    }
    final int n = Math.min(Views.HATS, all.length);
    return IntStream.range(0, n)
        .mapToDouble(k -> all[Math.round(k * (all.length - 1f) / (n - 1))])
        .toArray();
  }

  /** Those at 0, 1/6, …, 1, each once. */
  static double[] sixths(final double[] quantiles) {
    final int step = (OF_A_FEATURE - 1) / (Views.HATS - 1);
    return IntStream.range(0, Views.HATS)
        .mapToDouble(k -> quantiles[k * step])
        .distinct()
        .toArray();
  }
}
