package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.decay.Clock;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.model.Mixture;
import org.majorant.model.PointPredictor;
import org.majorant.prior.Prior;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;

/**
 * Diagonal A: θ = b / (A + P), with P = λ·square/count a feature, or λR̄ of all (see {@link
 * Prior}).
 *
 * <p>Hot: an example is one pass over its features to read and one to write, and all that is known
 * of a feature lies together, so that for one vector it is exactly one cache line of 64 bytes:
 *
 * <pre>    count, square, Δcount, Δsquare, then A, b, ΔA, Δb for each vector</pre>
 *
 * <p>Δ is what has not been shipped; a feature is touched when its Δcount is not zero. The class is
 * longer than others, because all that knows of these lines is here.
 */
final class DiagonalMemory implements PointMemory {
  private static final int COUNT = 0;
  private static final int SQUARE = 1;
  private static final int DELTA_COUNT = 2;
  private static final int DELTA_SQUARE = 3;
  private static final int HEAD = 4;
  private static final int A = 0;
  private static final int B = 1;
  private static final int DELTA_A = 2;
  private static final int DELTA_B = 3;
  private static final int VECTOR = 4;

  /** Fewer numbers stay in the processor's own cache, 512 KB. */
  private static final int CACHED = 1 << 16;

  private static final double CLIP2 = PointPredictor.CLIP * PointPredictor.CLIP;

  private final double l2;
  private final Clock clock;
  private final int vectors;
  private final int intercept;
  private final int sharing; // features below share R̄ as the scale of their prior
  private final double[] priors; // the model's first, see Mixture
  private final int stride;
  private final double[] lines;
  private double counted; // sum of all counts
  private final FeatureSet touched;
  private final FeatureSet beside; // features at which it knows more than the base, but for touched
  private PagedState known; // the base's state; null: it is not known what of it is here
  private double[] inverse = new double[64];
  private double fetched; // means nothing: without it, the loads would be left out

  DiagonalMemory(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    l2 = spec.getL2();
    clock = Clock.exact(spec);
    vectors = dimensions.vectors();
    intercept = FeatureSpace.intercept(spec);
    sharing = spec.getPriorScale() == PriorScale.COMMON ? intercept : 0;
    priors = Mixture.of(spec).priors();
    stride = HEAD + VECTOR * vectors;
    lines = new double[Math.multiplyExact(stride, dimensions.features())];
    touched = new FeatureSet(dimensions.features());
    beside = new FeatureSet(dimensions.features());
  }

  @Override
  public void advance(final double time) {
    rescale(clock.advance(time));
  }

  /** The hottest loop: what is known of a feature lies together, and is loaded once. */
  @Override
  public void read(
      final SparsePoint x, final double[] before, final double[] scores, final double[] variance) {
    final int n = x.size;
    final int vs = vectors;
    start(x, before, scores, variance);
    final double[] values = x.values;
    final double[] line = lines;
    final double[] inv = inverse;
    final double prior = clock.priorWeight() * l2;
    final double r0 = commonSquare(0);
    counted += n;
    final double r1 = commonSquare(1);
    for (int j = 0; j < n; j++) {
      final int feature = x.indices[j];
      final int o = feature * stride;
      final double count = line[o + COUNT];
      final double square = line[o + SQUARE];
      if (feature != intercept) {
        values[j] = clip(values[j], count, square);
      }
      final double v = values[j];
      final double newCount = count + 1;
      final double newSquare = square + v * v;
      observe(feature, v);
      final double p0 = count > 0 ? prior * squares(feature, count, square, r0) : 1;
      final double p1 = prior * squares(feature, newCount, newSquare, r1);
      for (int c = 0, q = o + HEAD; c < vs; c++, q += VECTOR) {
        final double a = line[q + A];
        final double b = line[q + B];
        final double push = v * b * count;
        for (int l = 0, k = c; l < priors.length; l++, k += vs) {
          before[k] += push / (a * count + priors[l] * p0);
        }
        final double i = newCount / (a * newCount + p1);
        inv[j * vs + c] = i;
        scores[c] += v * b * i;
        variance[c] += v * v * i;
      }
    }
    multiply(variance, clock.weight());
  }

  /** Those in A + P = (A·count + λ·squares) / count: a feature's own, or R̄ for each value. */
  private double squares(
      final int feature, final double count, final double own, final double common) {
    return feature < sharing ? common * count : own;
  }

  /**
   * R̄ of all values counted; 0 where each feature has its own scale.
   *
   * @param more rows, which the intercept has not counted yet
   */
  private double commonSquare(final int more) {
    return sharing > 0 ? Prior.commonSquare(lines[intercept * stride + COUNT] + more, counted) : 0;
  }

  private void multiply(final double[] vector, final double factor) {
    for (int c = 0; c < vectors; c++) {
      vector[c] *= factor;
    }
  }

  private void observe(final int feature, final double v) {
    final int o = feature * stride;
    lines[o + COUNT]++;
    lines[o + SQUARE] += v * v;
    if (lines[o + DELTA_COUNT]++ == 0) {
      touched.add(feature);
    }
    lines[o + DELTA_SQUARE] += v * v;
  }

  /** A value at {@link PointPredictor#CLIP} times the root of the feature's mean square at most. */
  private static double clip(final double v, final double count, final double square) {
    return v * v * count > CLIP2 * square
        ? Math.copySign(PointPredictor.CLIP * Math.sqrt(square / count), v)
        : v;
  }

  /** Only loads the lines, so that the cache misses overlap: the loop above waits for each. */
  private void fetch(final SparsePoint x) {
    if (lines.length <= CACHED) {
      return;
    }
    double any = 0;
    for (int j = 0; j < x.size; j++) {
      final int o = x.indices[j] * stride;
      any += lines[o] + lines[o + stride - 1];
    }
    fetched = any;
  }

