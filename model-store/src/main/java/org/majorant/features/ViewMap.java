package org.majorant.features;

import org.majorant.schema.FeatureSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;

/**
 * Makes the features of all {@link Views} from those of an example. With the numbers z,
 * standardized and clipped, and with counts x,
 *
 * <pre>
 *   hats       of the knots q₀ &lt; … &lt; q_m, m ≤ 6, the two around z:   (q_{k+1} − z)/(q_{k+1} − q_k) and the rest to 1
 *   products   z_i z_j for i &lt; j, and z_i² − 1
 *   crosses    see {@link Crosses}
 *   counts     y/|y|, y = log(1 + x); of x &lt; 0, which is no count, −log(1 − x)
 * </pre>
 *
 * <p>Knots are quantiles of the first values, each once; a number of fewer than three has no hats.
 * Beyond the outermost ones a hat stays as it is. An indicator is no number: it has neither.
 */
public final class ViewMap implements FeatureMap {
  /** Of a standardized number in a product. */
  public static final double LIMIT = 6;

  /** Values that crosses have of a number. */
  public static final int QUARTERS = Crosses.QUARTERS;

  private final Views views;
  private final int[] features; // of the numbers, ascending
  private final double[][] knots; // of each number; empty: no hats
  private final boolean[] multiplied; // whether a number is no indicator
  private final Crosses crosses;
  private final int inputs;
  private final int made; // features at most, and intercepts

  /**
   * The map of a spec that has views.
   *
   * @param moments null: no feature is standardized, or none can be mapped
   */
  public ViewMap(final ModelSpec spec, final Moments moments) {
    views = Views.of(spec);
    final FeatureSpec space = spec.getFeatures();
    inputs = Dimensions.inputs(space);
    features = moments == null ? new int[0] : Standardization.features(space);
    knots = new double[features.length][];
    multiplied = new boolean[features.length];
    final Standardization z = moments == null ? null : Standardization.of(space, moments);
    for (int i = 0; i < features.length; i++) {
      multiplied[i] = !FeatureMoments.isIndicator(moments, i);
      knots[i] = multiplied[i] ? Quantiles.knots(Quantiles.of(i, z, moments)) : new double[0];
    }
    crosses = new Crosses(space, moments);
    made = views.made();
  }

  /** How many numbers it makes features of, in the order of {@link Standardization#features}. */
  public int numbers() {
    return features.length;
  }

  /** The index of a number. */
  public int feature(final int number) {
    return features[number];
  }

  /** What is between the quarters of a number in crosses; empty where it has none. */
  public double[] edges(final int number) {
    return crosses.edges(number);
  }

  /** The knots of a number's hats, ascending; empty where it has none. */
  public double[] knots(final int number) {
    return knots[number].clone();
  }

  /** Whether a number has products: it is no indicator. */
  public boolean isMultiplied(final int number) {
    return multiplied[number];
  }

  /**
   * The quantiles of a number's first values at 0, 1/6, …, 1, each once; in its own units, after
   * the transforms of its spec.
   */
  public static double[] sixths(final int number, final Moments moments) {
    final int size = Quantiles.OF_A_FEATURE;
    return Quantiles.sixths(
        moments.getQuantiles().subList(number * size, (number + 1) * size).stream()
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  @Override
  public void apply(final SparsePoint x) {
    final int n = x.size;
    x.reserve(views.blocks().size() * n + made + 1);
    readNumbers(x);
    int size = n;
    int counts = -1; // where they begin, which stay what they are while views copy them
    for (final Views.Block block : views.blocks()) {
      if (block.number() > 0) {
        for (int j = 0; j < n; j++) {
          x.indices[size] = block.offset() + x.indices[j];
          x.values[size++] = x.values[j];
        }
      }
      size =
          switch (block.view()) {
            case LINEAR -> size;
            case COUNTS -> {
              counts = size - n;
              yield size;
            }
            case HATS -> addHats(x, size, block.offset() + inputs);
            case CROSSES -> crosses.add(x, n, size, block.offset() + inputs);
            case PRODUCTS -> addProducts(x, size, block.offset() + inputs);
          };
      x.indices[size] = block.end() - 1;
      x.values[size++] = 1;
    }
    x.size = size;
    if (counts >= 0) {
      scaleCounts(x.values, counts, counts + n);
    }
  }

  private static void scaleCounts(final double[] values, final int from, final int to) {
    double squares = 0;
    for (int j = from; j < to; j++) {
      final double y = Math.copySign(Math.log1p(Math.abs(values[j])), values[j]);
      values[j] = y;
      squares += y * y;
    }
    for (int j = from; j < to; j++) {
      values[j] /= Math.sqrt(squares);
    }
  }

  /** The hats of all numbers that have some; returns the size with them. */
  private int addHats(final SparsePoint x, final int from, final int offset) {
    int size = from;
    for (int i = 0; i < features.length; i++) {
      final double[] own = knots[i];
      if (own.length > 0) {
        final double z = Math.max(own[0], Math.min(own[own.length - 1], x.numbers[i]));
        int k = 0;
        while (k < own.length - 2 && own[k + 1] <= z) {
          k++;
        }
        final double right = (z - own[k]) / (own[k + 1] - own[k]);
        size = add(x, size, offset + Views.HATS * i + k, 1 - right);
        size = add(x, size, offset + Views.HATS * i + k + 1, right);
      }
    }
    return size;
  }

  private int addProducts(final SparsePoint x, final int from, final int offset) {
    int size = from;
    int feature = offset;
    for (int i = 0; i < features.length; i++) {
      final double z = clip(x.numbers[i]);
      for (int j = i; j < features.length; j++, feature++) {
        if (multiplied[i] && multiplied[j]) {
          size = add(x, size, feature, i == j ? z * z - 1 : z * clip(x.numbers[j]));
        }
      }
    }
    return size;
  }

  private static double clip(final double z) {
    return Math.max(-LIMIT, Math.min(LIMIT, z));
  }

  private static int add(
      final SparsePoint x, final int size, final int feature, final double value) {
    if (value == 0) {
      return size;
    }
    x.indices[size] = feature;
    x.values[size] = value;
    return size + 1;
  }

  /** Has {@link SparsePoint#numbers} be those of the example, also those that are zero. */
  private void readNumbers(final SparsePoint x) {
    if (x.numbers.length < features.length) {
      x.numbers = new double[features.length];
    }
    for (int i = 0, j = 0; i < features.length; i++) {
      while (j < x.size && x.indices[j] < features[i]) {
        j++;
      }
      x.numbers[i] = j < x.size && x.indices[j] == features[i] ? x.values[j] : 0;
    }
  }
}
