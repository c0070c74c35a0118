package org.majorant.solve;

/**
 * One sparse linear constraint, aᵀθ = c or aᵀθ ≤ c. The arrays are not copied.
 *
 * @param name what messages call it
 * @param equality whether aᵀθ must equal the bound
 * @param indices where a is not zero, strictly ascending
 * @param coefficients a at the indices
 * @param bound c
 */
public record LinearRow(
    String name, boolean equality, int[] indices, double[] coefficients, double bound) {
  /**
   * @throws IllegalArgumentException where the arrays differ in length, the indices do not ascend
   *     or a number is not finite
   */
  public LinearRow {
    if (indices.length != coefficients.length) {
      throw new IllegalArgumentException(
          name + ": " + indices.length + " indices, " + coefficients.length + " coefficients");
    }
    boolean finite = Double.isFinite(bound);
    int before = -1;
    for (int at = 0; at < indices.length; at++) {
      if (indices[at] <= before) {
        throw new IllegalArgumentException(name + ": indices do not ascend at " + indices[at]);
      }
      before = indices[at];
      finite &= Double.isFinite(coefficients[at]);
    }
    if (!finite) {
      throw new IllegalArgumentException(name + ": a number is not finite");
    }
  }

  /** aᵀθ = c. */
  public static LinearRow equal(
      final String name, final int[] indices, final double[] coefficients, final double c) {
    return new LinearRow(name, true, indices, coefficients, c);
  }
}