  private void start(
      final SparsePoint x, final double[] before, final double[] scores, final double[] variance) {
    if (inverse.length < x.size * vectors) {
      inverse = new double[2 * x.size * vectors];
    }
    fetch(x);
    Arrays.fill(before, 0);
    Arrays.fill(scores, 0);
    Arrays.fill(variance, 0);
  }

  @Override
  public double meanSquare(final int feature) {
    return lines[feature * stride + SQUARE] / lines[feature * stride + COUNT];
  }

  @Override
  public void write(final SparsePoint x, final double[] beta, final double[] curvature) {
    final int vs = vectors;
    final double w = clock.weight();
    final int[] indices = x.indices;
    final double[] values = x.values;
    final double[] line = lines;
    final double[] inv = inverse;
    for (int j = 0; j < x.size; j++) {
      final double v = values[j];
      for (int c = 0, q = indices[j] * stride + HEAD; c < vs; c++, q += VECTOR) {
        final double push = w * beta[c] * v;
        final double theta = (line[q + B] + push) * inv[j * vs + c];
        final double da = w * curvature[c] * v * v;
        final double db = push + da * theta;
        line[q + A] += da;
        line[q + B] += db;
        line[q + DELTA_A] += da;
        line[q + DELTA_B] += db;
      }
    }
  }

  @Override
  public Site ship(final boolean pull) {
    final Site site = new Site(Curvature.DIAGONAL, vectors, touched.size(), 0, clock.newest());
    touched.copyTo(site.features);
    for (int j = 0; j < site.size; j++) {
      final int o = site.features[j] * stride;
      site.count[j] = take(o + DELTA_COUNT);
      site.square[j] = take(o + DELTA_SQUARE);
      for (int c = 0; c < vectors; c++) {
        final int q = o + HEAD + c * VECTOR;
        site.curvature[j * vectors + c] = take(q + DELTA_A);
        site.linear[j * vectors + c] = take(q + DELTA_B);
      }
    }
    beside.include(touched);
    touched.clear();
    site.multiply(clock.toNewest());
    if (pull) {
      site.pull = site.times(theta(site.features));
    }
    return site;
  }

  /** θ = b / (A + P) at some features. */
  private double[] theta(final int[] features) {
    final double[] theta = new double[features.length * vectors];
    final double r = commonSquare(0);
    for (int j = 0; j < features.length; j++) {
      final int o = features[j] * stride;
      final double count = lines[o + COUNT];
      final double squares = squares(features[j], count, lines[o + SQUARE], r);
      final double prior = l2 * clock.priorWeight() * squares / count;
      for (int c = 0; c < vectors; c++) {
        final int q = o + HEAD + c * VECTOR;
        theta[j * vectors + c] = lines[q + B] / (lines[q + A] + prior);
      }
    }
    return theta;
  }

  @Override
  public long shipBytes() {
    return (20L + 24L * vectors) * touched.size();
  }

  @Override
  public void adopt(final Surrogate.State base, final List<Site> own) {
    rescale(clock.admit(base.time()));
    own.forEach(site -> rescale(clock.admit(site.time)));
    final PagedState next = base instanceof PagedState paged ? paged : null;
    if (next != null && known != null) {
      beside.include(touched);
      own.forEach(beside::include);
      next.addDifferences(known, beside);
      for (final int feature : beside.toArray()) {
        reset(feature * stride);
        add(next, feature);
      }
    } else {
      for (int o = 0; o < lines.length; o += stride) {
        reset(o);
      }
      add(base.site());
    }
    own.forEach(this::add);
    known = next;
    beside.clear();
    own.forEach(beside::include);
  }

  @Override
  public void leaveBase() {
    known = null;
  }

  /** Back to what has not been shipped of a feature. */
  private void reset(final int o) {
    counted += lines[o + DELTA_COUNT] - lines[o + COUNT];
    lines[o + COUNT] = lines[o + DELTA_COUNT];
    lines[o + SQUARE] = lines[o + DELTA_SQUARE];
    for (int q = o + HEAD; q < o + stride; q += VECTOR) {
      lines[q + A] = lines[q + DELTA_A];
      lines[q + B] = lines[q + DELTA_B];
    }
  }

  private void add(final PagedState base, final int feature) {
    final int o = feature * stride;
    counted += base.count(feature);
    lines[o + COUNT] += base.count(feature);
    lines[o + SQUARE] += base.square(feature);
    for (int c = 0; c < vectors; c++) {
      final int q = o + HEAD + c * VECTOR;
      lines[q + A] += base.curvature(feature, c);
      lines[q + B] += base.linear(feature, c);
    }
  }

  private void add(final Site site) {
    final double factor = clock.factor(site.time);
    for (int j = 0; j < site.size; j++) {
      final int o = site.features[j] * stride;
      counted += site.count[j];
      lines[o + COUNT] += site.count[j];
      lines[o + SQUARE] += site.square[j];
      for (int c = 0; c < vectors; c++) {
        final int q = o + HEAD + c * VECTOR;
        lines[q + A] += factor * site.curvature[j * vectors + c];
        lines[q + B] += factor * site.linear[j * vectors + c];
      }
    }
  }

  private void rescale(final double factor) {
    if (factor != 1) {
      for (int o = HEAD; o < lines.length; o += stride) {
        for (int q = o; q < o + stride - HEAD; q++) {
          lines[q] *= factor;
        }
      }
    }
  }

  private double take(final int position) {
    final double value = lines[position];
    lines[position] = 0;
    return value;
  }
}
