package org.majorant.solve;

/**
 * The optimality conditions of Algorithm 2, written down from the primal problem alone. Every
 * violation is relative to 1 + the terms that make it up.
 */
public final class Kkt {
  private final Quadratic f;
  private final double[] l1;
  private final Constraints in;

  public Kkt(final Quadratic f, final double[] l1, final Constraints in) {
    this.f = f;
    this.l1 = l1;
    this.in = in;
  }

  /** The largest violation; infinite where the box or a multiplier's sign is not exact. */
  public double violation(final double[] theta, final double[] multipliers) {
    final int d = theta.length;
    final double[] gradient = new double[d];
    final double[] size = new double[d];
    for (int i = 0; i < d; i++) {
      add(gradient, size, i, f.diagonal()[i] * theta[i]);
      add(gradient, size, i, -f.b()[i]);
      size[i] += 1;
    }
    for (int a = 0; a < f.rank(); a++) {
      double dot = 0;
      double terms = 0;
      for (int i = 0; i < d; i++) {
        dot += f.w()[a * d + i] * theta[i];
        terms += Math.abs(f.w()[a * d + i] * theta[i]);
      }
      for (int i = 0; i < d; i++) {
        gradient[i] += f.w()[a * d + i] * dot;
        size[i] += Math.abs(f.w()[a * d + i]) * terms;
      }
    }
    double worst = 0;
    for (int j = 0; j < in.rows().size(); j++) {
      final LinearRow row = in.rows().get(j);
      double value = -row.bound();
      double terms = 1 + Math.abs(row.bound());
      for (int at = 0; at < row.indices().length; at++) {
        final int i = row.indices()[at];
        value += row.coefficients()[at] * theta[i];
        terms += Math.abs(row.coefficients()[at] * theta[i]);
        add(gradient, size, i, multipliers[j] * row.coefficients()[at]);
      }
      if (row.equality()) {
        worst = Math.max(worst, Math.abs(value) / terms);
      } else if (multipliers[j] < 0) {
        return Double.POSITIVE_INFINITY;
      } else {
        worst = Math.max(worst, value / terms);
        worst = Math.max(worst, Math.min(multipliers[j], -value / terms));
      }
    }
    for (int i = 0; i < d; i++) {
      worst = Math.max(worst, stationarity(i, theta[i], gradient[i]) / size[i]);
    }
    return worst;
  }

  /** How far 0 is from gradient + l1 ∂|θ| + the normal cone of [lo, hi]. */
  private double stationarity(final int i, final double theta, final double gradient) {
    final double lower = in.lower()[i];
    final double upper = in.upper()[i];
    if (!(theta >= lower && theta <= upper)) {
      return Double.POSITIVE_INFINITY;
    }
    final double least = gradient + (theta > 0 ? l1[i] : -l1[i]);
    final double most = gradient + (theta < 0 ? -l1[i] : l1[i]);
    final double tooHigh = theta == lower ? 0 : Math.max(0, least);
    final double tooLow = theta == upper ? 0 : Math.max(0, -most);
    return Math.max(tooHigh, tooLow);
  }

  private static void add(final double[] sum, final double[] size, final int i, final double term) {
    sum[i] += term;
    size[i] += Math.abs(term);
  }
}
