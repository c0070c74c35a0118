package org.majorant.memory;

import java.util.Arrays;
import org.majorant.features.FeatureSpace;
import org.majorant.features.SparsePoint;
import org.majorant.model.Mixture;
import org.majorant.model.PointPredictor;
import org.majorant.prior.Prior;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;

/**
 * The diagonal memory of points: P = λ·square/count a feature, or λR̄ of all (see {@link Prior}).
 *
 * <p>Hot: an example is one pass over its features to read and one to write. A line and its Δ lie
 * together, so that for one vector they are exactly one cache line of 64 bytes.
 */
final class DiagonalMemory extends DiagonalLines implements Memory.Points {
  /** Fewer numbers stay in the processor's own cache, 512 KB. */
  private static final int CACHED = 1 << 16;

  private static final double CLIP2 = PointPredictor.CLIP * PointPredictor.CLIP;

  private final double l2;
  private final int intercept;
  private final int sharing; // features below share R̄ as the scale of their prior
  private final double[] priors; // the model's first, see Mixture
  private double[] inverse = new double[64];
  private double fetched; // means nothing: without it, the loads would be left out

  DiagonalMemory(final ModelSpec spec) {
    super(spec, false);
    l2 = spec.getL2();
    intercept = FeatureSpace.intercept(spec);
    sharing = spec.getPriorScale() == PriorScale.COMMON ? intercept : 0;
    priors = Mixture.of(spec).priors();
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
      count(feature, o, v * v);
      final double p0 = count > 0 ? prior * squares(feature, count, square, r0) : 1;
      final double p1 = prior * squares(feature, newCount, newSquare, r1);
      for (int c = 0, q = o + HEAD; c < vs; c++, q += VECTOR) {
        final double b = line[q + B];
        final double a = line[q + A];
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

  /** Counts an example that has the feature, in its line and in its Δ. */
  private void count(final int feature, final int o, final double square) {
    lines[o + COUNT]++;
    lines[o + SQUARE] += square;
    if (lines[o + width + COUNT]++ == 0) {
      touch(feature);
    }
    lines[o + width + SQUARE] += square;
    if (square != 1) {
      setSquaresApart();
    }
  }

  private void multiply(final double[] vector, final double factor) {
    for (int c = 0; c < vectors; c++) {
      vector[c] *= factor;
    }
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
        final int d = q + width;
        line[q + B] += db;
        line[q + A] += da;
        line[d + B] += db;
        line[d + A] += da;
      }
    }
  }

  @Override
  public void revise(final SparsePoint x, final double[] push) {
    for (int j = 0; j < x.size; j++) {
      final int o = x.indices[j] * stride;
      final double count = lines[o + COUNT];
      if (count > 0) {
        final double square = lines[o + SQUARE];
        final boolean clipped = x.indices[j] != intercept;
        final double v = clipped ? clip(x.values[j], count, square) : x.values[j];
        touch(x.indices[j]);
        for (int c = 0, q = o + HEAD + B; c < vectors; c++, q += VECTOR) {
          final double db = clock.weight() * push[c] * v;
          lines[q] += db;
          lines[q + width] += db;
        }
      }
    }
  }

  @Override
  void weights(final int feature, final double[] theta, final int at) {
    final int o = feature * stride;
    final double count = lines[o + COUNT];
    final double squares = squares(feature, count, lines[o + SQUARE], commonSquare(0));
    final double prior = l2 * clock.priorWeight() * squares / count;
    for (int c = 0; c < vectors; c++) {
      final int q = o + HEAD + c * VECTOR;
      theta[at + c] = lines[q + B] / (lines[q + A] + prior);
    }
  }
}
