package org.majorant.learn;

import java.util.Arrays;
import org.majorant.clique.FactorGraph;
import org.majorant.features.SparseGraph;

/**
 * The variance of each feature over each factor's configurations, a number for every pair of a
 * factor and a feature that it has. It is taken in two passes: what all configurations have in
 * common leaves 0, not its rounding.
 *
 * <p>Hot. Allocates nothing once its buffers have grown.
 */
final class FactorVariances {
  /** Of a variance against the mean square; floats that differ leave 1e-15. */
  private static final double ROUNDING = 1e-20;

  private SparseGraph x;
  private int[] slotOf; // by position in the example
  private int[] starts = new int[64]; // of a factor's pairs, and after all
  private int[] slots = new int[256]; // by pair
  private double[] variances = new double[256]; // by pair
  private double[] hidden = new double[256]; // by pair
  private int[] factorOf = {}; // by slot, from here on: 1 + the latest factor that has it
  private double[] mean = {};
  private double[] share = {};
  private double[] square = {};
  private double[] spread = {};
  private int[] present = {};

  /**
   * Takes an example.
   *
   * @param slotOf a slot for each position in the example, the same for the same feature
   * @param size number of slots
   */
  void open(final SparseGraph example, final int[] slotOf, final int size) {
    x = example;
    this.slotOf = slotOf;
    reserve(size);
    final FactorGraph graph = x.graph;
    int pairs = 0;
    for (int f = 0; f < graph.factors(); f++) {
      starts[f] = pairs;
      for (int j = x.starts[graph.start(f)]; j < x.starts[graph.start(f + 1)]; j++) {
        if (factorOf[slotOf[j]] != f + 1) {
          factorOf[slotOf[j]] = f + 1;
          slots[pairs++] = slotOf[j];
        }
      }
    }
    starts[graph.factors()] = pairs;
  }

  /** Number of pairs. */
  int size() {
    return starts[x.graph.factors()];
  }

  /** The slot of a pair's feature. */
  int slot(final int pair) {
    return slots[pair];
  }

  /** Of a pair. */
  double variance(final int pair) {
    return variances[pair];
  }

  /** Takes the variances where all configurations of a factor are alike. */
  void expand() {
    take(null, variances);
  }

  /**
   * Takes what the states observed tell: (Var_p − Var_q)₊. What is hidden still varies under q, and
   * is not known yet; where all is observed, Var_q = 0.
   *
   * @param p probabilities of each factor's configurations
   * @param q of those that agree with the states observed
   */
  void expand(final double[] p, final double[] q) {
    take(p, variances);
    if (x.observed < x.graph.variables()) {
      take(q, hidden);
      for (int i = 0; i < size(); i++) {
        variances[i] = Math.max(0, variances[i] - hidden[i]);
      }
    }
  }

  private void take(final double[] p, final double[] out) {
    for (int f = 0; f < x.graph.factors(); f++) {
      take(f, p, out);
    }
  }

  private void take(final int f, final double[] p, final double[] out) {
    final int from = x.graph.start(f);
    final int to = x.graph.start(f + 1);
    for (int i = starts[f]; i < starts[f + 1]; i++) {
      final int slot = slots[i];
      mean[slot] = 0;
      share[slot] = 0;
      square[slot] = 0;
      present[slot] = 0;
    }
    final double alike = 1.0 / (to - from);
    for (int w = from; w < to; w++) {
      final double weight = p == null ? alike : p[w];
      for (int j = x.starts[w]; j < x.starts[w + 1]; j++) {
        final int slot = slotOf[j];
        mean[slot] += weight * x.values[j];
        square[slot] += weight * x.values[j] * x.values[j];
        share[slot] += weight;
        present[slot]++;
      }
    }
    for (int i = starts[f]; i < starts[f + 1]; i++) {
      final int slot = slots[i];
      final double absent = present[slot] == to - from ? 0 : Math.max(0, 1 - share[slot]);
      spread[slot] = absent * mean[slot] * mean[slot];
    }
    for (int w = from; w < to; w++) {
      final double weight = p == null ? alike : p[w];
      for (int j = x.starts[w]; j < x.starts[w + 1]; j++) {
        final double deviation = x.values[j] - mean[slotOf[j]];
        spread[slotOf[j]] += weight * deviation * deviation;
      }
    }
    for (int i = starts[f]; i < starts[f + 1]; i++) {
      final int slot = slots[i];
      out[i] = spread[slot] > ROUNDING * square[slot] ? spread[slot] : 0;
    }
  }

  private void reserve(final int size) {
    if (starts.length <= x.graph.factors()) {
      starts = new int[2 * x.graph.factors() + 1];
    }
    final int positions = x.starts[x.length];
    if (slots.length < positions) {
      slots = new int[2 * positions];
      variances = new double[2 * positions];
      hidden = new double[2 * positions];
    }
    if (mean.length < size) {
      factorOf = new int[2 * size];
      mean = new double[2 * size];
      share = new double[2 * size];
      square = new double[2 * size];
      spread = new double[2 * size];
      present = new int[2 * size];
    }
    Arrays.fill(factorOf, 0, size, 0);
  }
}
