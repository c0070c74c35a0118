package org.majorant.memory;

import org.majorant.features.SparsePoint;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;

/**
 * The memory of a model of points, in the form in which a point is read and written fastest. It is
 * first {@link #read}, then the implicit step is solved outside, then it is {@link #write written};
 * never one without the other. One implementation a curvature.
 */
public interface PointMemory extends Memory {
  static PointMemory of(final ModelSpec spec) {
    return SiteLayout.of(spec.getCurvature()).points.apply(spec);
  }

  /**
   * Clips the example in place to ±4 RMS, scores it, counts it into the feature scale and so into
   * the prior, and scores it again.
   *
   * @param before written: θᵀx a vector, under the prior as it stood; for each θ of the spec's
   *     {@link Mixture}
   * @param scores written: θᵀx a vector; of each memory, where there are several
   * @param variance written: xᵀ(A+P)⁻¹x a vector, likewise
   */
  void read(SparsePoint x, double[] before, double[] scores, double[] variance);

  /** Mean square of a feature of the example just read. */
  double meanSquare(int feature);

  /**
   * Learns the example just read: θ ← θ + β(A+P)⁻¹x, A ← A + c xxᵀ, b ← (A+P)θ, a vector each.
   *
   * @param beta β a vector of each memory, times the example's weight
   * @param curvature c a vector of each memory, times the example's weight
   */
  void write(SparsePoint x, double[] beta, double[] curvature);
}
