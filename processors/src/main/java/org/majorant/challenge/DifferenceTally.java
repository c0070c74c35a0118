package org.majorant.challenge;

/**
 * What a confidence sequence needs of numbers: how many, their sum, and how much they vary, Σ (δ −
 * γ)², where γ is the mean of those before. Sums of several tallies add up, because each γ was
 * known before its δ, in whatever order they are told.
 */
final class DifferenceTally {
  private long examples;
  private double sum;
  private double variation;

  void add(final double delta) {
    final double deviation = delta - (examples == 0 ? 0 : sum / examples);
    variation += deviation * deviation;
    sum += delta;
    examples++;
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
