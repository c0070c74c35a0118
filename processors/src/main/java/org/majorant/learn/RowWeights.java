package org.majorant.learn;

import java.util.Arrays;
import org.majorant.memory.Memory;
import org.majorant.schema.ModelSpec;

/**
 * The part of a {@link Memory.Rows} that one example touches: each weight has a precision D of its
 * own, and a curvature C of the example.
 */
final class RowWeights extends ExampleWeights {
  private final Memory.Rows memory;
  private double[] variance = {}; // 1/D, M a slot, as the next
  private double[] gain = {}; // C
  private double[] other = {}; // θ by another prior

  RowWeights(final ModelSpec spec) {
    this(spec, Memory.Rows.of(spec));
  }

  private RowWeights(final ModelSpec spec, final Memory.Rows memory) {
    super(spec, memory);
    this.memory = memory;
  }

  @Override
  void reserve(final int room) {
    variance = new double[room];
    gain = new double[room];
    other = new double[room];
  }

  @Override
  void read() {
    for (int slot = 0; slot < size; slot++) {
      memory.read(features[slot], theta, variance, slot * m);
    }
  }

  /** θ / (1 + (l − 1) P/D). */
  @Override
  double[] under(final double l) {
    for (int slot = 0; slot < size; slot++) {
      final double p = (l - 1) * memory.prior(features[slot]);
      for (int k = slot * m; k < (slot + 1) * m; k++) {
        other[k] = theta[k] / (1 + p * variance[k]);
      }
    }
    return other;
  }

  /**
   * @param out n×M, written: ν = Σ x²/D
   */
  void variances(final double[] out) {
    times(variance, true, out, 0);
  }

  /** Takes what each row says by itself: C = Σ x² c, with c times the example's weight, n×M. */
  void curveByRows(final double[] c) {
    transposeTimes(c, true, gain);
  }

  /**
   * Takes what the factors of a graph say: C = w Σ (Var_p(x) − Var_q(x))₊.
   *
   * @param p probabilities of the configurations of each factor, n
   * @param q of those that agree with the states observed, n; null where all were
   */
  void curveByFactors(final double[] p, final double[] q) {
    variances.expand(p, q);
    Arrays.fill(gain, 0, size, 0);
    for (int i = 0; i < variances.size(); i++) {
      gain[variances.slot(i)] += x.weight * variances.variance(i);
    }
  }

  @Override
  void turn() {
    for (int at = 0; at < size * m; at++) {
      direction[at] = -gradient[at] * variance[at] / (1 + gain[at] * variance[at]);
    }
  }

  @Override
  double stiffness() {
    double stiffness = 0;
    for (int at = 0; at < size * m; at++) {
      stiffness += direction[at] * direction[at] / variance[at];
    }
    return stiffness;
  }

  /** As b = (A + P)θ, b ← b + Cθ − ηg. */
  @Override
  void write(final double step) {
    for (int at = 0; at < size * m; at++) {
      gradient[at] = gain[at] * theta[at] - step * gradient[at];
    }
    for (int slot = 0; slot < touched(); slot++) {
      memory.write(features[slot], gain, gradient, slot * m);
    }
  }
}
