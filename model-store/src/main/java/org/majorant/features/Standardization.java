package org.majorant.features;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * @param clipped counts what is clipped; null: nobody wants to know
 */
public record Standardization(
    int[] features,
    double[] means,
    double[] scales,
    double[] lows,
    double[] highs,
    ClippedCounts clipped)
    implements FeatureMap {
  /** The largest value after it: room for its fourth power, what the variance of a square takes. */
  public static final double LIMIT = Float.MAX_VALUE;

  /**
   * Counts the values that are clipped, of each feature. What is clipped now and then is a wrong
   * cell; a feature of which more than 1 % of 1,000 vectors are clipped has left its scale. Hot:
   * counts in an array, and only where something is clipped. For one thread.
   */
  public static final class ClippedCounts {
    private static final int VECTORS = 1000;
    private static final int FEW = VECTORS / 100;

    private final List<String> names;
    private final long[] counts; // since they were taken
    private final int[] recent; // of the last vectors
    private final Set<String> often = new LinkedHashSet<>();
    private int vectors;
    private boolean any;
    private boolean anyRecent;

    public ClippedCounts(final FeatureSpec spec) {
      names = standardizedNames(spec);
      counts = new long[names.size()];
      recent = new int[names.size()];
    }

    private void nextVector() {
      if (vectors++ == VECTORS) {
        vectors = 1;
        if (anyRecent) {
          Arrays.fill(recent, 0);
          anyRecent = false;
        }
      }
    }

    private void add(final int i) {
      any = true;
      anyRecent = true;
      counts[i]++;
      if (++recent[i] == FEW + 1) {
        often.add(names.get(i));
      }
    }

    /** Takes out how many values were clipped since the last call, of features with such. */
    public Map<String, Long> take() {
      final Map<String, Long> taken = new LinkedHashMap<>();
      for (int i = 0; any && i < counts.length; i++) {
        if (counts[i] > 0) {
          taken.put(names.get(i), counts[i]);
          counts[i] = 0;
        }
      }
      any = false;
      return taken;
    }

    /** Features that have left their scale. */
    public Set<String> often() {
      return often;
    }
  }

  /**
   * What standardizes the features of a spec.
   *
   * @param moments of the features that the spec standardizes
   */
  public static Standardization of(final FeatureSpec spec, final Moments moments) {
    return of(spec, moments, null);
  }

  /** The same, which counts what it clips. */
  static Standardization of(
      final FeatureSpec spec, final Moments moments, final ClippedCounts clipped) {
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
        moments.getHighs().stream().mapToDouble(Double::doubleValue).toArray(),
        clipped);
  }

  @Override
  public void apply(final SparsePoint x) {
    if (clipped != null) {
      clipped.nextVector();
    }
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
      if (clipped != null && isClipped(i, given)) {
        clipped.add(i);
      }
      final double z = of(i, given);
      if (z != 0) {
        indices[--to] = feature;
        values[to] = z;
      }
    }
    System.arraycopy(indices, to, indices, from, all - to);
    System.arraycopy(values, to, values, from, all - to);
    x.size = from + all - to;
  }

  private boolean isClipped(final int i, final double given) {
    return lows.length > 0 && !(given >= lows[i] && given <= highs[i]);
  }

  /**
   * One value, standardized.
   *
   * @param i place of its feature among those that are standardized
   */
  public double of(final int i, final double given) {
    final double value = lows.length == 0 ? given : Math.max(lows[i], Math.min(highs[i], given));
    return Math.max(-LIMIT, Math.min(LIMIT, (value - means[i]) * scales[i]));
  }

  /**
   * The bounds of the numbers that a spec calls by name, but for those without any; in the units of
   * the features after their transforms.
   */
  public static Map<String, double[]> bounds(final FeatureSpec spec, final Moments moments) {
    final int[] features = features(spec);
    final Map<String, double[]> bounds = new LinkedHashMap<>();
    final Map<String, Integer> byName = byName(spec);
    if (moments.getLows().isEmpty()) {
      return bounds;
    }
    byName.forEach(
        (name, feature) -> {
          final int at = Arrays.binarySearch(features, feature);
          final double[] both = {moments.getLows().get(at), moments.getHighs().get(at)};
          if (both[0] > -FirstValues.NONE || both[1] < FirstValues.NONE) {
            bounds.put(name, both);
          }
        });
    return bounds;
  }

  /** The names of what a spec standardizes, by index; numbers where it has no names. */
  public static List<String> standardizedNames(final FeatureSpec spec) {
    final Map<Integer, String> names = new HashMap<>();
    byName(spec).forEach((name, feature) -> names.merge(feature, name, (a, b) -> a + ", " + b));
    return Arrays.stream(features(spec))
        .mapToObj(feature -> names.getOrDefault(feature, String.valueOf(feature)))
        .toList();
  }

  /**
   * Indices of the features that a spec standardizes, ascending: of those that it names as numbers,
   * since the others are the words and categories that make a space large; of all, if it names
   * none. Two names that are hashed alike are one feature.
   */
  static int[] features(final FeatureSpec spec) {
    return spec.getNumbers().isEmpty() && !(spec.getSpace() instanceof Hashed)
        ? IntStream.range(0, Dimensions.inputs(spec)).toArray()
        : byName(spec).values().stream().mapToInt(Integer::intValue).sorted().distinct().toArray();
  }

  /** The features that are standardized, as far as they have names. */
  private static Map<String, Integer> byName(final FeatureSpec spec) {
    final Map<String, Integer> features = new LinkedHashMap<>();
    final int inputs = Dimensions.inputs(spec);
    if (spec.getSpace() instanceof Named named) {
      for (int i = 0; i < inputs; i++) {
        features.put(named.getNames().get(i), i);
      }
      if (!spec.getNumbers().isEmpty()) {
        features.keySet().retainAll(Set.copyOf(spec.getNumbers()));
      }
    } else {
      spec.getNumbers().forEach(name -> features.put(name, FeatureHash.of(name) & (inputs - 1)));
    }
    return features;
  }
}
