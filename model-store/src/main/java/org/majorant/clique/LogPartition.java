package org.majorant.clique;

/**
 * Multiclass inference: log Z = log Σ e^s and the probabilities p = e^(s − log Z), without
 * overflow.
 */
public final class LogPartition {
  private LogPartition() {}

  /**
   * log Σᵢ e^sᵢ, nats.
   *
   * @param scores finite or −∞, at least one finite
   */
  public static double of(final double[] scores) {
    double max = Double.NEGATIVE_INFINITY;
    for (final double s : scores) {
      max = Math.max(max, s);
    }
    double sum = 0;
    for (final double s : scores) {
      sum += Math.exp(s - max);
    }
    return max + Math.log(sum);
  }

  /**
   * Probabilities of the outcomes; log Z, nats.
   *
   * @param out as long as the scores, written; may be the same array
   */
  public static double probabilities(final double[] scores, final double[] out) {
    final double logPartition = of(scores);
    for (int i = 0; i < scores.length; i++) {
      out[i] = Math.exp(scores[i] - logPartition);
    }
    return logPartition;
  }

  /** log(eᵃ + eᵇ), nats; at least one of them is not −∞. */
  public static double add(final double a, final double b) {
    return Math.max(a, b) + log1p(Math.exp(-Math.abs(a - b)));
  }

  /** log(1 + eˢ): the log-partition of scores (0, s). */
  public static double softplus(final double s) {
    return Math.max(s, 0) + log1p(Math.exp(-Math.abs(s)));
  }

  /**
   * log(1 + e), within a few units in the last place (Kahan; Goldberg 1991, theorem 4). The JDK
   * takes {@link Math#log1p} to native code and back, which costs an example more than its scores.
   *
   * @param e 0 to 1
   */
  public static double log1p(final double e) {
    final double sum = 1 + e;
    return sum == 1 ? e : Math.log(sum) * (e / (sum - 1));
  }

  /** 1 / (1 + e⁻ˢ): the second outcome's probability at scores (0, s). */
  public static double sigmoid(final double s) {
    if (s >= 0) {
      return 1 / (1 + Math.exp(-s));
    }
    final double e = Math.exp(s);
    return e / (1 + e);
  }
}
