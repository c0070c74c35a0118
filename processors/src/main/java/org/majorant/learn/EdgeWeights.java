package org.majorant.learn;

import java.util.Arrays;
import org.majorant.features.Dimensions;
import org.majorant.features.SparseMatching;
import org.majorant.matching.CentredCurvature;
import org.majorant.matching.MatchingInference;
import org.majorant.memory.Memory;
import org.majorant.schema.ModelSpec;

/**
 * The part of a {@link Memory.Joint} that one matching touches: the weight of each distinct feature
 * of its edges in a slot, with the gradient, the curvature and the direction of a step there.
 *
 * <p>Hot: all loops over features of edges are here. Allocates nothing once its buffers have grown.
 */
final class EdgeWeights {
  /** Of a variance against the mean square; floats that differ leave 1e-15. */
  private static final double ROUNDING = 1e-20;

  private static final int SWEEPS = 2;

  private final Memory.Joint memory;
  private final Slots slots;
  private final CentredCurvature centred = new CentredCurvature(SWEEPS);
  private SparseMatching x;
  private double[] theta = {};
  private double[] mean = {};
  private double[] square = {};
  private double[] spread = {};
  private double[] gradient = {};
  private double[] direction = {};
  private double[] pull = {}; // −(A + P) times the direction
  private double[] push = {};
  private double[] curvature = {}; // a number a slot and rows of them, or a matrix over the slots
  private int[] present = {};

  EdgeWeights(final ModelSpec spec, final Memory.Joint memory) {
    this.memory = memory;
    slots = new Slots(Dimensions.of(spec).features());
  }

  /** Takes an example, and reads the weights of its features. */
  void open(final SparseMatching example) {
    x = example;
    slots.open(x);
    reserve();
    read();
  }

  private void read() {
    memory.read(slots.features(), slots.size(), theta);
  }

  /**
   * Counts each feature, with its variance over the edges, and reads the weights again, since the
   * prior goes by that. The variance is taken in two passes: what all edges have in common leaves
   * 0, not its rounding.
   */
  void countVariances() {
    final int[] at = slots.ofPositions();
    final int end = x.starts[x.length];
    for (int slot = 0; slot < slots.size(); slot++) {
      mean[slot] = 0;
      square[slot] = 0;
      present[slot] = 0;
    }
    for (int j = 0; j < end; j++) {
      mean[at[j]] += x.values[j] / x.length;
      square[at[j]] += x.values[j] * x.values[j] / x.length;
      present[at[j]]++;
    }
    for (int slot = 0; slot < slots.size(); slot++) {
      final double absent = x.length - present[slot];
      spread[slot] = absent / x.length * mean[slot] * mean[slot];
    }
    for (int j = 0; j < end; j++) {
      final double deviation = x.values[j] - mean[at[j]];
      spread[at[j]] += deviation * deviation / x.length;
    }
    for (int slot = 0; slot < slots.size(); slot++) {
      final boolean varies = spread[slot] > ROUNDING * square[slot];
      memory.count(slots.features()[slot], varies ? Math.sqrt(spread[slot]) : 0);
    }
    read();
  }

  /** Scores of the edges: θᵀφ. */
  void score(final double[] out) {
    rowsTimes(theta, out);
  }

  private void rowsTimes(final double[] dense, final double[] out) {
    final int[] at = slots.ofPositions();
    for (int e = 0; e < x.length; e++) {
      double sum = 0;
      for (int j = x.starts[e]; j < x.starts[e + 1]; j++) {
        sum += x.values[j] * dense[at[j]];
      }
      out[e] = sum;
    }
  }

  /**
   * Turns against the gradient: g = w Σ r φ, d = −(A + P + wC)⁻¹ g.
   *
   * @param residuals r, one an edge
   * @param inference whose marginals C is at
   * @param along written: the direction's scores, dᵀφ of each edge
   */
  void turn(final double[] residuals, final MatchingInference inference, final double[] along) {
    final int[] at = slots.ofPositions();
    Arrays.fill(gradient, 0, slots.size(), 0);
    for (int e = 0; e < x.length; e++) {
      for (int j = x.starts[e]; j < x.starts[e + 1]; j++) {
        gradient[at[j]] += x.weight * residuals[e] * x.values[j];
      }
    }
    curve(inference);
    memory.turn(slots.features(), slots.size(), curvature, gradient, direction);
    addCurvatureTimes(direction, gradient, pull);
    rowsTimes(direction, along);
  }

  /** dᵀ(A + P)d of the direction turned to. */
  double stiffness() {
    double product = 0;
    for (int slot = 0; slot < slots.size(); slot++) {
      product += direction[slot] * pull[slot];
    }
    return Math.max(0, -product);
  }

  /**
   * Learns the step: θ ← θ + ηd, A ← A + wC; so b ← b + η(A + P)d + wC(θ + ηd).
   *
   * @param inference whose marginals C is at
   */
  void write(final double step, final MatchingInference inference) {
    curve(inference);
    if (memory.rows() > 0) {
      centred.rows(x.weight, memory.rows(), curvature, slots.size());
    }
    for (int slot = 0; slot < slots.size(); slot++) {
      pull[slot] *= -step;
      theta[slot] += step * direction[slot];
    }
    addCurvatureTimes(theta, pull, push);
    memory.write(slots.features(), slots.size(), curvature, push);
  }

  /** Takes wC. */
  private void curve(final MatchingInference inference) {
    final int size = slots.size();
    centred.expand(inference, x.starts, slots.ofPositions(), x.values, size);
    Arrays.fill(curvature, 0, memory.isDense() ? size * size : size, 0);
    if (memory.isDense()) {
      centred.addTo(x.weight, curvature);
    } else {
      centred.addDiagonal(x.weight, curvature);
    }
  }

  /** Out ← sum + wC v. */
  private void addCurvatureTimes(final double[] v, final double[] sum, final double[] out) {
    final int size = slots.size();
    for (int i = 0; i < size; i++) {
      double product = memory.isDense() ? 0 : curvature[i] * v[i];
      for (int j = 0; memory.isDense() && j < size; j++) {
        product += curvature[i * size + j] * v[j];
      }
      out[i] = sum[i] + product;
    }
  }

  private void reserve() {
    final int size = slots.size();
    if (theta.length < size) {
      final int room = 2 * size;
      theta = new double[room];
      mean = new double[room];
      square = new double[room];
      spread = new double[room];
      gradient = new double[room];
      direction = new double[room];
      pull = new double[room];
      push = new double[room];
      present = new int[room];
      curvature = new double[memory.isDense() ? room * room : room * (1 + memory.rows())];
    }
  }
}
