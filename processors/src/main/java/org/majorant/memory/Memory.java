package org.majorant.memory;

import java.util.List;
import org.majorant.features.SparsePoint;
import org.majorant.schema.ModelSpec;

/**
 * A worker's surrogate (A, b): the last base and the worker's own sites on top. All times and
 * weights are in the sense of {@link org.majorant.decay.Decay}; a memory keeps (A, b) in units of a
 * reference time and takes care of those units itself.
 */
public interface Memory {
  /**
   * The memories of each view of a model and of its stack, see {@link org.majorant.features.Views},
   * as one.
   */
  static Memory of(final ModelSpec spec, final List<Memory> parts) {
    return new ViewsMemory(spec, parts);
  }

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
   * The memory of a model of points, in the form in which a point is read and written fastest. It
   * is first {@link #read}, then the implicit step is solved outside, then it is {@link #write
   * written}; never one without the other.
   */
  interface Points extends Memory {
    static Points of(final ModelSpec spec) {
      return Kind.of(spec).points.apply(spec);
    }

    /**
     * Clips the example in place to ±4 RMS, scores it, counts it into the feature scale and so into
     * the prior, and scores it again.
     *
     * @param before written: θᵀx a vector, under the prior as it stood; for each θ of the spec's
     *     {@link org.majorant.model.Mixture}
     * @param scores written: θᵀx a vector; of each memory, where there are several
     * @param variance written: xᵀ(A+P)⁻¹x a vector, likewise
     */
    void read(SparsePoint x, double[] before, double[] scores, double[] variance);

    /**
     * What who has a version of the model knows of the variances of the example just read: Σ x² /
     * precision, by the first memory.
     *
     * @param variance what {@link #read} wrote; written, V
     */
    default void readMarginals(final SparsePoint x, final double[] variance) {}

    /** Mean square of a feature of the example just read. */
    double meanSquare(int feature);

    /**
     * Learns the example just read: θ ← θ + β(A+P)⁻¹x, A ← A + c xxᵀ, b ← (A+P)θ, a vector each.
     *
     * @param beta β a vector of each memory, times the example's weight
     * @param curvature c a vector of each memory, times the example's weight
     */
    void write(SparsePoint x, double[] beta, double[] curvature);

    /**
     * Corrects what was learned of an example of the time last advanced to: b ← b + push x in every
     * memory, a vector each, and no more. Features that no example had are left out.
     *
     * @param x clipped in place, as far as features have the scale that they had then
     * @param push length V, times the example's weight
     */
    void revise(SparsePoint x, double[] push);
  }

  /**
   * The memory of a model whose examples tell of many features at once, by a gradient and a
   * curvature that is no single direction's: read and written for all features of an example
   * together. A feature has one weight.
   */
  interface Joint extends Memory {
    static Joint of(final ModelSpec spec) {
      return Kind.of(spec).joint.apply(spec);
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

  /**
   * The diagonal memory of a model whose examples are rows of features, the tokens of a sequence,
   * the alternatives of a choice, the configurations of a graph's factors or the edges of a
   * matching, read and written a feature's M parameters at a time (but for sequences M is 1).
   */
  interface Rows extends Joint {
    static Rows of(final ModelSpec spec) {
      return new RowMemory(spec);
    }

    /**
     * Reads a feature's parameters.
     *
     * @param theta written at {@code at}, M
     * @param variance written at {@code at}, M: 1/D
     */
    void read(int feature, double[] theta, double[] variance, int at);

    /** A feature's prior in D: with another one, l times as strong, θ is θ / (1 + (l − 1) P/D). */
    double prior(int feature);

    /**
     * Learns at a feature that was counted: A ← A + gain, b ← b + push, in units of now.
     *
     * @param gain at {@code at}, M
     * @param push at {@code at}, M
     */
    void write(int feature, double[] gain, double[] push, int at);
  }
}
