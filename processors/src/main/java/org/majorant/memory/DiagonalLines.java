package org.majorant.memory;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.decay.Clock;
import org.majorant.features.Dimensions;
import org.majorant.schema.ModelSpec;

/**
 * A worker's diagonal surrogate, θ = b / (A + P): the last base and the worker's own sites on top.
 * All that is known of a feature is a line of numbers, and so is Δ, what has not been shipped of
 * it. That b and A of a vector are neighbours saves the hottest loops half of their range checks:
 *
 * <pre>    count, sum of squares, then b and A of each vector</pre>
 *
 * <p>Δ either follows the line, so that both are found by one look into the memory, or lies apart,
 * a line for each touched feature, so that a parameter costs two doubles. How an example is read
 * and written is for those who extend this.
 *
 * <p>Where Δ follows the line, a wide site is rounded, and Δ keeps what the rounding left. A
 * feature with nothing else in its Δ is not touched: that goes with its next example.
 */
abstract class DiagonalLines implements Memory {
  static final int COUNT = 0;
  static final int SQUARE = 1;
  static final int HEAD = 2;
  static final int B = 0;
  static final int A = 1;
  static final int VECTOR = 2;

  /**
   * A site of as many features is bound by its bytes: it has b as float32, and A and squares in 24
   * bits. The numbers of fewer features, with one vector, take less than 64 KB, which hardly
   * counts.
   */
  static final int WIDE = 4096;

  /** The most bytes of a feature's index and count, but for what gaps take of all features. */
  private static final long KEY_BYTES = 5;

  /** A smaller gap between two features takes one byte. */
  private static final int GAP_OF_ONE_BYTE = 128;

  final Clock clock;
  final int vectors;
  final int width; // of a line
  final int stride; // from a feature's line to that of the next
  final double[] lines;
  private double[] deltas;
  private final int[] rows; // 1 + that of Δ, 0 where there is none; null: Δ follows the line
  private final BitSet touched; // those with a Δ
  private int touchedSize;
  private boolean squaresApart; // some feature's Δ may have other squares than counts
  private final BitSet beside; // features at which it knows more than the base, but for touched
  private PagedState known; // the state adopted last; null: the next one is adopted whole
  double counted; // sum of all counts of the lines, which those who count keep

  /**
   * @param apart whether Δ lies apart
   */
  DiagonalLines(final ModelSpec spec, final boolean apart) {
    final Dimensions dimensions = Dimensions.of(spec);
    final int features = dimensions.features();
    clock = Clock.exact(spec);
    vectors = dimensions.vectors();
    width = HEAD + VECTOR * vectors;
    stride = apart ? width : 2 * width;
    lines = new double[Math.multiplyExact(stride, features)];
    deltas = apart ? new double[64 * width] : lines;
    rows = apart ? new int[features] : null;
    touched = new BitSet(features);
    beside = new BitSet(features);
  }

  /** Writes θ of a feature that was counted. */
  abstract void weights(int feature, double[] theta, int at);

  @Override
  public final void advance(final double time) {
    rescale(clock.advance(time));
  }

  /** Counts an example that has the feature, where Δ lies apart. */
  public final void count(final int feature, final double value) {
    final int o = feature * stride;
    lines[o + COUNT]++;
    lines[o + SQUARE] += value * value;
    final int d = row(feature);
    if (deltas[d + COUNT]++ == 0) {
      touch(feature);
    }
    deltas[d + SQUARE] += value * value;
    squaresApart = true;
  }

  /** A value has come that is not 1, where Δ follows the line. */
  final void setSquaresApart() {
    squaresApart = true;
  }

  /** A feature has a Δ, perhaps its first. */
  final void touch(final int feature) {
    if (!touched.get(feature)) {
      touched.set(feature);
      touchedSize++;
    }
  }

  /** Where Δ of a feature is that lies apart, from its first example on. */
  private int row(final int feature) {
    if (rows[feature] == 0) {
      rows[feature] = touchedSize + 1;
      if (deltas.length < rows[feature] * width) {
        deltas = Arrays.copyOf(deltas, 2 * deltas.length);
      }
    }
    return delta(feature);
  }

  private int delta(final int feature) {
    return rows == null ? feature * stride + width : (rows[feature] - 1) * width;
  }

  /** As {@link Memory.Rows#write}. */
  public final void write(
      final int feature, final double[] gain, final double[] push, final int at) {
    final double weight = clock.weight();
    int q = feature * stride + HEAD;
    int d = delta(feature) + HEAD;
    for (int c = 0; c < vectors; c++, q += VECTOR, d += VECTOR) {
      final double da = weight * gain[at + c];
      final double db = weight * push[at + c];
      lines[q + B] += db;
      lines[q + A] += da;
      deltas[d + B] += db;
      deltas[d + A] += da;
    }
  }

