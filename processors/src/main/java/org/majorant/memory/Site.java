package org.majorant.memory;

import org.majorant.decay.Decay;
import org.majorant.matrix.Cholesky;
import org.majorant.schema.Curvature;

/**
 * A sum of likelihood sites in natural parameters: what some examples add to (A, b) and to the
 * feature scale. Sites of the same spec are summable, decayed to a common time first; the whole
 * state of a surrogate is one site, too.
 *
 * <p>Sparse over m features, V vectors (of the first memory, then of each beside it),
 * feature-major:
 *
 * <pre>
 *   features   m          indices, ascending
 *   count      m          examples in which the feature was not zero
 *   square     m          sum of its squares in them (clipped)
 *   priorSquare m         mean square that the worker's prior stands at; 0: unknown   full
 *   linear     m×V        b
 *   curvature  m×V        A's diagonal                           diagonal
 *              V×m(m+1)/2 A's upper triangle by rows, a vector   full
 *              m×V        A's diagonal beside the rows           low-rank
 *   rows       V×r×m      W, so that A = WᵀW + diagonal          low-rank
 *   pull       m×V        Aθ at the worker's θ, for the κ-merge  or none
 * </pre>
 */
public final class Site implements Surrogate.State {
  private static final double ROUNDING = 1e-9;

  /**
   * Curvature far below any prior, and far above where doubles lose digits. Mean squares are above,
   * too, since values come as floats.
   */
  private static final double NOTHING = 0x1p-900;

  public final Curvature kind;
  private final SiteLayout layout;
  final int vectors;
  public final int size;
  final int rank;
  public final int[] features;
  public final double[] count;
  public final double[] square;
  final double[] priorSquare;
  public final double[] linear;
  public final double[] curvature;
  final double[] rows;
  public double[] pull = {};

  /** The time that weights are relative to, see {@link Decay}. */
  public final double time;

  public Site(
      final Curvature kind, final int vectors, final int size, final int rank, final double time) {
    this.kind = kind;
    layout = SiteLayout.of(kind);
    this.vectors = vectors;
    this.size = size;
    this.rank = rank;
    this.time = time;
    features = new int[size];
    count = new double[size];
    square = new double[size];
    priorSquare = new double[Math.toIntExact(layout.priorSquares(size))];
    linear = new double[size * vectors];
    curvature = new double[Math.toIntExact(layout.curvatures(vectors, size))];
    rows = new double[vectors * rank * size];
  }

  /** The same numbers, relative to another time. */
  Site(final Site of, final double time) {
    kind = of.kind;
    layout = of.layout;
    vectors = of.vectors;
    size = of.size;
    rank = of.rank;
    features = of.features;
    count = of.count;
    square = of.square;
    priorSquare = of.priorSquare;
    linear = of.linear;
    curvature = of.curvature;
    rows = of.rows;
    pull = of.pull;
    this.time = time;
  }

  /**
   * The same, learned before its model went on from an older state, when the number of examples was
   * another: by a clock that counts examples, its last one came at another time.
   *
   * @param examples before its last one, now
   */
  public Site moved(final Decay decay, final double examples) {
    return decay.byRecordTime() ? this : new Site(this, examples);
  }

  /** Re-expresses (A, b) at another time: all weights times a factor. */
  void multiply(final double factor) {
    if (factor != 1) {
      scale(linear, factor);
      scale(curvature, factor);
      scale(rows, Math.sqrt(factor));
      scale(pull, factor);
    }
  }

  private static void scale(final double[] part, final double factor) {
    for (int i = 0; i < part.length; i++) {
      part[i] *= factor;
    }
  }

  /**
   * Aθ; not for full curvature.
   *
   * @param theta θ at the site's features, m×V like the result
   */
  double[] times(final double[] theta) {
    final double[] product = new double[theta.length];
    for (int at = 0; at < theta.length; at++) {
      product[at] = curvature[at] * theta[at];
    }
    for (int row = 0; row < vectors * rank; row++) {
      final int c = row / rank;
      final int o = row * size;
      double dot = 0;
      for (int j = 0; j < size; j++) {
        dot += rows[o + j] * theta[j * vectors + c];
      }
      for (int j = 0; j < size; j++) {
        product[j * vectors + c] += rows[o + j] * dot;
      }
    }
    return product;
  }

