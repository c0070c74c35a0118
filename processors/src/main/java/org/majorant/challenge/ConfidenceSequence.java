package org.majorant.challenge;

/**
 * Where the mean of numbers lies that are bounded and depend on each other, as experience with a
 * model does: bounds that hold at every moment at once, so that whoever watches them may stop
 * whenever he likes. With S the sum of numbers δ from [−B, B], m the sum of their means given what
 * came before each, V = Σ (δ − γ)² and γ any number from [−B, B] that was known before,
 *
 * <pre>
 *   E exp(λ(S − m) − ψ(λ) V) ≤ 1,      ψ(λ) = (−log(1 − cλ) − cλ) / c²,    c = 2B,   0 ≤ λ &lt; 1/c
 * </pre>
 *
 * and so is the mean of that over λ, with the density e^cλ c / (e − 1). With a = 1 + V/c² and t =
 * (S − m) / ca, and where g = a(t − log(1 + t)), this mean is Γ(a) P(a, a + at) (a + at)^−a e^(a +
 * at) / (e − 1), P the incomplete gamma function. As P ≥ 1 − e^−g (Chernoff) and by Stirling's
 * series, it is at least
 *
 * <pre>
 *   (e^g − 1) (2π/a)^½ exp(1/12a − 1/360a³) / (e − 1),
 * </pre>
 *
 * which exceeds 1/α with a probability of α at most, ever (Ville). So g has a bound, and with it t.
 *
 * <p>Sources: Howard, Ramdas, McAuliffe and Sekhon 2021, theorem 4 and proposition 9; Choe and
 * Ramdas 2023 for the losses of forecasters. See MATHS.md 18.
 */
public final class ConfidenceSequence {
  private static final double STIRLING_1 = 1.0 / 12;
  private static final double STIRLING_3 = 1.0 / 360;

  private final double scale;
  private final double alpha;

  /**
   * @param bound of the numbers, B
   * @param alpha with that probability at most a bound is ever wrong
   */
  public ConfidenceSequence(final double bound, final double alpha) {
    scale = 2 * bound;
    this.alpha = alpha;
  }

  /** Below which the numbers' mean is not; −B at least. */
  public double lower(final long n, final double sum, final double variation) {
    return n == 0 ? -scale / 2 : Math.max(-scale / 2, (sum - deviation(variation)) / n);
  }

  /** Above which the numbers' mean is not; B at most. */
  public double upper(final long n, final double sum, final double variation) {
    return n == 0 ? scale / 2 : Math.min(scale / 2, (sum + deviation(variation)) / n);
  }

  /**
   * How far the sum is never above that of the means.
   *
   * @param variation V
   */
  public double deviation(final double variation) {
    final double a = 1 + variation / (scale * scale);
    final double stirling = STIRLING_1 / a - STIRLING_3 / (a * a * a);
    final double mixed = Math.expm1(1) / alpha * Math.sqrt(a / (2 * Math.PI));
    return scale * a * excess(Math.log1p(mixed * Math.exp(-stirling)) / a);
  }

  /** The t above 0 for which t − log(1 + t) is that much; Newton's steps come from above. */
  private static double excess(final double much) {
    double t = much + Math.sqrt(2 * much);
    for (int step = 0; step < 60; step++) {
      final double next = t - (t - Math.log1p(t) - much) * (1 + t) / t;
      if (!(next < t)) {
        return t;
      }
      t = next;
    }
    return t;
  }
}
