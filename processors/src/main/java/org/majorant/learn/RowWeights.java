package org.majorant.learn;

import java.util.Arrays;
import org.majorant.features.Dimensions;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparseRows;
import org.majorant.memory.Memory;
import org.majorant.schema.ModelSpec;

/**
 * The part of a {@link Memory.Rows} that one example touches, dense: the M parameters of each
 * distinct feature in a slot, where features that rows share are read and written once.
 *
 * <p>Hot: all loops over features of rows are here. Allocates nothing once its buffers have grown.
 */
final class RowWeights {
  private final int m;
  private final Slots distinct;
  private int size;
  private int[] features;
  private int[] slots; // by position in the example
  private double[] theta = {};
  private double[] variance = {};
  private double[] gain = {};
  private double[] gradient = {};
  private double[] direction = {};
  private double[] other = {}; // θ by another prior
  private final FactorVariances variances = new FactorVariances();
  private SparseRows x;

  RowWeights(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    m = dimensions.vectors();
    distinct = new Slots(dimensions.features());
  }

  /** Takes an example, and reads the parameters of its features. */
  void open(final SparseRows example, final Memory.Rows memory) {
    x = example;
    distinct.open(x);
    size = distinct.size();
    features = distinct.features();
    slots = distinct.ofPositions();
    if (theta.length < size * m) {
      final int room = 2 * size * m;
      theta = new double[room];
      variance = new double[room];
      gain = new double[room];
      gradient = new double[room];
      direction = new double[room];
      other = new double[room];
    }
    if (x instanceof SparseGraph graph) {
      variances.open(graph, slots, size);
    }
    read(memory);
  }

  private void read(final Memory.Rows memory) {
    for (int slot = 0; slot < size; slot++) {
      memory.read(features[slot], theta, variance, slot * m);
    }
  }

  /** Counts each row that has a feature, with its square; for a prior that does not go by that. */
  void countRows(final Memory.Rows memory) {
    for (int j = 0; j < x.starts[x.length]; j++) {
      memory.count(x.indices[j], x.values[j]);
    }
  }

  /**
   * Counts each factor of a graph that has a feature, with the feature's variance over its
   * configurations, and reads the parameters again, since the prior goes by that. M = 1.
   */
  void countVariances(final Memory.Rows memory) {
    variances.expand();
    for (int i = 0; i < variances.size(); i++) {
      memory.count(features[variances.slot(i)], Math.sqrt(variances.variance(i)));
    }
    read(memory);
  }

  /**
   * Scores and their variances, a row and vector each.
   *
   * @param scores n×M, written: Σ x θ
   * @param variances n×M, written: Σ x²/D
   */
  void score(final double[] scores, final double[] variances) {
    Arrays.fill(scores, 0, x.length * m, 0);
    Arrays.fill(variances, 0, x.length * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          scores[t * m + c] += value * theta[row + c];
          variances[t * m + c] += value * value * variance[row + c];
        }
      }
    }
  }

  /**
   * Scores by another prior, a row and vector each. What was read of the memory is enough for it.
   *
   * @param l strength of the prior, in units of the spec's
   * @param scores n×M, written from {@code at} on: Σ x θ / (1 + (l − 1) P/D)
   */
  void score(final Memory.Rows memory, final double l, final double[] scores, final int at) {
    for (int slot = 0; slot < size; slot++) {
      final double p = (l - 1) * memory.prior(features[slot]);
      for (int k = slot * m; k < (slot + 1) * m; k++) {
        other[k] = theta[k] / (1 + p * variance[k]);
      }
    }
    Arrays.fill(scores, at, at + x.length * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          scores[at + t * m + c] += value * other[row + c];
        }
      }
    }
  }

  /**
   * Takes what the rows say each by itself, gradient = Σ x r and gain = Σ x² c, and turns against
   * it: d = −gradient / (D + gain).
   *
   * @param residuals r, n×M
   * @param curvatures c, n×M
   * @param along n×M, written: the direction's scores, Σ x d
   */
  void turn(final double[] residuals, final double[] curvatures, final double[] along) {
    Arrays.fill(gain, 0, size * m, 0);
    Arrays.fill(gradient, 0, size * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          gradient[row + c] += value * residuals[t * m + c];
          gain[row + c] += value * value * curvatures[t * m + c];
        }
      }
    }
    turn(along);
  }

  /**
   * Takes what the factors of a graph say, gradient = w Σ x r and gain = w Σ (Var_p(x) − Var_q(x))₊
   * over them, and turns against it likewise. M = 1.
   *
   * @param residuals r = p − q, n
   * @param p probabilities of the configurations of each factor, n
   * @param q of those that agree with the states observed, n
   * @param weight w
   * @param along n, written
   */
  void turnTogether(
      final double[] residuals,
      final double[] p,
      final double[] q,
      final double weight,
      final double[] along) {
    variances.expand(p, q);
    Arrays.fill(gain, 0, size, 0);
    Arrays.fill(gradient, 0, size, 0);
    for (int i = 0; i < variances.size(); i++) {
      gain[variances.slot(i)] += weight * variances.variance(i);
    }
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        gradient[slots[j]] += weight * x.values[j] * residuals[t];
      }
    }
    turn(along);
  }

  private void turn(final double[] along) {
    for (int at = 0; at < size * m; at++) {
      direction[at] = -gradient[at] * variance[at] / (1 + gain[at] * variance[at]);
    }
    Arrays.fill(along, 0, x.length * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          along[t * m + c] += value * direction[row + c];
        }
      }
    }
  }

  /** dᵀDd of the direction turned to. */
  double stiffness() {
    double stiffness = 0;
    for (int at = 0; at < size * m; at++) {
      stiffness += direction[at] * direction[at] / variance[at];
    }
    return stiffness;
  }

  /** Learns the step: θ ← θ + ηd, A ← A + gain; so b ← b + gain θ − η gradient. */
  void write(final double step, final Memory.Rows memory) {
    for (int at = 0; at < size * m; at++) {
      gradient[at] = gain[at] * theta[at] - step * gradient[at];
    }
    for (int slot = 0; slot < size; slot++) {
      memory.write(features[slot], gain, gradient, slot * m);
    }
  }
}
