package org.majorant.memory;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import org.majorant.decay.Decay;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.Views;
import org.majorant.growth.Growth;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

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
 *   linear     m×V        b
 *   curvature             A, as its kind has it
 *   pull       m×V        Aθ at the worker's θ, for the κ-merge, or none
 * </pre>
 *
 * <p>It is longer than others, because it says of each part how it moves into a wider spec.
 */
public abstract class Site implements Surrogate.State {
  /**
   * Curvature far below any prior, and far above where doubles lose digits. Mean squares are above,
   * too, since values come as floats.
   */
  static final double NOTHING = 0x1p-900;

  public final Curvature kind;
  final int vectors;
  public final int size;
  public final int[] features;
  public final double[] count;
  public final double[] square;
  public final double[] linear;
  public final double[] curvature;
  public double[] pull = {};

  /** The time that weights are relative to, see {@link Decay}. */
  public final double time;

  Site(
      final Curvature kind,
      final int vectors,
      final int size,
      final long curvatures,
      final double time) {
    this.kind = kind;
    this.vectors = vectors;
    this.size = size;
    this.time = time;
    features = new int[size];
    count = new double[size];
    square = new double[size];
    linear = new double[size * vectors];
    curvature = new double[Math.toIntExact(curvatures)];
  }

  /** A site of zeros. */
  public static Site of(
      final Curvature kind, final int vectors, final int size, final int rank, final double time) {
    return Kind.of(kind).sites.of(vectors, size, rank, time);
  }

  /** Vectors of a model's sites: those of its first memory, then of each that forgets beside it. */
  static int vectors(final ModelSpec spec) {
    return Dimensions.of(spec).vectors() * (1 + Decay.others(spec).size());
  }

  /**
   * Whether A's entries off the diagonal are kept one by one. Sites that several workers learned
   * from the same base may then be added as they are; else they ship where they pull, and are
   * merged by κ ({@link Surrogate#merge}).
   */
  public static boolean isDense(final ModelSpec spec) {
    return Views.areIn(spec)
        ? ViewsSite.specs(spec).stream().allMatch(Site::isDense)
        : spec.getCurvature() == Curvature.FULL;
  }

  /** Adds its features to a set. */
  final void includeIn(final BitSet set) {
    for (final int feature : features) {
      set.set(feature);
    }
  }

  /** Takes the features of a set, which has as many. */
  final void takeFeatures(final BitSet set) {
    for (int j = 0, i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
      features[j++] = i;
    }
  }

  /** All numbers in the order of the wire. */
  double[][] parts() {
    return new double[][] {count, square, linear, curvature, pull};
  }

  /** Rows a vector beside A's diagonal. */
  int rank() {
    return 0;
  }

  /** Where in {@code curvature} the diagonal entry of a feature, by its place in the site, is. */
  int diagonal(final int j, final int vector) {
    return j * vectors + vector;
  }

  /**
   * The same, learned before its model went on from an older state, when the number of examples was
   * another: by a clock that counts examples, its last one came at another time.
   *
   * @param examples before its last one, now
   */
  public Site moved(final Decay decay, final double examples) {
    if (decay.byRecordTime()) {
      return this;
    }
    final Site moved = of(kind, vectors, size, rank(), examples);
    moved.pull = new double[pull.length];
    System.arraycopy(features, 0, moved.features, 0, size);
    final double[][] to = moved.parts();
    for (int part = 0; part < to.length; part++) {
      System.arraycopy(parts()[part], 0, to[part], 0, to[part].length);
    }
    return moved;
  }

  /**
   * The same in the place that a wider spec has for it. A vector of a new label begins where an
   * intercept gives it the probability of one that never came.
   *
   * @param examples that were learned
   * @throws IllegalArgumentException where the wider spec has other memory
   */
  public final Site grown(final Growth growth, final double examples) {
    return placed(growth, -Math.log1p(2 * examples));
  }

  /**
   * The same of what some examples taught when their learner knew fewer labels: of those that are
   * new they say nothing.
   *
   * @throws IllegalArgumentException as {@link #grown}
   */
  public final Site widened(final Growth growth) {
    return placed(growth, Double.NaN);
  }

  private Site placed(final Growth growth, final double start) {
    return Views.areIn(growth.after())
        ? ViewsSite.grown(this, growth, start)
        : grown(
            growth.after(), growth, growth::feature, FeatureSpace.intercept(growth.after()), start);
  }

