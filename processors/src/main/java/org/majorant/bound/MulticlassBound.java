package org.majorant.bound;

import org.majorant.clique.LogPartition;

/**
 * Algorithm 1 of JC12 for n outcomes in score space, in its stable O(n) form (after sorting).
 *
 * <p>With the scores a in order, and starting from L = a₁, each further outcome i adds
 *
 * <pre>
 *   r = aᵢ − L    wᵢ = tanh(|r|/2) / (2|r|)    L ← log(eᴸ + e^aᵢ)    ρᵢ = e^(aᵢ − L)
 * </pre>
 *
 * <p>The 2n numbers (wᵢ, ρᵢ) determine the n×n curvature C, which is never formed: its square-root
 * rows are √wᵢ (eᵢ − mᵢ₋₁), where m is the running mean of the outcomes so far. For any change δ of
 * the scores,
 *
 * <pre>    log Σ e^(a+δ) ≤ L + pᵀδ + ½ δᵀ C δ.</pre>
 *
 * <p>The order of the outcomes matters to how tight C is ({@link OutcomeOrder}), so it is part of
 * the algorithm. An outcome of score −∞ has no mass and adds nothing. Instances are reused from
 * example to example; nothing is allocated after construction.
 */
public final class MulticlassBound {
  /** Below this |r| the closed form of w loses digits; the series is exact to 1e-16 there. */
  private static final double SERIES_BELOW = 0.05;

  private final int n;
  private final double[] keys; // null where the scores themselves are the keys
  private final boolean ascending;
  private final int[] order;
  private final double[] w;
  private final double[] rho;
  private double logPartition;

  /**
   * The bound in descending order.
   *
   * @param n number of outcomes, at least 1
   */
  public MulticlassBound(final int n) {
    this(n, OutcomeOrder.DESCENDING);
  }

  /**
   * @param n number of outcomes, at least 1
   */
  public MulticlassBound(final int n, final OutcomeOrder policy) {
    this.n = n;
    this.keys = policy == OutcomeOrder.DESCENDING ? null : new double[n];
    this.ascending = policy == OutcomeOrder.ASCENDING;
    this.order = new int[n];
    this.w = new double[n];
    this.rho = new double[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
  }

  /** w(r) = tanh(|r|/2) / (2|r|): the curvature of the bound on log(1 + eʳ); 1/4 at 0, 0 at ±∞. */
  public static double curvature(final double r) {
    final double s = Math.abs(r);
    return curvature(s, Math.exp(-s));
  }

  /** tanh(s/2) / (2s) = (1 − e) / (2s (1 + e)) with e = e^−s, s ≥ 0. */
  private static double curvature(final double s, final double e) {
    if (s < SERIES_BELOW) {
      final double x = 0.25 * s * s;
      return 0.25 * (1 - x * (1 / 3.0 - x * (2 / 15.0 - x * (17 / 315.0 - x * (62 / 2835.0)))));
    }
    return (1 - e) / (2 * s * (1 + e));
  }

  /**
   * Expands the bound at these scores.
   *
   * @param scores length n, finite or −∞, at least one finite
   */
  public void expand(final double[] scores) {
    sortDescending(keys == null ? scores : keysOf(scores));
    double sum = scores[order[0]];
    rho[0] = 1;
    w[0] = 0;
    for (int i = 1; i < n; i++) {
      final double a = scores[order[i]];
      final double r = a - sum; // −∞ where the outcome has no mass: then w = ρ = 0
      final double e = Math.exp(-Math.abs(r));
      w[i] = curvature(Math.abs(r), e);
      rho[i] = (r > 0 ? 1 : e) / (1 + e);
      sum = Math.max(a, sum) + LogPartition.log1p(e);
    }
    logPartition = sum;
  }

  /** L = log Z at the scores of the last expansion. */
  public double logPartition() {
    return logPartition;
  }

  /**
   * The bound's value after the scores changed by δ: L + pᵀδ + ½ δᵀCδ.
   *
   * @param delta length n
   */
  public double value(final double[] delta) {
    double mean = delta[order[0]];
    double quadratic = 0;
    for (int i = 1; i < n; i++) {
      if (rho[i] > 0 || w[i] > 0) {
        final double l = delta[order[i]] - mean;
        quadratic += w[i] * l * l;
        mean += rho[i] * l;
      }
    }
    return logPartition + mean + 0.5 * quadratic;
  }

  /** The outcome met i-th, i = 0 .. n − 1. */
  int outcome(final int i) {
    return order[i];
  }

  /** wᵢ of the outcome met i-th; 0 for the first. */
  double weight(final int i) {
    return w[i];
  }

  /** ρᵢ, the share of the outcome met i-th in the mass so far; 1 for the first. */
  double share(final int i) {
    return rho[i];
  }

  /**
   * The outcomes' probabilities, the gradient of log Z.
   *
   * @param out length n, written
   */
  public void probabilities(final double[] out) {
    double rest = 1;
    for (int i = n - 1; i >= 0; i--) {
      out[order[i]] = rest * rho[i];
      rest *= 1 - rho[i];
    }
  }

  /**
   * The curvature times a vector, C v.
   *
   * @param v length n
   * @param out length n, written; not v itself
   */
  public void times(final double[] v, final double[] out) {
    double mean = v[order[0]];
    for (int i = 1; i < n; i++) {
      final double l = v[order[i]] - mean;
      out[order[i]] = w[i] * l;
      mean += rho[i] * l;
    }
    double acc = 0;
    for (int i = n - 1; i > 0; i--) {
      final double t = out[order[i]];
      out[order[i]] = t - rho[i] * acc;
      acc = t + (1 - rho[i]) * acc;
    }
    out[order[0]] = -acc;
  }

  /**
   * The diagonal of C.
   *
   * @param out length n, written
   */
  public void diagonal(final double[] out) {
    double acc = 0;
    for (int i = n - 1; i >= 0; i--) {
      final double rest = 1 - rho[i];
      out[order[i]] = w[i] + rho[i] * rho[i] * acc;
      acc = w[i] + rest * rest * acc;
    }
  }

  /** Keys whose descending order is the policy's. */
  private double[] keysOf(final double[] scores) {
    for (int i = 0; i < n; i++) {
      final double key = ascending ? -scores[i] : -i;
      keys[i] = scores[i] == Double.NEGATIVE_INFINITY ? Double.NEGATIVE_INFINITY : key;
    }
    return keys;
  }

  /** Shell sort: in place, and quick on the few outcomes and nearly sorted orders met here. */
  private void sortDescending(final double[] scores) {
    for (int gap = firstGap(n); gap > 0; gap /= 3) {
      for (int i = gap; i < n; i++) {
        final int outcome = order[i];
        final double score = scores[outcome];
        int j = i;
        for (; j >= gap && scores[order[j - gap]] < score; j -= gap) {
          order[j] = order[j - gap];
        }
        order[j] = outcome;
      }
    }
  }

  private static int firstGap(final int n) {
    int gap = 1;
    while (gap < n / 3) {
      gap = 3 * gap + 1;
    }
    return gap;
  }
}
