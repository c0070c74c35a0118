package org.majorant.learn;

import java.util.Arrays;
import org.majorant.features.Dimensions;
import org.majorant.features.SparseRows;
import org.majorant.memory.Memory;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecPrior;

/**
 * The part of a memory that one example of rows touches, dense: the M weights of each distinct
 * feature in a slot, with the gradient and the direction of a step there. So a feature is read and
 * written once, however many rows have it. Of a sequence the transitions follow, as M rows more
 * with one feature of value 1 each.
 *
 * <p>Hot: all loops over features of rows are here. Allocates nothing once its buffers have grown.
 */
abstract class ExampleWeights {
  final Memory.Joint memory;
  final int m;
  int size; // slots, those of the transitions too
  int[] features = new int[256]; // of each slot
  double[] theta = {}; // M a slot, as the next
  double[] gradient = {};
  double[] direction = {};
  SparseRows x;

  private final boolean scaled; // the prior, by variances
  final GroupVariances variances = new GroupVariances();
  private final int emissions; // the feature of the first transition
  private final int transitions;
  private final int[] slotOf; // by feature; of an earlier example unless features[slot] is it
  int[] slots = new int[1024]; // by position in the example

  ExampleWeights(final ModelSpec spec, final Memory.Joint memory) {
    final Dimensions dimensions = Dimensions.of(spec);
    this.memory = memory;
    m = dimensions.vectors();
    emissions = dimensions.emissions();
    transitions = dimensions.transitions();
    scaled = SpecPrior.isScaled(spec.getTask());
    slotOf = new int[dimensions.features()];
  }

  /** Takes an example, and reads the weights of its features. */
  final void open(final SparseRows example) {
    x = example;
    size = 0;
    final int end = x.starts[x.length];
    if (slots.length < end) {
      slots = new int[2 * end];
    }
    if (features.length < end + transitions) {
      features = Arrays.copyOf(features, 2 * (end + transitions));
    }
    for (int j = 0; j < end; j++) {
      final int feature = x.indices[j];
      int slot = slotOf[feature];
      if (slot >= size || features[slot] != feature) {
        slot = size++;
        slotOf[feature] = slot;
        features[slot] = feature;
      }
      slots[j] = slot;
    }
    for (int v = 0; v < transitions; v++) {
      features[size++] = emissions + v;
    }
    if (theta.length < size * m) {
      final int room = 2 * size * m;
      theta = new double[room];
      gradient = new double[room];
      direction = new double[room];
      reserve(room);
    }
    if (scaled) {
      variances.open(x, slots, size);
    }
    read();
  }

  /** Makes room. */
  abstract void reserve(int room);

  /** Reads the weights of all slots. */
  abstract void read();

  /** Slots that the example has: a token alone has no transition. */
  final int touched() {
    return x.length > 1 ? size : size - transitions;
  }

  /**
   * Counts what scales the prior: each group of rows that has a feature, with its deviation there,
   * and reads the weights again; of sequences, whose prior does not go by that, each row.
   *
   * @return whether the weights are others now
   */
  final boolean count() {
    if (scaled) {
      variances.expand();
      for (int i = 0; i < variances.size(); i++) {
        memory.count(features[variances.slot(i)], Math.sqrt(variances.variance(i)));
      }
      read();
      return true;
    }
    for (int j = 0; j < x.starts[x.length]; j++) {
      memory.count(x.indices[j], x.values[j]);
    }
    for (int slot = size - transitions; slot < touched(); slot++) {
      memory.count(features[slot], 1);
    }
    return false;
  }

  /**
   * Scores by another prior.
   *
   * @param l strength of the prior, in units of the spec's
   * @param out n×M, written from {@code at} on: Xθ_l
   */
  final void score(final double l, final double[] out, final int at) {
    times(l == 1 ? theta : under(l), false, out, at);
  }

  /** θ_l, M a slot. */
  abstract double[] under(double l);

  /**
   * X v, or X² v with the squares of the features.
   *
   * @param v M a slot
   * @param out n×M, written from {@code at} on
   */
  final void times(final double[] v, final boolean squared, final double[] out, final int at) {
    Arrays.fill(out, at, at + x.length * m, 0);
    for (int t = 0; t < x.length; t++) {
      final int to = at + t * m;
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = squared ? x.values[j] * x.values[j] : x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          out[to + c] += value * v[row + c];
        }
      }
    }
    System.arraycopy(v, (size - transitions) * m, out, at + x.length * m, transitions * m);
  }

  /**
   * Xᵀ r, or (X²)ᵀ r with the squares of the features.
   *
   * @param r n×M
   * @param out M a slot, overwritten
   */
  final void transposeTimes(final double[] r, final boolean squared, final double[] out) {
    Arrays.fill(out, 0, size * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = squared ? x.values[j] * x.values[j] : x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          out[row + c] += value * r[t * m + c];
        }
      }
    }
    System.arraycopy(r, x.length * m, out, (size - transitions) * m, transitions * m);
  }

  /**
   * Turns against the gradient g = Xᵀr, by the curvature C that was taken: d = −(A + P + C)⁻¹ g.
   *
   * @param r n×M, times the example's weight
   * @param along n×M, written: the direction's scores, t = Xd
   */
  final void turn(final double[] r, final double[] along) {
    transposeTimes(r, false, gradient);
    turn();
    times(direction, false, along, 0);
  }

  /** The direction against the gradient. */
  abstract void turn();

  /** dᵀ(A + P)d of the direction turned to. */
  abstract double stiffness();

  /** Learns the step: θ ← θ + ηd, A ← A + C. */
  abstract void write(double step);
}