  /**
   * The same of one view or model.
   *
   * @param wider its spec
   * @param place where a feature is now
   * @param intercept its index now; -1: there is none
   * @param start of a new label's intercept; not a number: it has none
   */
  final Site grown(
      final ModelSpec wider,
      final Growth growth,
      final IntUnaryOperator place,
      final int intercept,
      final double start) {
    requireCurvature(wider);
    final Site to = of(kind, vectors(wider), size, rank(), time);
    final int[] sources = growth.vectors();
    final int had = Dimensions.of(growth.before()).vectors();
    if (vectors / had * sources.length != to.vectors) {
      throw new IllegalArgumentException("site of other memories");
    }
    to.pull = new double[pull.length == 0 ? 0 : to.linear.length];
    System.arraycopy(count, 0, to.count, 0, size);
    System.arraycopy(square, 0, to.square, 0, size);
    Arrays.setAll(to.features, j -> place.applyAsInt(features[j]));
    final int constant = Arrays.binarySearch(to.features, intercept);
    for (int v = 0; v < to.vectors; v++) {
      final int own = v % sources.length;
      if (sources[own] >= 0) {
        to.take(this, v, v / sources.length * had + sources[own], growth.factor(own));
      } else if (constant >= 0 && !Double.isNaN(start)) {
        to.curvature[to.diagonal(constant, v)] = 1;
        to.linear[constant * to.vectors + v] = (1 + wider.getL2()) * start;
      }
    }
    return to;
  }

  /** Takes a vector from another site of as many features: A, and b and Aθ times a factor. */
  private void take(final Site from, final int vector, final int source, final double factor) {
    for (int j = 0; j < size; j++) {
      linear[j * vectors + vector] = factor * from.linear[j * from.vectors + source];
    }
    for (int j = 0; pull.length > 0 && j < size; j++) {
      pull[j * vectors + vector] = factor * from.pull[j * from.vectors + source];
    }
    takeCurvature(from, vector, source);
  }

  void takeCurvature(final Site from, final int vector, final int source) {
    for (int j = 0; j < size; j++) {
      curvature[diagonal(j, vector)] = from.curvature[from.diagonal(j, source)];
    }
  }

  /** Re-expresses (A, b) at another time: all weights times a factor. */
  void multiply(final double factor) {
    for (final double[] part : new double[][] {linear, curvature, pull}) {
      scale(part, factor);
    }
  }

  static void scale(final double[] part, final double factor) {
    for (int i = 0; factor != 1 && i < part.length; i++) {
      part[i] *= factor;
    }
  }

  /**
   * Refuses what a model of another curvature learned.
   *
   * @throws IllegalArgumentException where it is of another
   */
  final void requireCurvature(final ModelSpec spec) {
    if (kind != spec.getCurvature()) {
      throw new IllegalArgumentException("site of " + kind + " curvature");
    }
  }

  /**
   * Refuses what no examples could have taught: curvature below zero would make A indefinite.
   * (Directional forgetting takes curvature away, and is exempt.) A feature that no example had,
   * because only a label of an earlier one was revised, has no curvature and no square.
   *
   * @throws IllegalArgumentException where a diagonal entry or square is negative or not a number,
   *     no value has such a square, or a full matrix is not positive semidefinite
   */
  void requirePositive() {
    for (int j = 0; j < size; j++) {
      if (!isPossible(j)) {
        throw new IllegalArgumentException("impossible curvature at feature " + features[j]);
      }
    }
  }

  boolean isPossible(final int j) {
    boolean possible = count[j] >= 0 && (square[j] == 0 || square[j] >= NOTHING * count[j]);
    for (int c = 0; c < vectors; c++) {
      final double diagonal = curvature[diagonal(j, c)];
      possible &= count[j] > 0 ? diagonal >= 0 : diagonal == 0;
    }
    return possible && (count[j] > 0 || square[j] == 0);
  }

  /** Whether all numbers are finite. */
  public boolean isFinite() {
    for (final double[] part : parts()) {
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
  public final Site requireFinite() {
    if (!isFinite()) {
      throw new ArithmeticException("a sum of the surrogate is not finite");
    }
    return this;
  }

  /** Number of features that the examples had. */
  public final int size() {
    return size;
  }

  @Override
  public final Site site() {
    return this;
  }

  @Override
  public final double time() {
    return time;
  }
}
