package org.majorant.bound;

/**
 * The features of a finite Ω: n vectors f(y) in R<sup>d</sup>, the rows of an n×d matrix F. Arrays
 * are taken as they are, not copied, and must not change afterwards.
 */
public sealed interface Features {
  /** n, the size of Ω. */
  int outcomes();

  /** d. */
  int dimension();

  /**
   * f(y)ᵀv.
   *
   * @param v length d
   */
  double dot(int y, double[] v);

  /**
   * out ← out + scale · f(y).
   *
   * @param out length d
   */
  void add(int y, double scale, double[] out);

  /**
   * Every coordinate stored.
   *
   * @param values n×d, row-major
   */
  record Dense(double[] values, int dimension) implements Features {
    public Dense {
      if (dimension < 1 || values.length % dimension != 0) {
        throw new IllegalArgumentException(
            values.length + " values are no rows of length " + dimension);
      }
    }

    @Override
    public int outcomes() {
      return values.length / dimension;
    }

    @Override
    public double dot(final int y, final double[] v) {
      final int row = y * dimension;
      double sum = 0;
      for (int i = 0; i < dimension; i++) {
        sum += values[row + i] * v[i];
      }
      return sum;
    }

    @Override
    public void add(final int y, final double scale, final double[] out) {
      final int row = y * dimension;
      for (int i = 0; i < dimension; i++) {
        out[i] += scale * values[row + i];
      }
    }
  }

  /**
   * Non-zeros only, row after row. An index that occurs twice in a row counts twice.
   *
   * @param starts length n + 1: row y is at starts[y] .. starts[y + 1] − 1
   * @param indices coordinates, each in 0 .. d − 1
   * @param values as long as indices
   */
  record Sparse(int[] starts, int[] indices, double[] values, int dimension) implements Features {
    public Sparse {
      if (starts.length < 1 || starts[starts.length - 1] != indices.length) {
        throw new IllegalArgumentException("the last row must end at " + indices.length);
      }
      if (indices.length != values.length) {
        throw new IllegalArgumentException(
            indices.length + " indices but " + values.length + " values");
      }
    }

    @Override
    public int outcomes() {
      return starts.length - 1;
    }

    @Override
    public double dot(final int y, final double[] v) {
      double sum = 0;
      for (int at = starts[y]; at < starts[y + 1]; at++) {
        sum += values[at] * v[indices[at]];
      }
      return sum;
    }

    @Override
    public void add(final int y, final double scale, final double[] out) {
      for (int at = starts[y]; at < starts[y + 1]; at++) {
        out[indices[at]] += scale * values[at];
      }
    }
  }
}
