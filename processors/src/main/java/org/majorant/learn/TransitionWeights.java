package org.majorant.learn;

import java.util.Arrays;
import org.majorant.clique.Chain;
import org.majorant.clique.ObservedChain;
import org.majorant.memory.Memory;

/**
 * The transitions of a {@link Memory.Rows}, dense, while a sequence is learned; all arrays are M×M,
 * row: the label before.
 */
final class TransitionWeights {
  final double[] theta;
  final double[] direction;
  private final double[] variance;
  private final double[] gradient;
  private final double[] gain;
  private final int m;
  private final int first; // feature of the first row

  TransitionWeights(final int labels, final int first) {
    m = labels;
    this.first = first;
    theta = new double[m * m];
    direction = new double[m * m];
    variance = new double[m * m];
    gradient = new double[m * m];
    gain = new double[m * m];
  }

  /** Counts a sequence of more than one token, and reads the parameters. */
  void open(final Memory.Rows memory, final int length) {
    for (int v = 0; v < m; v++) {
      if (length > 1) {
        memory.count(first + v, 1);
      }
      memory.read(first + v, theta, variance, v * m);
    }
  }

  /**
   * The scores by another prior.
   *
   * @param l strength of the prior, in units of the spec's
   * @param scores M×M, written: θ / (1 + (l − 1) P/D)
   */
  void score(final Memory.Rows memory, final double l, final double[] scores) {
    for (int v = 0; v < m; v++) {
      final double p = (l - 1) * memory.prior(first + v);
      for (int at = v * m; at < (v + 1) * m; at++) {
        scores[at] = theta[at] / (1 + p * variance[at]);
      }
    }
  }

  /**
   * The direction e = −E/(D + gain), with E = Σ p − Σ q over the edges, and what the sequence says
   * of the curvature, gain = Σ (p(1−p) − q(1−q))₊.
   */
  void turn(final Chain chain, final ObservedChain numerator, final double weight) {
    Arrays.fill(gradient, 0);
    Arrays.fill(gain, 0);
    for (int t = 1; t < chain.length(); t++) {
      final double[] p = chain.edgeMarginals(t);
      final double[] q = numerator.edgeMarginals(t);
      for (int at = 0; at < m * m; at++) {
        gradient[at] += weight * (p[at] - q[at]);
        gain[at] += weight * Math.max(0, p[at] * (1 - p[at]) - q[at] * (1 - q[at]));
      }
    }
    for (int at = 0; at < direction.length; at++) {
      direction[at] = -gradient[at] * variance[at] / (1 + gain[at] * variance[at]);
    }
  }

  /** −Eᵀe: what the direction gains at first, and what the quadratic term takes of it. */
  double descent() {
    double descent = 0;
    for (int at = 0; at < direction.length; at++) {
      descent -= gradient[at] * direction[at];
    }
    return descent;
  }

  /** Learns the step, as {@link RowWeights#write}. */
  void write(final double step, final Memory.Rows memory, final int length) {
    if (length > 1) {
      for (int at = 0; at < gradient.length; at++) {
        gradient[at] = gain[at] * theta[at] - step * gradient[at];
      }
      for (int v = 0; v < m; v++) {
        memory.write(first + v, gain, gradient, v * m);
      }
    }
  }
}
