package org.majorant.learn;

import java.util.List;
import org.majorant.model.SparseExample;
import org.majorant.schema.ModelSpec;

/**
 * A worker's surrogate (A, b): the last base and the worker's own sites on top, in the form in
 * which an example is read and written fastest. An example is first {@link #read}, then the
 * implicit step is solved outside, then it is {@link #write written}; never one without the other.
 *
 * <p>One implementation a curvature. All times and weights are in the sense of {@link Decay}; a
 * memory keeps (A, b) in units of a reference time and takes care of those units itself.
 */
public sealed interface Memory permits DiagonalMemory, FullMemory, LowRankMemory {
  static Memory of(final ModelSpec spec) {
    return switch (spec.getCurvature()) {
      case DIAGONAL -> new DiagonalMemory(spec);
      case LOW_RANK -> new LowRankMemory(spec);
      case FULL -> new FullMemory(spec);
    };
  }

  /** Moves to the time of the next example. */
  void advance(double time);

  /**
   * Clips the example in place to ±4 RMS, scores it, counts it into the feature scale and so into
   * the prior, and scores it again.
   *
   * @param before written: θᵀx a vector, under the prior as it stood
   * @param scores written: θᵀx a vector
   * @param variance written: xᵀ(A+P)⁻¹x a vector
   */
  void read(SparseExample x, double[] before, double[] scores, double[] variance);

  /** Mean square of a feature of the example just read. */
  double meanSquare(int feature);

  /**
   * Learns the example just read: θ ← θ + β(A+P)⁻¹x, A ← A + c xxᵀ, b ← (A+P)θ, a vector each.
   *
   * @param beta β a vector, times the example's weight
   * @param curvature c a vector, times the example's weight
   */
  void write(SparseExample x, double[] beta, double[] curvature);

  /**
   * Takes out the sum of all sites since the last call, in units of the time of the last example;
   * what was learned stays learned.
   *
   * @param pull whether the site is to say where it pulls, for the κ-merge
   */
  Site ship(boolean pull);

  /** An upper estimate of the bytes that {@link #ship} would give now. */
  long shipBytes();

  /**
   * Starts from a new base, with the worker's own sites that it does not contain. What was learned
   * since the last {@link #ship} is kept on top.
   */
  void adopt(Site base, List<Site> own);
}
