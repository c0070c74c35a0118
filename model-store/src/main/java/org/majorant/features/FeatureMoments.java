package org.majorant.features;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RandomFourier;

/**
 * Mean and variance of the first feature vectors that pass by, as many as the spec standardizes by:
 * of points one each, of sequences one a token. A {@link FeatureSpace} that is made with this
 * counts what it maps.
 *
 * <pre>
 *   n += 1;   δ = x − mean;   mean += δ/n;   squares += δ (x − mean)                   (Welford)
 *   merged: δ = mean' − mean;   squares += squares' + δ² n n'/(n + n')                   (Chan)
 *   an indicator, whose mean square is its mean: mean = 0, squares = n
 * </pre>
 *
 * <p>The last line leaves an indicator, such as a category, as it is. Were it divided by its
 * deviation, the weight of a rare category would have hardly any prior (MATHS.md 12). A kernel
 * measures distances; for it, indicators are standardized as well.
 *
 * <p>Values are clipped to bounds, by which one wrong cell moves no scale ({@link FirstValues}).
 * The bounds of parts that are merged hold those of each: parts may differ, as by their keys, and
 * each was robust by itself. A part too small for bounds counts as much as one within them can.
 */
public final class FeatureMoments implements FeatureMap {
  private static final double ROUNDING = 1e-9;

  private final int wanted;
  private final boolean kernel;
  private final boolean areSpread; // whether somebody needs quantiles
  private final int[] features;
  private final double[] means;
  private final double[] squares;
  private final FirstValues first;
  private final double[] lows;
  private final double[] highs;
  private long count;

  /**
   * @param spec one that {@link #areNeeded}
   */
  public FeatureMoments(final ModelSpec spec) {
    wanted = spec.getFeatures().getStandardize();
    kernel = spec.getFeatures().getExpansion() instanceof RandomFourier;
    areSpread = Views.areIn(spec);
    features = Standardization.features(spec.getFeatures());
    means = new double[features.length];
    squares = new double[means.length];
    first = new FirstValues(means.length);
    lows = new double[means.length];
    highs = new double[means.length];
    Arrays.fill(lows, -FirstValues.NONE);
    Arrays.fill(highs, FirstValues.NONE);
  }

  /** Whether the spec standardizes features. */
  public static boolean areNeeded(final ModelSpec spec) {
    return spec.getFeatures().getStandardize() > 0;
  }

  /**
   * What standardizes features, by the first of some records; null where the spec needs none.
   * Records that do not fit the model are passed over.
   */
  public static Moments of(final ModelSpec spec, final List<byte[]> records) {
    if (!areNeeded(spec)) {
      return null;
    }
    final FeatureMoments moments = new FeatureMoments(spec);
    final ExampleMapper mapper =
        new ExampleMapper(
            spec, new FeatureSpace(spec, moments), new ExampleDecoder(Integer.MAX_VALUE));
    for (int i = 0; i < records.size() && !moments.areComplete(); i++) {
      mapper.fits(records.get(i));
    }
    return merge(spec, List.of(moments.toMoments()));
  }

  /** What standardizes features of which these are parts of the first vectors. */
  public static Moments merge(final ModelSpec spec, final Collection<Moments> parts) {
    final FeatureMoments all = new FeatureMoments(spec);
    all.bound(parts);
    parts.forEach(all::add);
    all.leaveIndicators();
    return new Moments(
        all.count,
        boxed(all.means),
        boxed(all.squares),
        all.bounds(all.lows),
        all.bounds(all.highs),
        boxed(all.quantiles(parts)));
  }

  /**
   * Refuses what cannot be a model's moments.
   *
   * @param moments null for none
   * @throws IllegalArgumentException where the spec needs others, in one line
   */
  public static void require(final ModelSpec spec, final Moments moments) {
    if (areNeeded(spec) ? moments == null || !areSound(spec, moments) : moments != null) {
      throw new IllegalArgumentException("moments that are not those of the model's features");
    }
  }

  private static boolean areSound(final ModelSpec spec, final Moments moments) {
    final int size = Standardization.features(spec.getFeatures()).length;
    return moments.getCount() > 0
        && moments.getMeans().size() == size
        && moments.getSquares().size() == size
        && areBounds(size, moments.getLows(), moments.getHighs())
        && moments.getQuantiles().size() == (Views.areIn(spec) ? size * Quantiles.OF_A_FEATURE : 0)
        && moments.getQuantiles().stream().allMatch(Double::isFinite)
        && moments.getMeans().stream().allMatch(Double::isFinite)
        && moments.getSquares().stream().allMatch(s -> s >= 0 && Double.isFinite(s));
  }

  private static boolean areBounds(
      final int size, final List<Double> lows, final List<Double> highs) {
    if (lows.isEmpty() && highs.isEmpty()) {
      return true;
    }
    boolean sound = lows.size() == size && highs.size() == size;
    for (int i = 0; sound && i < size; i++) {
      sound =
          Double.isFinite(lows.get(i))
              && Double.isFinite(highs.get(i))
              && lows.get(i) <= highs.get(i);
    }
    return sound;
  }

