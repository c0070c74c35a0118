package org.majorant.memory;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToDoubleFunction;
import org.majorant.decay.Decay;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.prior.Prior;
import org.majorant.prior.PriorMean;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/**
 * The state of a diagonal surrogate at one base, at the cost of what has changed since the base
 * before. All that is known of a feature is a row, and a few rows are a page:
 *
 * <pre>    count, sum of squares, then b of each vector, then A of each vector</pre>
 *
 * <p>A new state copies the pages of the features that changed, and shares all others with the
 * state before it. So whoever reads an older one on another thread sees it as it was, and where two
 * of them differ is known by which pages are others. Immutable.
 *
 * <p>Where all is forgotten a little at each base, all changes, and there is nothing to share: such
 * a state is a {@link Site}, as that of other curvature is.
 */
public final class PagedState implements Surrogate.State {
  static final int COUNT = 0;
  static final int SQUARE = 1;
  static final int HEAD = 2;

  /** A page has at most so many numbers: copying it costs little more than copying a row. */
  private static final int PAGE = 32;

  final int vectors;
  final int stride;
  final int shift; // a page has 2^shift features
  final double[][] pages; // null: no example had one of the features
  final int seen;
  final double values; // sum of all counts
  private final int features;
  private final double time;
  private final long hash;

  /** The state of a model that has learned nothing. */
  PagedState(final int features, final int vectors) {
    this.features = features;
    this.vectors = vectors;
    stride = HEAD + 2 * vectors;
    shift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, PAGE / stride));
    pages = new double[(features >> shift) + 1][];
    seen = 0;
    values = 0;
    time = 0;
    hash = 0;
  }

  /** One that follows a state; see {@link PagedRows#state}. */
  PagedState(
      final PagedState before,
      final double[][] pages,
      final int seen,
      final double values,
      final double time,
      final long hash) {
    features = before.features;
    vectors = before.vectors;
    stride = before.stride;
    shift = before.shift;
    this.pages = pages;
    this.seen = seen;
    this.values = values;
    this.time = time;
    this.hash = hash;
  }

  /** Whether the states of a spec's bases are kept so. */
  public static boolean suits(final ModelSpec spec) {
    return spec.getCurvature() == Curvature.DIAGONAL
        && !Decay.of(spec).active()
        && !Views.areIn(spec);
  }

  /** The state of a model that has learned nothing. */
  public static PagedState of(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    return new PagedState(dimensions.features(), dimensions.vectors());
  }

  /**
   * The next state.
   *
   * @param changes what the features of it have now
   */
  public PagedState with(final Site changes) {
    final PagedRows rows = new PagedRows(this);
    rows.put(changes);
    return rows.state(changes.time);
  }

  /**
   * The next state where it is told whole; pages that stay the same are shared.
   *
   * @param whole all that is known
   */
  public PagedState replacedBy(final Site whole) {
    final PagedState next = new PagedState(features, vectors).with(whole);
    for (int p = 0; p < pages.length; p++) {
      if (Arrays.equals(pages[p], next.pages[p])) {
        next.pages[p] = pages[p];
      }
    }
    return next;
  }

  /** Where the row of a feature begins in its page. */
  int row(final int feature) {
    return (feature & (1 << shift) - 1) * stride;
  }

  /** Writes a row's bytes for its hash. */
  void fill(final ByteBuffer bytes, final int feature, final double[] page) {
    bytes.putInt(feature);
    for (int at = row(feature), end = at + stride; at < end; at++) {
      bytes.putDouble(page[at]);
    }
  }

  /** The hash of all rows of features that examples had: index and row. */
  public long hash() {
    return hash;
  }

  @Override
  public double time() {
    return time;
  }

  /** All of A is on its diagonal. */
  @Override
  public double absorbedMassRatio() {
    return seen > 0 ? 1 : 0;
  }

  @Override
  public Site site() {
    final BitSet known = new BitSet();
    for (int p = 0; p < pages.length; p++) {
      for (int row = 0; pages[p] != null && row < pages[p].length; row += stride) {
        if (pages[p][row + COUNT] > 0) {
          known.set((p << shift) + row / stride);
        }
      }
    }
    return site(known);
  }

  /**
   * What the features have now at which it differs from an earlier state, for {@link #with}.
   *
   * @return null where the earlier one is of another size
   */
  public Site changesSince(final PagedState earlier) {
    if (!isAsLargeAs(earlier)) {
      return null;
    }
    final BitSet differing = new BitSet();
    addDifferences(earlier, differing);
    return site(differing);
  }

  /** About the bytes of its site, where values are drawn: b, A and the sum of squares. */
  public long aboutBytes() {
    return (long) seen * (2 * vectors + 1) * Double.BYTES;
  }

  /** Whether it has as many features and vectors. */
  boolean isAsLargeAs(final PagedState other) {
    return features == other.features && vectors == other.vectors;
  }

  private Site site(final BitSet at) {
    final DiagonalSite site = new DiagonalSite(vectors, at.cardinality(), time);
    site.takeFeatures(at);
    for (int j = 0; j < site.size; j++) {
      final double[] page = pages[site.features[j] >> shift];
      if (page != null) {
        final int row = row(site.features[j]);
        site.count[j] = page[row + COUNT];
        site.square[j] = page[row + SQUARE];
        System.arraycopy(page, row + HEAD, site.linear, j * vectors, vectors);
        System.arraycopy(page, row + HEAD + vectors, site.curvature, j * vectors, vectors);
      }
    }
    return site;
  }

  double count(final int feature) {
    return at(feature, COUNT);
  }

  double square(final int feature) {
    return at(feature, SQUARE);
  }

  double linear(final int feature, final int vector) {
    return at(feature, HEAD + vector);
  }

  double curvature(final int feature, final int vector) {
    return at(feature, HEAD + vectors + vector);
  }

  private double at(final int feature, final int column) {
    final double[] page = pages[feature >> shift];
    return page == null ? 0 : page[row(feature) + column];
  }

  /** Adds the features at which two states of one model differ. */
  void addDifferences(final PagedState other, final BitSet differing) {
    final double[] nothing = new double[stride << shift];
    for (int p = 0; p < pages.length; p++) {
      if (pages[p] != other.pages[p]) {
        final double[] mine = pages[p] == null ? nothing : pages[p];
        final double[] others = other.pages[p] == null ? nothing : other.pages[p];
        for (int row = 0; row < mine.length; row += stride) {
          if (!Arrays.equals(mine, row, row + stride, others, row, row + stride)) {
            differing.set((p << shift) + row / stride);
          }
        }
      }
    }
  }

  /** A's diagonal, for {@link Surrogate#merge}. */
  public Surrogate.Known known() {
    return new Surrogate.Known(at -> curvature(at / vectors, at % vectors), time);
  }

  /** θ of the solution, position by position, feature-major. */
  public IntToDoubleFunction theta(final ModelSpec spec) {
    final Prior prior = Prior.of(spec).over(this::count, values);
    final PriorMean mean = PriorMean.of(spec);
    return at -> {
      final int feature = at / vectors;
      final int c = at % vectors;
      final double p = prior.of(feature, count(feature), square(feature));
      final float rms = rms(count(feature), square(feature));
      return mean.weight(at, rms) + linear(feature, c) / (curvature(feature, c) + p);
    };
  }

  /** Root mean square of a feature; 0 where it was never seen. */
  static float rms(final double count, final double square) {
    return count > 0 ? (float) Math.sqrt(square / count) : 0;
  }
}
