package org.majorant.learn;

import java.util.Arrays;
import org.majorant.clique.FactorGraph;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparseRows;

/**
 * The variance of each feature over each group of rows, a number for every pair of a group and a
 * feature that it has. The configurations of a graph's factor are a group, and all edges of a
 * matching. It is taken in two passes: what all rows of a group have in common leaves 0, not its
 * rounding.
 *
 * <p>Hot. Allocates nothing once its buffers have grown.
 */
final class GroupVariances {
  /** Of a variance against the mean square; floats that differ leave 1e-15. */
  private static final double ROUNDING = 1e-20;

  private SparseRows x;
  private FactorGraph factors; // null: all rows are one group
  private int[] slotOf; // by position in the example
  private int[] starts = new int[64]; // of a group's pairs, and after all
  private int[] slots = new int[256]; // by pair
  private double[] variances = new double[256]; // by pair
  private double[] hidden = new double[256]; // by pair
  private int[] groupOf = {}; // by slot, from here on: 1 + the latest group that has it
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
  void open(final SparseRows example, final int[] slotOf, final int size) {
    x = example;
    factors = example instanceof SparseGraph graph ? graph.graph : null;
    this.slotOf = slotOf;
    reserve(size);
    int pairs = 0;
    for (int g = 0; g < groups(); g++) {
      starts[g] = pairs;
      for (int j = x.starts[start(g)]; j < x.starts[start(g + 1)]; j++) {
        if (groupOf[slotOf[j]] != g + 1) {
          groupOf[slotOf[j]] = g + 1;
          slots[pairs++] = slotOf[j];
        }
      }
    }
    starts[groups()] = pairs;
  }

  private int groups() {
    return factors == null ? 1 : factors.factors();
  }

  private int start(final int group) {
    return factors == null ? group * x.length : factors.start(group);
  }

  /** Number of pairs. */
  int size() {
    return starts[groups()];
  }

  /** The slot of a pair's feature. */
  int slot(final int pair) {
    return slots[pair];
  }

  /** Of a pair. */
  double variance(final int pair) {
    return variances[pair];
  }

  /** Takes the variances where all rows of a group are alike. */
  void expand() {
    take(null, variances);
  }

  /**
   * Takes what was observed tells: (Var_p − Var_q)₊. What is hidden still varies under q, and is
   * not known yet.
   *
   * @param p probabilities of each group's rows
   * @param q of those that agree with what was observed; null where all was, so that Var_q = 0
   */
  void expand(final double[] p, final double[] q) {
    take(p, variances);
    if (q != null) {
      take(q, hidden);
      for (int i = 0; i < size(); i++) {
        variances[i] = Math.max(0, variances[i] - hidden[i]);
      }
    }
  }

  private void take(final double[] p, final double[] out) {
    for (int g = 0; g < groups(); g++) {
      take(g, p, out);
    }
  }

  private void take(final int g, final double[] p, final double[] out) {
    final int from = start(g);
    final int to = start(g + 1);
    for (int i = starts[g]; i < starts[g + 1]; i++) {
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
    for (int i = starts[g]; i < starts[g + 1]; i++) {
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
    for (int i = starts[g]; i < starts[g + 1]; i++) {
      final int slot = slots[i];
      out[i] = spread[slot] > ROUNDING * square[slot] ? spread[slot] : 0;
    }
  }

  private void reserve(final int size) {
    if (starts.length <= groups()) {
      starts = new int[2 * groups() + 1];
    }
    final int positions = x.starts[x.length];
    if (slots.length < positions) {
      slots = new int[2 * positions];
      variances = new double[2 * positions];
      hidden = new double[2 * positions];
    }
    if (mean.length < size) {
      groupOf = new int[2 * size];
      mean = new double[2 * size];
      share = new double[2 * size];
      square = new double[2 * size];
      spread = new double[2 * size];
      present = new int[2 * size];
    }
    Arrays.fill(groupOf, 0, size, 0);
  }
}
