package org.majorant.learn;

import org.majorant.schema.Curvature;

/**
 * A sum of likelihood sites in natural parameters: what some examples add to (A, b) and to the
 * feature scale. Sites of the same spec are summable, decayed to a common time first; the whole
 * state of a surrogate is one site, too.
 *
 * <p>Sparse over m features, V vectors, feature-major:
 *
 * <pre>
 *   features   m          indices, ascending
 *   count      m          examples in which the feature was not zero
 *   square     m          sum of its squares in them (clipped)
 *   linear     m×V        b
 *   curvature  m×V        A's diagonal                           diagonal
 *              V×m(m+1)/2 A's upper triangle by rows, a vector   full
 *              m×V        A's diagonal beside the rows           low-rank
 *   rows       V×r×m      W, so that A = WᵀW + diagonal          low-rank
 * </pre>
 */
public final class Site {
  final Curvature kind;
  final int vectors;
  final int size;
  final int rank;
  final int[] features;
  final double[] count;
  final double[] square;
  final double[] linear;
  final double[] curvature;
  final double[] rows;

  /** The time that weights are relative to, see {@link Decay}. */
  final double time;

  Site(final Curvature kind, final int vectors, final int size, final int rank, final double time) {
    this.kind = kind;
    this.vectors = vectors;
    this.size = size;
    this.rank = rank;
    this.time = time;
    features = new int[size];
    count = new double[size];
    square = new double[size];
    linear = new double[size * vectors];
    curvature = new double[curvatureSize(kind, vectors, size)];
    rows = new double[vectors * rank * size];
  }

  static int curvatureSize(final Curvature kind, final int vectors, final int size) {
    return kind == Curvature.FULL ? vectors * triangle(size) : vectors * size;
  }

  /** Entries of an upper triangle with the diagonal. */
  static int triangle(final int size) {
    return Math.toIntExact((long) size * (size + 1) / 2);
  }

  /** Number of features that the examples had. */
  public int size() {
    return size;
  }

  /** See {@link Decay}. */
  public double time() {
    return time;
  }
}
