package org.majorant.model;

/**
 * Probabilities at all temperatures of a {@link Mixture}'s members. All of them are quarters, so
 * that the powers e^(as) come from one exponential by multiplication.
 */
final class Temperatures {
  /** a in quarters: ½, ¾, 1, 1¼, 1½, 2. */
  static final int[] QUARTERS = {2, 3, 4, 5, 6, 8};

  private static final int MOST_QUARTERS = 8;

  /** Below, a loss would be infinite. */
  private static final double LEAST = 1e-300;

  private Temperatures() {}

  /** Of scores (0, s): with u = e^(−|s|/4), the less likely outcome has u^4a / (1 + u^4a). */
  static void binary(final double score, final int from, final double[] out) {
    final double u = Math.exp(-0.25 * Math.abs(score));
    final int likely = score > 0 ? 1 : 0;
    double power = u;
    for (int quarters = 2, k = 0; quarters <= MOST_QUARTERS; quarters++) {
      power *= u;
      if (quarters == QUARTERS[k]) {
        final double p = 1 / (1 + power);
        out[from + 2 * k + likely] = p;
        out[from + 2 * k + 1 - likely] = Math.max(LEAST, power * p);
        k++;
      }
    }
  }

  /** With u = e^((s − most)/4): u^4a h / Σ u^4a h. */
  static void all(
      final double[] scores,
      final int first,
      final boolean second,
      final int outcomes,
      final double[] logPrior,
      final int from,
      final double[] out) {
    double most = Double.NEGATIVE_INFINITY;
    double mostPrior = Double.NEGATIVE_INFINITY;
    for (int o = 0; o < outcomes; o++) {
      if (logPrior == null || logPrior[o] > Double.NEGATIVE_INFINITY) {
        most = Math.max(most, score(scores, first, second, o));
        mostPrior = logPrior == null ? 0 : Math.max(mostPrior, logPrior[o]);
      }
    }
    for (int o = 0; o < outcomes; o++) {
      final double u = Math.exp(0.25 * Math.min(0, score(scores, first, second, o) - most));
      final double h = logPrior == null ? 1 : Math.exp(logPrior[o] - mostPrior);
      double power = u;
      for (int quarters = 2, k = 0; quarters <= MOST_QUARTERS; quarters++) {
        power *= u;
        if (quarters == QUARTERS[k]) {
          out[from + k * outcomes + o] = h == 0 ? 0 : Math.max(LEAST, power * h);
          k++;
        }
      }
    }
    for (int k = from; k < from + QUARTERS.length * outcomes; k += outcomes) {
      double sum = 0;
      for (int o = k; o < k + outcomes; o++) {
        sum += out[o];
      }
      for (int o = k; o < k + outcomes; o++) {
        out[o] /= sum;
      }
    }
  }

  /** The first of two labels has the score zero. */
  private static double score(
      final double[] scores, final int first, final boolean second, final int outcome) {
    return !second ? scores[first + outcome] : outcome == 0 ? 0 : scores[first];
  }
}
