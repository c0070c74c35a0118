package org.majorant.solve;

/**
 * A linear row divided by |a| in the metric D⁻¹: like a row of W it then measures θ in √nats,
 * whatever units it came in.
 *
 * @param indices where a is not zero
 * @param coefficients a, scaled
 * @param bound c, scaled
 * @param scale what they were multiplied by
 * @param trace 1e-10 Σ|aᵢbᵢ/Dᵢ|: far below what the row would be without constraints
 */
record ScaledRow(int[] indices, double[] coefficients, double bound, double scale, double trace) {
  static ScaledRow of(final LinearRow row, final Quadratic quadratic) {
    final int[] indices = row.indices();
    double square = 0;
    double reach = 0;
    for (int at = 0; at < indices.length; at++) {
      final double a = row.coefficients()[at];
      square += a * a / quadratic.diagonal()[indices[at]];
      reach += Math.abs(a * quadratic.b()[indices[at]]) / quadratic.diagonal()[indices[at]];
    }
    final double scale = 1 / Math.sqrt(square);
    final double[] scaled = new double[indices.length];
    for (int at = 0; at < scaled.length; at++) {
      scaled[at] = scale * row.coefficients()[at];
    }
    return new ScaledRow(indices, scaled, scale * row.bound(), scale, 1e-10 * scale * reach);
  }

  /** aᵀx. */
  double times(final double[] x) {
    double sum = 0;
    for (int at = 0; at < indices.length; at++) {
      sum += coefficients[at] * x[indices[at]];
    }
    return sum;
  }

  /** |c| + Σ|aᵢxᵢ|, and the trace lest all of these vanish. */
  double terms(final double[] x) {
    double sum = Math.abs(bound) + trace + Double.MIN_NORMAL;
    for (int at = 0; at < indices.length; at++) {
      sum += Math.abs(coefficients[at] * x[indices[at]]);
    }
    return sum;
  }

  /** out ← out + factor · a. */
  void addTo(final double[] out, final double factor) {
    for (int at = 0; at < indices.length; at++) {
      out[indices[at]] += factor * coefficients[at];
    }
  }
}