  /** Counts one feature vector, and leaves it as it is. */
  @Override
  public void apply(final SparsePoint x) {
    x.reserve(x.size + 1);
    if (areComplete()) {
      return;
    }
    count++;
    for (int i = 0, j = 0; i < features.length; i++) {
      while (j < x.size && x.indices[j] < features[i]) {
        j++;
      }
      final double value = j < x.size && x.indices[j] == features[i] ? x.values[j] : 0;
      if (value != 0) {
        first.add(i, value);
      }
      final double delta = value - means[i];
      means[i] += delta / count;
      squares[i] += delta * (value - means[i]);
    }
  }

  /** Whether none has been counted. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Whether as many have been counted as the spec wants; no more will be. */
  public boolean areComplete() {
    return count >= wanted;
  }

  /** Mean, variance and bounds of what was counted, of indicators, too. */
  public Moments toMoments() {
    final double[] clippedMeans = means.clone();
    final double[] clippedSquares = squares.clone();
    for (int i = 0; i < means.length; i++) {
      final double[] bounds = first.bounds(i, count);
      lows[i] = Math.max(bounds[0], -FirstValues.NONE);
      highs[i] = Math.min(bounds[1], FirstValues.NONE);
      final double[] clipped = lows[i] < highs[i] ? first.clipped(i, count, bounds) : null;
      if (clipped != null) {
        clippedMeans[i] = clipped[0];
        clippedSquares[i] = clipped[1];
      }
    }
    return new Moments(
        count,
        boxed(clippedMeans),
        boxed(clippedSquares),
        bounds(lows),
        bounds(highs),
        boxed(quantiles()));
  }

  private double[] quantiles() {
    final double[] quantiles = new double[areSpread ? means.length * Quantiles.OF_A_FEATURE : 0];
    for (int i = 0, at = 0; at < quantiles.length; i++, at += Quantiles.OF_A_FEATURE) {
      first.quantiles(i, count, quantiles, at);
    }
    return quantiles;
  }

  private double[] quantiles(final Collection<Moments> parts) {
    final List<Moments> told = parts.stream().filter(part -> part.getCount() > 0).toList();
    final double[] quantiles = new double[areSpread ? means.length * Quantiles.OF_A_FEATURE : 0];
    final List<List<Double>> each = told.stream().map(Moments::getQuantiles).toList();
    final long[] counts = told.stream().mapToLong(Moments::getCount).toArray();
    for (int at = 0; at < quantiles.length && counts.length > 0; at += Quantiles.OF_A_FEATURE) {
      Quantiles.merge(each, counts, quantiles, at);
    }
    return quantiles;
  }

  /** Empty where no feature has any. */
  private List<Double> bounds(final double[] bounds) {
    for (int i = 0; i < lows.length; i++) {
      if (lows[i] > -FirstValues.NONE || highs[i] < FirstValues.NONE) {
        return boxed(bounds);
      }
    }
    return List.of();
  }

  private void leaveIndicators() {
    for (int i = 0; i < means.length; i++) {
      final boolean leaves = !kernel && isIndicator(i);
      if (leaves) {
        means[i] = 0;
        squares[i] = count;
      }
      if (leaves || lows[i] == highs[i]) {
        lows[i] = -FirstValues.NONE;
        highs[i] = FirstValues.NONE;
      }
    }
  }

  /** Whether a feature is an indicator, which was left as it is. */
  static boolean isIndicator(final Moments merged, final int feature) {
    return merged.getMeans().get(feature) == 0
        && merged.getSquares().get(feature) == merged.getCount();
  }

  /** The least interval that holds the bounds of all parts that have some. */
  private void bound(final Collection<Moments> parts) {
    for (int i = 0; i < means.length; i++) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (final Moments part : parts) {
        if (!part.getLows().isEmpty()
            && (part.getLows().get(i) > -FirstValues.NONE
                || part.getHighs().get(i) < FirstValues.NONE)) {
          low = Math.min(low, part.getLows().get(i));
          high = Math.max(high, part.getHighs().get(i));
        }
      }
      lows[i] = low <= high ? low : -FirstValues.NONE;
      highs[i] = low <= high ? high : FirstValues.NONE;
    }
  }

  /** x² = x holds for 0 and 1 alone. */
  private boolean isIndicator(final int feature) {
    final double mean = means[feature];
    final double square = squares[feature] / count + mean * mean;
    return squares[feature] > 0 && Math.abs(square - mean) <= ROUNDING * mean;
  }

  private void add(final Moments part) {
    if (part.getCount() == 0) {
      return; // it has no mean
    }
    final double all = count + part.getCount();
    for (int i = 0; i < means.length; i++) {
      final boolean bounded = lows[i] < highs[i];
      final double mean = part.getMeans().get(i);
      final double within = bounded ? Math.max(lows[i], Math.min(highs[i], mean)) : mean;
      final double radius = bounded ? highs[i] / 2 - lows[i] / 2 : Double.POSITIVE_INFINITY;
      final double delta = within - means[i];
      means[i] += delta * (part.getCount() / all); // a share of 1 keeps a constant exact
      squares[i] +=
          Math.min(part.getSquares().get(i), part.getCount() * radius * radius)
              + delta * delta * count * part.getCount() / all;
    }
    count += part.getCount();
  }

  private static List<Double> boxed(final double[] numbers) {
    return new ArrayList<>(Arrays.stream(numbers).boxed().toList());
  }
}
