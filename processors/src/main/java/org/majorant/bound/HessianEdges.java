package org.majorant.bound;

import java.util.Arrays;
import org.majorant.clique.Chain;

/** The covariance given the next label, p_t(u) · Cov(· | u): exactly the Hessian of log Z. */
final class HessianEdges implements EdgeCurvature {
  private Chain chain;
  private double[] variances = {}; // given each label

  @Override
  public void expand(final Chain chain) {
    this.chain = chain;
    if (variances.length < chain.labels()) {
      variances = new double[chain.labels()];
    }
  }

  @Override
  public double along(
      final int t,
      final double[] b,
      final double[] h,
      final int from,
      final double[] mean,
      final double[] e) {
    final int m = chain.labels();
    Arrays.fill(variances, 0);
    for (int v = 0; v < m; v++) {
      for (int u = 0; u < m; u++) {
        final double x = h[from + v] + e[v * m + u] - mean[from + m + u];
        variances[u] += b[v * m + u] * x * x;
      }
    }
    double total = 0;
    for (int u = 0; u < m; u++) {
      total += chain.marginals()[t * m + u] * variances[u];
    }
    return total;
  }

  @Override
  public void addTimes(
      final int t,
      final double[] b,
      final double[] h,
      final int from,
      final double[] mean,
      final double[] e,
      final double[] outH,
      final double[] outE) {
    final int m = chain.labels();
    final double[] p = chain.marginals();
    for (int v = 0; v < m; v++) {
      for (int u = 0; u < m; u++) {
        final double x = h[from + v] + e[v * m + u] - mean[from + m + u];
        final double pushed = p[t * m + u] * b[v * m + u] * x;
        outH[from + v] += pushed;
        outE[v * m + u] += pushed;
      }
    }
  }

  @Override
  public double lastAlong(final double[] h, final int from) {
    final double mean = lastMean(h, from);
    double variance = 0;
    for (int u = from; u < from + chain.labels(); u++) {
      variance += chain.marginals()[u] * (h[u] - mean) * (h[u] - mean);
    }
    return variance;
  }

  @Override
  public void lastTimes(final double[] h, final int from, final double[] out) {
    final double mean = lastMean(h, from);
    for (int u = from; u < from + chain.labels(); u++) {
      out[u] = chain.marginals()[u] * (h[u] - mean);
    }
  }

  private double lastMean(final double[] h, final int from) {
    double mean = 0;
    for (int u = from; u < from + chain.labels(); u++) {
      mean += chain.marginals()[u] * h[u];
    }
    return mean;
  }
}
