package org.majorant.memory;

import java.util.Arrays;
import java.util.List;
import org.majorant.decay.Clock;
import org.majorant.features.Dimensions;
import org.majorant.prior.Prior;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/**
 * A worker's diagonal surrogate of a model whose examples are rows of features, the tokens of a
 * sequence, the alternatives of a choice, the configurations of a graph's factors or the edges of a
 * matching: the last base and the worker's own sites on top, read and written a feature's M
 * parameters at a time (but for sequences M is 1).
 *
 * <pre>    θ = b / (A + vP),    1/D = w / (A + vP)</pre>
 *
 * <p>with w the weight of the example and v that of the prior, in the sense of {@link Clock}. What
 * has not been shipped lies apart, a row a touched feature, so that a parameter costs two doubles.
 */
public final class RowMemory implements Memory.Joint {
  private final int m;
  private final Prior prior;
  private final Clock clock;
  private final FeatureScale scale;
  private final double[] a;
  private final double[] b;
  private final int[] rows; // 1 + row of a touched feature; 0: not touched
  private double[] deltaA;
  private double[] deltaB;
  private final double[] weightOf = new double[1]; // of one feature, where M is 1
  private final double[] varianceOf = new double[1];
  private final FeatureSet beside; // features at which it knows more than the base, but for touched
  private PagedState known; // the base's state; null: it is not known what of it is here

  public RowMemory(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    m = dimensions.vectors();
    prior = Prior.of(spec);
    clock = Clock.exact(spec);
    scale = new FeatureScale(spec);
    a = new double[dimensions.parameters()];
    b = new double[a.length];
    rows = new int[dimensions.features()];
    deltaA = new double[64 * m];
    deltaB = new double[64 * m];
    beside = new FeatureSet(dimensions.features());
  }

  @Override
  public void advance(final double time) {
    rescale(clock.advance(time));
  }

  /**
   * Reads a feature's parameters.
   *
   * @param theta written at {@code at}, M
   * @param variance written at {@code at}, M: 1/D
   */
  public void read(final int feature, final double[] theta, final double[] variance, final int at) {
    final double weight = clock.weight();
    final double p =
        clock.priorWeight() * prior.of(feature, scale.count[feature], scale.square[feature]);
    final int from = feature * m;
    for (int c = 0; c < m; c++) {
      final double inverse = 1 / (a[from + c] + p);
      theta[at + c] = b[from + c] * inverse;
      variance[at + c] = weight * inverse;
    }
  }

  /** A feature's prior in D: with another one, l times as strong, θ is θ / (1 + (l − 1) P/D). */
  public double prior(final int feature) {
    final double p = prior.of(feature, scale.count[feature], scale.square[feature]);
    return clock.priorWeight() / clock.weight() * p;
  }

  @Override
  public boolean isDense() {
    return false;
  }

  @Override
  public void read(final int[] features, final int size, final double[] theta) {
    for (int j = 0; j < size; j++) {
      read(features[j], weightOf, varianceOf, 0);
      theta[j] = weightOf[0];
    }
  }

  @Override
  public void turn(
      final int[] features,
      final int size,
      final double[] curvature,
      final double[] gradient,
      final double[] direction) {
    for (int j = 0; j < size; j++) {
      read(features[j], weightOf, varianceOf, 0);
      direction[j] = -gradient[j] * varianceOf[0] / (1 + curvature[j] * varianceOf[0]);
    }
  }

  @Override
  public void write(
      final int[] features, final int size, final double[] curvature, final double[] push) {
    for (int j = 0; j < size; j++) {
      write(features[j], curvature, push, j);
    }
  }

  /** Counts a token, a sequence or a factor that has the feature, with what scales its prior. */
  @Override
  public void count(final int feature, final double value) {
    scale.count(feature, value);
    if (rows[feature] == 0) {
      final int touched = scale.touched().size();
      rows[feature] = touched;
      if (deltaA.length < touched * m) {
        deltaA = Arrays.copyOf(deltaA, 2 * deltaA.length);
        deltaB = Arrays.copyOf(deltaB, 2 * deltaB.length);
      }
    }
  }

  /**
   * Learns at a feature that was counted: A ← A + gain, b ← b + push, in units of now.
   *
   * @param gain at {@code at}, M
   * @param push at {@code at}, M
   */
  public void write(final int feature, final double[] gain, final double[] push, final int at) {
    final int from = feature * m;
    final int row = (rows[feature] - 1) * m;
    final double weight = clock.weight();
    for (int c = 0; c < m; c++) {
      final double da = weight * gain[at + c];
      final double db = weight * push[at + c];
      a[from + c] += da;
      b[from + c] += db;
      deltaA[row + c] += da;
      deltaB[row + c] += db;
    }
  }

  @Override
  public Site ship(final boolean pull) {
    final Site site = new Site(Curvature.DIAGONAL, m, scale.touched().size(), 0, clock.newest());
    beside.include(scale.touched());
    scale.ship(site);
    final double[] theta = new double[site.size * m];
    final double[] variance = new double[theta.length];
    for (int j = 0; j < site.size; j++) {
      final int feature = site.features[j];
      final int row = (rows[feature] - 1) * m;
      System.arraycopy(deltaA, row, site.curvature, j * m, m);
      System.arraycopy(deltaB, row, site.linear, j * m, m);
      rows[feature] = 0;
      read(feature, theta, variance, j * m);
    }
    Arrays.fill(deltaA, 0, site.size * m, 0);
    Arrays.fill(deltaB, 0, site.size * m, 0);
    site.multiply(clock.toNewest());
    if (pull) {
      site.pull = site.times(theta);
    }
    return site;
  }

  @Override
  public long shipBytes() {
    return (20L + 24L * m) * scale.touched().size();
  }

  @Override
  public void adopt(final Surrogate.State base, final List<Site> own) {
    rescale(clock.admit(base.time()));
    own.forEach(site -> rescale(clock.admit(site.time)));
    final PagedState next = base instanceof PagedState paged ? paged : null;
    if (next != null && known != null) {
      beside.include(scale.touched());
      own.forEach(beside::include);
      next.addDifferences(known, beside);
      for (final int feature : beside.toArray()) {
        reset(feature);
        add(next, feature);
      }
    } else {
      for (int feature = 0; feature < rows.length; feature++) {
        reset(feature);
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
  private void reset(final int feature) {
    scale.reset(feature);
    final int from = feature * m;
    if (rows[feature] > 0) {
      System.arraycopy(deltaA, (rows[feature] - 1) * m, a, from, m);
      System.arraycopy(deltaB, (rows[feature] - 1) * m, b, from, m);
    } else {
      Arrays.fill(a, from, from + m, 0);
      Arrays.fill(b, from, from + m, 0);
    }
  }

  private void add(final PagedState base, final int feature) {
    scale.add(feature, base.count(feature), base.square(feature));
    for (int c = 0; c < m; c++) {
      a[feature * m + c] += base.curvature(feature, c);
      b[feature * m + c] += base.linear(feature, c);
    }
  }

  private void add(final Site site) {
    final double factor = clock.factor(site.time);
    scale.add(site);
    for (int j = 0; j < site.size; j++) {
      final int from = site.features[j] * m;
      for (int c = 0; c < m; c++) {
        a[from + c] += factor * site.curvature[j * m + c];
        b[from + c] += factor * site.linear[j * m + c];
      }
    }
  }

  private void rescale(final double factor) {
    if (factor != 1) {
      for (final double[] part : new double[][] {a, b, deltaA, deltaB}) {
        for (int i = 0; i < part.length; i++) {
          part[i] *= factor;
        }
      }
    }
  }
}
