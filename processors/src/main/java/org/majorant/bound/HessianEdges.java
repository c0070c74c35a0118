package org.majorant.bound;

import org.majorant.clique.Chain;

/** The covariance given the next label, p_t(u) · Cov(· | u): exactly the Hessian of log Z. */
final class HessianEdges implements EdgeCurvature {
  private Chain chain;

  @Override
  public void expand(final Chain chain) {
    this.chain = chain;
  }

  @Override
  public double along(
      final int t, final double[] h, final int from, final double[] mean, final double[] e) {
    final int m = chain.labels();
    final double[] b = chain.predecessors();
    double total = 0;
    for (int u = 0; u < m; u++) {
      double variance = 0;
      for (int v = 0; v < m; v++) {
        final double x = h[from + v] + e[v * m + u] - mean[from + m + u];
        variance += b[(t * m + u) * m + v] * x * x;
      }
      total += chain.marginals()[t * m + u] * variance;
    }
    return total;
  }

  @Override
  public void addTimes(
      final int t,
      final double[] h,
      final int from,
      final double[] mean,
      final double[] e,
      final double[] outH,
      final double[] outE) {
    final int m = chain.labels();
    for (int u = 0; u < m; u++) {
      for (int v = 0; v < m; v++) {
        final double x = h[from + v] + e[v * m + u] - mean[from + m + u];
        final double pushed = chain.edgeMarginal(t, v, u) * x;
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
