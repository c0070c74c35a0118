package org.majorant.features;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.majorant.schema.Hashed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Named;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Squares;
import org.majorant.schema.View;

/**
 * The names of a model's features, for people. They come from the spec's list, or in a hashed space
 * from the names in the version's head. Immutable.
 */
public final class FeatureNames {
  private static final String INTERCEPT = "intercept";
  private static final String AFTER = "after ";
  private static final String SQUARED = "²";
  private static final String TIMES = " × ";
  private static final int MOST_PAIRED = 300;

  private final ModelSpec spec;
  private final int intercept;
  private final int emissions;
  private final int inputs;
  private final Views views; // null: there are none
  private final Map<Integer, String> inputNames = new HashMap<>();
  private final Map<Integer, String> pairNames = new HashMap<>(); // by hashed place

  /**
   * @param counted the names in the version's head
   */
  public FeatureNames(final ModelSpec spec, final List<NameCount> counted) {
    this.spec = spec;
    intercept = FeatureSpace.intercept(spec);
    emissions = Dimensions.of(spec).emissions();
    inputs = Dimensions.inputs(spec.getFeatures());
    views = Views.areIn(spec) ? Views.of(spec) : null;
    if (areCounted(spec)) {
      counted.forEach(name -> inputNames.putIfAbsent(index(name.getName(), spec), name.getName()));
    } else if (spec.getFeatures().getSpace() instanceof Named named
        && !(spec.getFeatures().getExpansion() instanceof RandomFourier)) {
      named.getNames().forEach(name -> inputNames.put(inputNames.size(), name));
    }
    if (spec.getViews().contains(View.CROSSES) && Crosses.isHashed(spec.getFeatures())) {
      addPairNames();
    }
  }

  /** Whether the features' names are known from examples only. */
  public static boolean areCounted(final ModelSpec spec) {
    return spec.getFeatures().getSpace() instanceof Hashed;
  }

  /** The index of a name in a hashed space. */
  static int index(final String name, final ModelSpec spec) {
    return FeatureHash.of(name) & (Dimensions.inputs(spec.getFeatures()) - 1);
  }

  /**
   * A feature's name: {@code intercept}, or {@code after X} of the transition from the label X, or
   * as it comes in examples; null where none is known.
   */
  public String of(final int feature) {
    if (views != null) {
      return ofViews(feature);
    }
    if (feature == intercept) {
      return INTERCEPT;
    }
    if (feature >= emissions) {
      return AFTER + spec.getLabels().get(feature - emissions);
    }
    if (feature < inputs || !(spec.getFeatures().getExpansion() instanceof Squares)) {
      return inputNames.get(feature);
    }
    final String squared = inputNames.get(feature - inputs);
    return squared == null ? null : squared + SQUARED;
  }

  /** The name of an input, of which views make features; null where none is known. */
  public String ofInput(final int input) {
    return inputNames.get(input);
  }

  /** That of a pair of inputs, where each has a name. */
  public static String pair(final String one, final String other) {
    return one + TIMES + other;
  }

  /** A feature's name as {@link #of}, without the view that it is of; of a model with views. */
  public String withoutView(final int feature) {
    final Views.Block block = views.block(feature);
    return ofView(block, feature - block.offset());
  }

  /** That of the first view as it comes; of others with the view before it. */
  private String ofViews(final int feature) {
    if (feature >= views.end()) {
      return "stack: " + views.place(feature - views.end());
    }
    final Views.Block block = views.block(feature);
    final String own = ofView(block, feature - block.offset());
    return block.number() == 0 || own == null ? own : Views.name(block.view()) + ": " + own;
  }

  private String ofView(final Views.Block block, final int feature) {
    if (feature == block.size() - 1) {
      return INTERCEPT;
    }
    if (feature < inputs) {
      return inputNames.get(feature);
    }
    final int made = feature - inputs;
    final int[] numbers = Standardization.features(spec.getFeatures());
    if (block.view() == View.HATS) {
      return numberName(numbers, made / Views.HATS) + " hat " + (1 + made % Views.HATS);
    }
    return block.view() == View.CROSSES ? ofCross(made) : ofProduct(numbers, made);
  }

  /** Null where pairs share places, and many names may be what was paired. */
  private String ofCross(final int place) {
    if (Crosses.isHashed(spec.getFeatures())) {
      return pairNames.get(place);
    }
    final int[] pair = Crosses.pair(place);
    return pair(valueName(pair[0]), valueName(pair[1]));
  }

  /** Of all values that have names, if they are few. */
  private void addPairNames() {
    final int numbers = Standardization.features(spec.getFeatures()).length * Crosses.QUARTERS;
    final int[] values =
        IntStream.concat(
                inputNames.keySet().stream().mapToInt(Integer::intValue).sorted(),
                IntStream.range(inputs, inputs + numbers))
            .toArray();
    for (int b = 1; b < values.length && values.length <= MOST_PAIRED; b++) {
      for (int a = 0; a < b; a++) {
        final String pair = pair(valueName(values[a]), valueName(values[b]));
        pairNames.merge(Crosses.place(values[a], values[b], true), pair, (x, y) -> x + ", " + y);
      }
    }
  }

  private String valueName(final int value) {
    if (value < inputs) {
      return inputNames.getOrDefault(value, String.valueOf(value));
    }
    final int[] numbers = Standardization.features(spec.getFeatures());
    final int made = value - inputs;
    return numberName(numbers, made / Crosses.QUARTERS)
        + " quarter "
        + (1 + made % Crosses.QUARTERS);
  }

  private String ofProduct(final int[] numbers, final int made) {
    final int[] factors = Origins.factors(numbers.length, made);
    final String name = numberName(numbers, factors[0]);
    return factors[0] == factors[1] ? name + SQUARED : pair(name, numberName(numbers, factors[1]));
  }

  private String numberName(final int[] numbers, final int number) {
    return inputNames.getOrDefault(numbers[number], String.valueOf(numbers[number]));
  }
}
