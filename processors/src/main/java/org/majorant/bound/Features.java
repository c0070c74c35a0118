package org.majorant.bound;

/**
 * The features of a finite Ω: n sparse vectors f(y) in R<sup>d</sup>, the rows of an n×d matrix F,
 * non-zeros only and row after row. An index that occurs twice in a row counts twice. The arrays
 * are not copied and must not change afterwards.
 *
 * @param starts length n + 1: row y is at starts[y] .. starts[y + 1] − 1
 * @param indices coordinates, each in 0 .. d − 1
 * @param values as long as indices, finite
 * @param dimension d
 */
public record Features(int[] starts, int[] indices, double[] values, int dimension) {
  /**
   * @throws IllegalArgumentException where the arrays are no such matrix
   */
  public Features {
    if (starts.length < 2 || starts[0] != 0 || starts[starts.length - 1] != indices.length) {
      throw new IllegalArgumentException(
          "row starts must run from 0 to " + indices.length + ", with at least one row");
    }
    if (indices.length != values.length) {
      throw new IllegalArgumentException(
          indices.length + " indices but " + values.length + " values");
    }
    for (int y = 0; y + 1 < starts.length; y++) {
      if (starts[y] > starts[y + 1]) {
        throw new IllegalArgumentException("outcome " + y + " ends before it starts");
      }
    }
    for (int y = 0; y + 1 < starts.length; y++) {
      for (int at = starts[y]; at < starts[y + 1]; at++) {
        if (indices[at] < 0 || indices[at] >= dimension || !Double.isFinite(values[at])) {
          throw new IllegalArgumentException(
              "outcome %d has %s at feature %d of %d"
                  .formatted(y, values[at], indices[at], dimension));
        }
      }
    }
  }

  /**
   * The non-zeros of a dense matrix.
   *
   * @param values n×d, row-major
   */
  public static Features dense(final double[] values, final int dimension) {
    if (dimension < 1 || values.length % dimension != 0) {
      throw new IllegalArgumentException(
          values.length + " values are no rows of length " + dimension);
    }
    int size = 0;
    for (final double value : values) {
      size += value == 0 ? 0 : 1;
    }
    final int[] starts = new int[values.length / dimension + 1];
    final int[] indices = new int[size];
    final double[] nonZeros = new double[size];
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] != 0) {
        indices[at] = i % dimension;
        nonZeros[at++] = values[i];
      }
      starts[i / dimension + 1] = at;
    }
    return new Features(starts, indices, nonZeros, dimension);
  }

  /** n, the size of Ω. */
  public int outcomes() {
    return starts.length - 1;
  }

  /**
   * f(y)ᵀv.
   *
   * @param v length d
   */
  public double dot(final int y, final double[] v) {
    double sum = 0;
    for (int at = starts[y]; at < starts[y + 1]; at++) {
      sum += values[at] * v[indices[at]];
    }
    return sum;
  }

  /**
   * out ← out + scale · f(y).
   *
   * @param out length d
   */
  public void add(final int y, final double scale, final double[] out) {
    for (int at = starts[y]; at < starts[y + 1]; at++) {
      out[indices[at]] += scale * values[at];
    }
  }
}