  @Override
  public final Site ship(final boolean pull) {
    final DiagonalSite site = new DiagonalSite(vectors, touchedSize, clock.newest());
    site.takeFeatures(touched);
    final double toNewest = clock.toNewest();
    final boolean rounds = isWide() && toNewest > 0;
    final double[] theta = new double[pull ? site.linear.length : 0];
    for (int j = 0; j < site.size; j++) {
      take(site, j, toNewest, rounds);
      if (pull) {
        weights(site.features[j], theta, j * vectors);
      }
    }
    beside.or(touched);
    touched.clear();
    touchedSize = 0;
    squaresApart = false;
    if (pull) {
      site.pull = site.times(theta);
      for (int at = 0; rounds && at < site.pull.length; at++) {
        site.pull[at] = SiteCodec.single(site.pull[at]);
      }
    }
    return site;
  }

  /** Moves Δ of a feature into a site; what a rounding leaves of it stays for the next one. */
  private void take(
      final DiagonalSite site, final int j, final double toNewest, final boolean rounds) {
    final int d = delta(site.features[j]);
    final double square = deltas[d + SQUARE];
    site.count[j] = deltas[d + COUNT];
    deltas[d + COUNT] = 0;
    if (site.count[j] > 0) { // else it is what a rounding left, and no summary may say it yet
      site.square[j] = rounds && square != site.count[j] ? SiteCodec.cut(square) : square;
      deltas[d + SQUARE] = square - site.square[j];
    }
    for (int c = 0, q = d + HEAD; c < vectors; c++, q += VECTOR) {
      final int at = j * vectors + c;
      final double b = toNewest * deltas[q + B];
      final double a = toNewest * deltas[q + A];
      site.linear[at] = rounds ? SiteCodec.single(b) : b;
      deltas[q + B] = rounds ? (b - site.linear[at]) / toNewest : 0;
      if (site.count[j] > 0) { // likewise
        site.curvature[at] = rounds ? SiteCodec.cut(a) : a;
        deltas[q + A] = rounds ? (a - site.curvature[at]) / toNewest : 0;
      }
    }
    if (rows != null) {
      rows[site.features[j]] = 0;
    }
  }

  private boolean isWide() {
    return rows == null && touchedSize >= WIDE;
  }

  /** With a pull. */
  @Override
  public final long shipBytes() {
    final long numbers = isWide() ? 2 * Float.BYTES + SiteCodec.NARROW : 3 * Double.BYTES;
    final long square = isWide() ? SiteCodec.NARROW : Double.BYTES;
    final long feature = KEY_BYTES + (squaresApart ? square : 0) + numbers * vectors;
    return feature * touchedSize + features() / GAP_OF_ONE_BYTE;
  }

  private int features() {
    return lines.length / stride;
  }

  @Override
  public final void adopt(final Surrogate.State base, final List<Site> own) {
    rescale(clock.admit(base.time()));
    own.forEach(site -> rescale(clock.admit(site.time)));
    final PagedState next = base instanceof PagedState paged ? paged : null;
    if (next == null) {
      IntStream.range(0, features()).forEach(this::reset);
      add(base.site());
    } else {
      beside.or(touched);
      own.forEach(site -> site.includeIn(beside));
      if (known == null) {
        beside.set(0, features());
      } else {
        next.addDifferences(known, beside);
      }
      beside.stream().forEach(feature -> replace(feature, next));
    }
    own.forEach(this::add);
    known = next;
    beside.clear();
    own.forEach(site -> site.includeIn(beside));
  }

  @Override
  public final void leaveBase() {
    known = null;
  }

  /** Back to what has not been shipped of a feature. */
  private void reset(final int feature) {
    final int o = feature * stride;
    final int d = delta(feature);
    counted -= lines[o + COUNT];
    if (d < 0) {
      Arrays.fill(lines, o, o + width, 0);
    } else {
      System.arraycopy(deltas, d, lines, o, width);
    }
    counted += lines[o + COUNT];
  }

  /** A feature's line is what the base knows of it, and what has not been shipped. */
  private void replace(final int feature, final PagedState base) {
    reset(feature);
    final int o = feature * stride;
    counted += base.count(feature);
    lines[o + COUNT] += base.count(feature);
    lines[o + SQUARE] += base.square(feature);
    for (int c = 0, q = o + HEAD; c < vectors; c++, q += VECTOR) {
      lines[q + B] += base.linear(feature, c);
      lines[q + A] += base.curvature(feature, c);
    }
  }

  private void add(final Site site) {
    final double factor = clock.factor(site.time);
    for (int j = 0; j < site.size; j++) {
      final int o = site.features[j] * stride;
      counted += site.count[j];
      lines[o + COUNT] += site.count[j];
      lines[o + SQUARE] += site.square[j];
      for (int c = 0, q = o + HEAD; c < vectors; c++, q += VECTOR) {
        lines[q + B] += factor * site.linear[j * vectors + c];
        lines[q + A] += factor * site.curvature[j * vectors + c];
      }
    }
  }

  /** (A, b) times a factor. */
  private void rescale(final double factor) {
    if (factor != 1) {
      rescale(lines, factor); // where Δ follows the line, it is the next one
      if (rows != null) {
        rescale(deltas, factor);
      }
    }
  }

  private void rescale(final double[] some, final double factor) {
    for (int o = 0; o < some.length; o += width) {
      for (int q = o + HEAD; q < o + width; q++) {
        some[q] *= factor;
      }
    }
  }
}