  /** The part at the site's features, m×V, of what is laid out feature-major. */
  double[] gather(final double[] dense) {
    final double[] local = new double[size * vectors];
    for (int j = 0; j < size; j++) {
      System.arraycopy(dense, features[j] * vectors, local, j * vectors, vectors);
    }
    return local;
  }

  /**
   * Refuses what a model of another curvature learned.
   *
   * @throws IllegalArgumentException where it is of another
   */
  public void requireCurvature(final Curvature known) {
    if (kind != known) {
      throw new IllegalArgumentException("site of " + kind + " curvature");
    }
  }

  /**
   * Refuses what no examples could have taught: curvature below zero would make A indefinite.
   * (Directional forgetting takes curvature away, and is exempt.)
   *
   * @throws IllegalArgumentException where a diagonal entry or square is negative or not a number,
   *     no value has such a square, no example had a feature, or a full matrix is not positive
   *     semidefinite
   */
  public void requirePositive() {
    for (int j = 0; j < size; j++) {
      boolean possible = count[j] > 0 && (square[j] == 0 || square[j] >= NOTHING * count[j]);
      possible &= priorSquare.length == 0 || priorSquare[j] >= 0;
      for (int c = 0; c < vectors; c++) {
        possible &= diagonal(j, c) >= 0;
      }
      if (!possible) {
        throw new IllegalArgumentException("impossible curvature at feature " + features[j]);
      }
    }
    if (layout.isDense()) {
      requirePositiveBlocks();
    }
  }

  /**
   * Every block of A must have a Cholesky factor, once it is scaled to a diagonal of one and raised
   * by what rounding may have taken from it. What has decayed to nothing has no digits left, and is
   * measured against {@link #NOTHING}.
   */
  private void requirePositiveBlocks() {
    for (int c = 0; c < vectors; c++) {
      final double[] scale = new double[size];
      for (int i = 0; i < size; i++) {
        scale[i] = 1 / Math.sqrt(Math.max(NOTHING, diagonal(i, c)));
      }
      final double[] block = new double[size * size];
      for (int i = 0; i < size; i++) {
        for (int j = i, at = layout.diagonal(i, c, vectors, size); j < size; j++, at++) {
          block[i * size + j] = i == j ? 1 + ROUNDING : curvature[at] * scale[i] * scale[j];
        }
      }
      if (!Cholesky.tryFactor(block, size)) {
        throw new IllegalArgumentException("impossible curvature: a matrix that is not positive");
      }
    }
  }

  /** Whether all numbers are finite. */
  public boolean isFinite() {
    for (final double[] part :
        new double[][] {count, square, priorSquare, linear, curvature, rows, pull}) {
      for (final double number : part) {
        if (!Double.isFinite(number)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The same, checked.
   *
   * @throws ArithmeticException where a number is not finite
   */
  public Site requireFinite() {
    if (!isFinite()) {
      throw new ArithmeticException("a sum of the surrogate is not finite");
    }
    return this;
  }

  private double diagonal(final int j, final int c) {
    return curvature[layout.diagonal(j, c, vectors, size)];
  }

  @Override
  public double absorbedMassRatio() {
    if (layout.isDense()) {
      return 0;
    }
    double absorbed = 0;
    for (final double entry : curvature) {
      absorbed += entry;
    }
    double kept = 0;
    for (final double entry : rows) {
      kept += entry * entry;
    }
    return absorbed > 0 ? absorbed / (absorbed + kept) : 0;
  }

  /** Number of features that the examples had. */
  public int size() {
    return size;
  }

  @Override
  public Site site() {
    return this;
  }

  @Override
  public double time() {
    return time;
  }
}
