package org.majorant.research.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Measures several things alternately, round by round, so that a noisy machine is unkind to all
 * alike, and takes the median of each, which a single disturbed measurement does not move.
 */
final class Alternation {
  private Alternation() {}

  /** One thing to measure, once. */
  interface Measurement {
    double measure() throws Exception;
  }

  /**
   * @param done is told how many measurements are over, after each
   * @return the median of each, in the given order
   */
  static Map<String, Double> medians(
      final Map<String, Measurement> measurements, final int rounds, final IntConsumer done)
      throws Exception {
    final Map<String, double[]> measured = new LinkedHashMap<>();
    measurements.keySet().forEach(name -> measured.put(name, new double[rounds]));
    int over = 0;
    for (int round = 0; round < rounds; round++) {
      for (final Map.Entry<String, Measurement> measurement : measurements.entrySet()) {
        measured.get(measurement.getKey())[round] = measurement.getValue().measure();
        done.accept(++over);
      }
    }
    final Map<String, Double> medians = new LinkedHashMap<>();
    measured.forEach((name, values) -> medians.put(name, median(values)));
    return medians;
  }

  /** The upper of the two middle ones, where they are two. */
  static double median(final double... values) {
    final double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
