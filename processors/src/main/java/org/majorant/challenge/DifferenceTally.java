package org.majorant.challenge;

/**
 * What a confidence sequence needs of numbers: how many, their sum, and how much they vary, Σ (δ −
 * γ)², where γ is the mean of those before. What is taken out adds up with that of other tallies,
 * because each γ was known before its δ.
 */
final class DifferenceTally {
  private long before; // that were taken out
  private double sumBefore;
  private long examples;
  private double sum;
  private double variation;

  void add(final double delta) {
    final long n = before + examples;
    final double deviation = delta - (n == 0 ? 0 : (sumBefore + sum) / n);
    variation += deviation * deviation;
    sum += delta;
    examples++;
  }

  /** What was added is told: from now on it only counts for the mean. */
  void take() {
    before += examples;
    sumBefore += sum;
    examples = 0;
    sum = 0;
    variation = 0;
  }

  long examples() {
    return examples;
  }

  double sum() {
    return sum;
  }

  double variation() {
    return variation;
  }
}
