package org.majorant.bound;

import org.majorant.clique.Chain;

/**
 * log Z of a chain along one direction, f(η) = log Z(s + η g, τ + η e): what bounds a step along it
 * without another look at the chain. With the slope μ and the variance V of the direction's score
 * under the chain, and R its range over all labellings,
 *
 * <pre>
 *   f(η) ≤ f(0) + μη + min( V (e^(Rη) − Rη − 1) / R²,  R²η²/8 ),    η ≥ 0
 * </pre>
 *
 * <p>since |f'''| ≤ R f'' (a third central moment is at most the range times the variance) and f''
 * ≤ R²/4 (Popoviciu). V is exact, so the bound is tight to third order; and where the objective has
 * −mη and ½Qη² besides,
 *
 * <pre>    η = log(1 + R m / (V + Q)) / R</pre>
 *
 * <p>cannot raise it, nor can any smaller step.
 */
public final class ChainLine {
  private final ChainCurvature hessian = ChainCurvature.hessian();
  private final double[][] extremes;
  private double logPartition;
  private double slope;
  private double variance;
  private double range;

  /**
   * @param labels M
   */
  public ChainLine(final int labels) {
    extremes = new double[4][labels];
  }

  /**
   * Takes a direction at a chain's scores.
   *
   * @param chain after both passes
   * @param nodes g, T×M
   * @param transitions e, M×M, row: the label before
   */
  public void expand(final Chain chain, final double[] nodes, final double[] transitions) {
    final int m = chain.labels();
    hessian.expand(chain);
    logPartition = chain.logPartition();
    variance = hessian.along(nodes, transitions);
    slope = hessian.slope();
    range = range(nodes, transitions, chain.length(), m);
  }

  /** V, the second derivative at 0. */
  public double variance() {
    return variance;
  }

  /** The bound on f. */
  public double value(final double step) {
    final double x = range * step;
    final double rise =
        x < 1e-4
            ? variance * step * step * (0.5 + x / 6)
            : variance * (Math.expm1(x) - x) / (range * range);
    return logPartition + slope * step + Math.min(rise, x * x / 8);
  }

  /**
   * The step that cannot raise an objective w f(η) − … of a slope −m at 0, with ½Qη² besides.
   *
   * @param descent m, above 0
   * @param curvature wV + Q, above 0
   */
  public double safeStep(final double descent, final double curvature) {
    final double ratio = descent / curvature;
    return range * ratio < 1e-9 ? ratio : Math.log1p(range * ratio) / range;
  }

  /** The largest less the smallest score of a labelling. */
  private double range(
      final double[] nodes, final double[] transitions, final int length, final int m) {
    double[] high = extremes[0];
    double[] low = extremes[1];
    double[] nextHigh = extremes[2];
    double[] nextLow = extremes[3];
    System.arraycopy(nodes, 0, high, 0, m);
    System.arraycopy(nodes, 0, low, 0, m);
    for (int t = 1; t < length; t++) {
      for (int u = 0; u < m; u++) {
        double most = Double.NEGATIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        for (int v = 0; v < m; v++) {
          most = Math.max(most, high[v] + transitions[v * m + u]);
          least = Math.min(least, low[v] + transitions[v * m + u]);
        }
        nextHigh[u] = most + nodes[t * m + u];
        nextLow[u] = least + nodes[t * m + u];
      }
      final double[] highBefore = high;
      final double[] lowBefore = low;
      high = nextHigh;
      low = nextLow;
      nextHigh = highBefore;
      nextLow = lowBefore;
    }
    double most = Double.NEGATIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    for (int u = 0; u < m; u++) {
      most = Math.max(most, high[u]);
      least = Math.min(least, low[u]);
    }
    return most - least;
  }
}
