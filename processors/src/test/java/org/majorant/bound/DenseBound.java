package org.majorant.bound;

/**
 * A quadratic expansion of a log-partition function at θ̃ in few dimensions: L + μᵀδ + ½ δᵀΣδ at θ̃
 * + δ.
 *
 * @param logPartition L = log Z(θ̃), nats
 * @param gradient μ, length d: the gradient of log Z at θ̃
 * @param curvature Σ, d×d
 */
record DenseBound(double logPartition, double[] gradient, double[] curvature) {
  /**
   * The expansion's value at θ̃ + δ, nats.
   *
   * @param delta length d
   */
  double value(final double[] delta) {
    final int d = gradient.length;
    double value = logPartition;
    for (int i = 0; i < d; i++) {
      double product = 0;
      for (int j = 0; j < d; j++) {
        product += curvature[i * d + j] * delta[j];
      }
      value += delta[i] * (gradient[i] + 0.5 * product);
    }
    return value;
  }

  /** The trace of Σ. */
  double trace() {
    double trace = 0;
    for (int i = 0; i < gradient.length; i++) {
      trace += curvature[i * gradient.length + i];
    }
    return trace;
  }
}
