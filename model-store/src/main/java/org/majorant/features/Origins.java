package org.majorant.features;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.View;

/**
 * Of which inputs the features of {@link Views} are made. A person knows the columns of a table,
 * not the hats and quarters that a model makes of them; so what features give is added up by the
 * input, or by the pair of inputs, that they are made of:
 *
 * <pre>
 *   x in any view, the hats of x, x² − 1       x
 *   x y, the pairs of their quarters           x and y
 *   the intercept of a view                    neither
 * </pre>
 *
 * <p>Where pairs share a place, only an example tells of which its feature there is made; several
 * of its pairs have equal parts of it.
 */
public final class Origins {
  private static final int NONE = -1;
  private static final Origin NEITHER = new Origin(NONE, NONE);

  private final Views views;
  private final int inputs;
  private final int[] numbers;
  private final boolean hashed;

  /**
   * What a feature is made of.
   *
   * @param one index of an input; −1 where there is none
   * @param other index of a greater input; −1 where there is none
   */
  public record Origin(int one, int other) {
    public boolean isPair() {
      return other != NONE;
    }

    /** Whether no input made it, so that it is the same for all examples. */
    public boolean isNeither() {
      return one == NONE;
    }
  }

  /**
   * A feature of a point, or a part of it.
   *
   * @param at its position in the point
   * @param share of the feature that has this origin; those of its parts add up to 1
   */
  public record Part(int at, Origin origin, double share) {}

  /** Those of a spec that has views. */
  public Origins(final ModelSpec spec) {
    views = Views.of(spec);
    inputs = Dimensions.inputs(spec.getFeatures());
    numbers = Standardization.features(spec.getFeatures());
    hashed = Views.sharePlaces(spec.getFeatures());
  }

  /** Whether a feature is made of two inputs. */
  public boolean isPair(final int feature) {
    if (feature >= views.end()) {
      return false; // of the stack
    }
    final Views.Block block = views.block(feature);
    final int made = feature - block.offset() - inputs;
    if (made < 0 || feature == block.end() - 1) {
      return false;
    }
    return block.view() == View.CROSSES
        || block.view() == View.PRODUCTS && ofProduct(made).isPair();
  }

  /**
   * The origins of a point's features.
   *
   * @param x with its views, as they were made last
   */
  public List<Part> of(final SparsePoint x) {
    final List<Part> parts = new ArrayList<>();
    final Map<Integer, List<Origin>> shared = hashed ? pairs(x) : Map.of();
    for (int j = 0; j < x.size; j++) {
      final Views.Block block = views.block(x.indices[j]);
      final int own = x.indices[j] - block.offset();
      if (hashed && block.view() == View.CROSSES && own >= inputs && own < block.size() - 1) {
        final List<Origin> all = shared.get(own - inputs);
        for (final Origin origin : all) {
          parts.add(new Part(j, origin, 1.0 / all.size()));
        }
      } else {
        parts.add(new Part(j, of(block, own), 1));
      }
    }
    return parts;
  }

  private Origin of(final Views.Block block, final int own) {
    if (own == block.size() - 1) {
      return NEITHER;
    }
    final int made = own - inputs;
    if (made < 0) {
      return new Origin(own, NONE);
    }
    return switch (block.view()) {
      case HATS -> new Origin(numbers[made / Views.HATS], NONE);
      case PRODUCTS -> ofProduct(made);
      case CROSSES -> {
        final int[] values = Crosses.pair(made);
        yield ofValues(values[0], values[1]);
      }
      case LINEAR, COUNTS ->
          throw new IllegalArgumentException(block.view() + " makes no feature " + own);
    };
  }

  private Origin ofProduct(final int made) {
    final int[] factors = factors(numbers.length, made);
    final int one = numbers[factors[0]];
    return factors[0] == factors[1] ? new Origin(one, NONE) : new Origin(one, numbers[factors[1]]);
  }

  /**
   * Which two of n numbers a product is of, the same twice for a square.
   *
   * @param made its place among the products
   */
  static int[] factors(final int n, final int made) {
    int one = 0;
    int first = 0; // product of a number and itself
    while (first + n - one <= made) {
      first += n - one++;
    }
    return new int[] {one, one + made - first};
  }

  private Origin ofValues(final int a, final int b) {
    final int one = input(a);
    final int other = input(b);
    return new Origin(Math.min(one, other), Math.max(one, other));
  }

  /** The input of which a value of crosses is: that, or the number of a quarter. */
  private int input(final int value) {
    return value < inputs ? value : numbers[(value - inputs) / Crosses.QUARTERS];
  }

  /** The pairs of a point's values by the place that they have. */
  private Map<Integer, List<Origin>> pairs(final SparsePoint x) {
    final Map<Integer, List<Origin>> pairs = new HashMap<>();
    for (int b = 1; b < x.valuesCrossed; b++) {
      for (int a = 0; a < b; a++) {
        final int place = Crosses.place(x.crossed[a], x.crossed[b], true);
        pairs
            .computeIfAbsent(place, p -> new ArrayList<>())
            .add(ofValues(x.crossed[a], x.crossed[b]));
      }
    }
    return pairs;
  }
}
