package org.majorant.bound;

/**
 * Algorithm 1 of JC12 for any finite Ω with features f(y) in R<sup>d</sup> and prior masses h(y) ≥
 * 0: the quadratic bound on log Z(θ) = log Σ h(y) exp(θᵀf(y)), expanded at θ̃,
 *
 * <pre>    log Z(θ) ≤ L + δᵀμ + ½ δᵀΣδ,   δ = θ − θ̃,   for every θ, with equality at θ̃.</pre>
 *
 * <p>The recursion of the algorithm runs in the n scores a = log h + Fθ̃ alone ({@link
 * MulticlassBound}, with its curvature C and probabilities p), because every vector that it forms
 * is a combination of the rows of F:
 *
 * <pre>    μ = Fᵀp,   Σ = FᵀCF = Σᵢ wᵢ lᵢlᵢᵀ,   lᵢ = fᵢ − μᵢ₋₁,   μᵢ₋₁ the mean of those before i.
 * </pre>
 *
 * <p>So L, μ and the bound's value anywhere cost O(n + nnz(F)), and Σ is not formed unless asked
 * for. μ is the gradient of log Z at θ̃ and L its value there.
 */
public final class QuadraticBound {
  private final Features features;
  private final MulticlassBound scores;

  private QuadraticBound(final Features features, final MulticlassBound scores) {
    this.features = features;
    this.scores = scores;
  }

  /** The bound at θ̃ with outcomes taken in descending order, the tightest on average. */
  public static QuadraticBound at(
      final double[] theta, final Features features, final double[] logPrior) {
    return at(theta, features, logPrior, OutcomeOrder.DESCENDING);
  }

  /**
   * The bound at θ̃.
   *
   * @param theta θ̃, length d, finite
   * @param features n×d
   * @param logPrior log h(y), length n; −∞ for an outcome without mass
   * @throws IllegalArgumentException where no outcome has mass, a length does not fit, or a score
   *     is not finite for another reason than a prior of −∞
   */
  public static QuadraticBound at(
      final double[] theta,
      final Features features,
      final double[] logPrior,
      final OutcomeOrder order) {
    final int n = features.outcomes();
    if (theta.length != features.dimension() || logPrior.length != n) {
      throw new IllegalArgumentException(
          "θ of length %d and %d priors for %d outcomes with %d features"
              .formatted(theta.length, logPrior.length, n, features.dimension()));
    }
    final double[] a = new double[n];
    boolean mass = false;
    for (int y = 0; y < n; y++) {
      final double dot = features.dot(y, theta);
      a[y] = logPrior[y] + dot;
      if (!Double.isFinite(dot) || !(a[y] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "score of outcome %d is not finite: log-prior %s + %s".formatted(y, logPrior[y], dot));
      }
      mass |= a[y] > Double.NEGATIVE_INFINITY;
    }
    if (!mass) {
      throw new IllegalArgumentException("none of " + n + " outcomes has mass");
    }
    final MulticlassBound scores = new MulticlassBound(n, order);
    scores.expand(a);
    return new QuadraticBound(features, scores);
  }

  /** L = log Z(θ̃), nats. */
  public double logPartition() {
    return scores.logPartition();
  }

  /**
   * out ← out + μ, the gradient of log Z at θ̃.
   *
   * @param out length d
   */
  public void addGradient(final double[] out) {
    final double[] p = new double[features.outcomes()];
    scores.probabilities(p);
    addCombination(p, out);
  }

  /**
   * The bound's value at θ̃ + δ: L + δᵀμ + ½ δᵀΣδ, nats.
   *
   * @param delta length d
   */
  public double value(final double[] delta) {
    return scores.value(times(delta));
  }

  /**
   * The trace of the Hessian of log Z at θ̃, E_p|f − μ|²; that of Σ is never less, since Σ's bound
   * touches log Z there.
   */
  public double hessianTrace() {
    final double[] p = new double[features.outcomes()];
    scores.probabilities(p);
    final double[] mean = new double[features.dimension()];
    addCombination(p, mean);
    double trace = 0;
    for (int y = 0; y < p.length; y++) {
      final double[] deviation = new double[mean.length];
      features.add(y, 1, deviation);
      for (int i = 0; i < mean.length; i++) {
        trace += p[y] * (deviation[i] - mean[i]) * (deviation[i] - mean[i]);
      }
    }
    return trace;
  }

  /**
   * The square-root rows √wᵢ lᵢ, i = 2 .. n, with Σ = RᵀR, as {@link LowRankFold} takes them: R is
   * (n−1)×d, row-major; the rows of outcomes without mass are 0.
   */
  double[] rows() {
    final int n = features.outcomes();
    final int d = features.dimension();
    final double[] rows = new double[Math.multiplyExact(n - 1, d)];
    final double[] mean = new double[d];
    final double[] l = new double[d];
    features.add(scores.outcome(0), 1, mean);
    for (int i = 1; i < n && scores.weight(i) > 0; i++) {
      for (int j = 0; j < d; j++) {
        l[j] = -mean[j];
      }
      features.add(scores.outcome(i), 1, l);
      final double root = Math.sqrt(scores.weight(i));
      final double rho = scores.share(i);
      for (int j = 0; j < d; j++) {
        rows[(i - 1) * d + j] = root * l[j];
        mean[j] += rho * l[j];
      }
    }
    return rows;
  }

  /** Σ itself, d×d, for small d. */
  public double[] dense() {
    final int d = features.dimension();
    final double[] rows = rows();
    final double[] sigma = new double[Math.multiplyExact(d, d)];
    for (int row = 0; row < rows.length; row += d) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          sigma[i * d + j] += rows[row + i] * rows[row + j];
        }
      }
    }
    return sigma;
  }

  /** Fv. */
  private double[] times(final double[] v) {
    final double[] product = new double[features.outcomes()];
    for (int y = 0; y < product.length; y++) {
      product[y] = features.dot(y, v);
    }
    return product;
  }

  /** out ← out + Fᵀc. */
  private void addCombination(final double[] c, final double[] out) {
    for (int y = 0; y < c.length; y++) {
      if (c[y] != 0) {
        features.add(y, c[y], out);
      }
    }
  }
}
