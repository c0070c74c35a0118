package org.majorant.memory;

import org.majorant.schema.Curvature;

/** A is its diagonal, m×V. */
class DiagonalSite extends Site {
  DiagonalSite(final int vectors, final int size, final double time) {
    this(Curvature.DIAGONAL, vectors, size, time);
  }

  DiagonalSite(final Curvature kind, final int vectors, final int size, final double time) {
    super(kind, vectors, size, (long) vectors * size, time);
  }

  /**
   * Aθ.
   *
   * @param theta θ at the site's features, m×V like the result
   */
  double[] times(final double[] theta) {
    final double[] product = new double[theta.length];
    for (int at = 0; at < theta.length; at++) {
      product[at] = curvature[at] * theta[at];
    }
    return product;
  }

  /** The trace of what A has beside the diagonal. */
  double kept() {
    return 0;
  }

  @Override
  public final double absorbedMassRatio() {
    double absorbed = 0;
    for (final double entry : curvature) {
      absorbed += entry;
    }
    return absorbed > 0 ? absorbed / (absorbed + kept()) : 0;
  }
}
