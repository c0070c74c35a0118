package org.majorant.memory;

import java.util.List;
import org.majorant.schema.ModelSpec;

/**
 * A worker's surrogate (A, b): the last base and the worker's own sites on top. All times and
 * weights are in the sense of {@link org.majorant.decay.Decay}; a memory keeps (A, b) in units of a
 * reference time and takes care of those units itself.
 */
public interface Memory {
  /** Moves to the time of the next example. */
  void advance(double time);

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
   * since the last {@link #ship} is kept on top. From one {@link PagedState} to another that costs
   * what differs, and what was learned between.
   */
  void adopt(Surrogate.State base, List<Site> own);

  /**
   * The same where these sites are all that was ever learned, and this worker learned them: it goes
   * on as if it had never stopped.
   */
  default void resume(final Surrogate.State base, final List<Site> own) {
    adopt(base, own);
  }

  /**
   * It goes on by itself, though there are newer bases: the state that it began on need not be kept
   * for the next one, which is adopted whole.
   */
  default void leaveBase() {}

  /**
   * The memory of a model whose examples tell of many features at once, by a gradient and a
   * curvature that is no single direction's: read and written for all features of an example
   * together. A feature has one weight. But for diagonal curvature it is that of points, too.
   */
  interface Joint extends Memory {
    static Joint of(final ModelSpec spec) {
      return SiteLayout.of(spec.getCurvature()).joint.apply(spec);
    }

    /**
     * Whether the curvature of n features is n×n numbers, by rows; else it is n, their diagonal,
     * and the rows that {@link #rows} asks for.
     */
    boolean isDense();

    /**
     * How many rows of n numbers follow the diagonal, whose squares are part of it: they say how
     * the features go together.
     */
    default int rows() {
      return 0;
    }

    /** Counts an example that has the feature, with what scales its prior. */
    void count(int feature, double deviation);

    /**
     * Reads the weights of some features.
     *
     * @param features distinct; may be longer
     * @param size how many count
     * @param theta written, size
     */
    void read(int[] features, int size, double[] theta);

    /**
     * The direction of a step.
     *
     * @param features counted
     * @param curvature C, in units of now
     * @param gradient g, size
     * @param direction written, size: −(A + P + C)⁻¹ g at the features
     */
    void turn(int[] features, int size, double[] curvature, double[] gradient, double[] direction);

    /**
     * Learns: A ← A + C, b ← b + push.
     *
     * @param features counted
     * @param curvature C, in units of now
     * @param push size, in units of now
     */
    void write(int[] features, int size, double[] curvature, double[] push);
  }
}
