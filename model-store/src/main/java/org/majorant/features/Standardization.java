package org.majorant.features;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Moments;
import org.majorant.schema.Named;
import org.majorant.schema.RandomFourier;

/**
 * Each feature in units of its standard deviation from its mean, z = (x − mean) / deviation, both
 * frozen, as are the bounds to which x is clipped first. A feature that an example does not have
 * counts as zero, so that it has a value after this. One that never varied among the first has the
 * deviation 1: it is zero until it varies, and then says so in its own units. A kernel, whose
 * features are not learned each in its unit, has no use for such a one.
 *
 * @param features indices of those that are standardized, ascending
 * @param means of these
 * @param scales 1 / deviation of these
 * @param lows smaller values of these count as such; empty: there are no bounds
 * @param highs larger ones likewise
 */
public record Standardization(
    int[] features, double[] means, double[] scales, double[] lows, double[] highs)
    implements FeatureMap {
  /** The largest value after it: room for its fourth power, what the variance of a square takes. */
  public static final double LIMIT = Float.MAX_VALUE;

  /**
   * What standardizes the features of a spec.
   *
   * @param moments of the features that the spec standardizes
   */
  public static Standardization of(final FeatureSpec spec, final Moments moments) {
    final int constant = spec.getExpansion() instanceof RandomFourier ? 0 : 1;
    final double count = moments.getCount();
    return new Standardization(
        features(spec),
        moments.getMeans().stream().mapToDouble(Double::doubleValue).toArray(),
        moments.getSquares().stream()
            .mapToDouble(
                squares ->
                    squares > count * Double.MIN_NORMAL ? Math.sqrt(count / squares) : constant)
            .toArray(),
        moments.getLows().stream().mapToDouble(Double::doubleValue).toArray(),
        moments.getHighs().stream().mapToDouble(Double::doubleValue).toArray());
  }

  @Override
  public void apply(final SparsePoint x) {
    final int all = x.size + features.length;
    x.reserve(all + 1);
    final int[] indices = x.indices;
    final double[] values = x.values;
    int from = x.size;
    int to = all; // merged from behind, so that nothing is written over before it is read
    for (int i = features.length - 1; i >= 0; i--) {
      final int feature = features[i];
      while (from > 0 && indices[from - 1] > feature) {
        indices[--to] = indices[--from];
        values[to] = values[from];
      }
      final double given = from > 0 && indices[from - 1] == feature ? values[--from] : 0;
      final double value = lows.length == 0 ? given : Math.max(lows[i], Math.min(highs[i], given));
      final double z = (value - means[i]) * scales[i];
      if (z != 0) {
        indices[--to] = feature;
        values[to] = Math.max(-LIMIT, Math.min(LIMIT, z));
      }
    }
    System.arraycopy(indices, to, indices, from, all - to);
    System.arraycopy(values, to, values, from, all - to);
    x.size = from + all - to;
  }

  /**
   * The bounds of the numbers that a spec calls by name, but for those without any; in the units of
   * the features after their transforms.
   */
  public static Map<String, double[]> bounds(final FeatureSpec spec, final Moments moments) {
    final int[] features = features(spec);
    final Map<String, double[]> bounds = new LinkedHashMap<>();
    final List<String> names =
        spec.getSpace() instanceof Named named ? named.getNames() : spec.getNumbers();
    for (int i = 0; i < names.size() && !moments.getLows().isEmpty(); i++) {
      final int feature =
          spec.getSpace() instanceof Named
              ? i
              : FeatureHash.of(names.get(i)) & (Dimensions.inputs(spec) - 1);
      final int at = Arrays.binarySearch(features, feature);
      final double[] both = {moments.getLows().get(at), moments.getHighs().get(at)};
      if (both[0] > -FirstValues.NONE || both[1] < FirstValues.NONE) {
        bounds.put(names.get(i), both);
      }
    }
    return bounds;
  }

  /**
   * Indices of the features that a spec standardizes, ascending: of all, or of those hashed ones
   * that it names, since the others are the words and categories that make such a space large. Two
   * names that are hashed alike are one feature.
   */
  static int[] features(final FeatureSpec spec) {
    final int inputs = Dimensions.inputs(spec);
    if (!(spec.getSpace() instanceof Hashed)) {
      return IntStream.range(0, inputs).toArray();
    }
    return spec.getNumbers().stream()
        .mapToInt(name -> FeatureHash.of(name) & (inputs - 1))
        .sorted()
        .distinct()
        .toArray();
  }
}
