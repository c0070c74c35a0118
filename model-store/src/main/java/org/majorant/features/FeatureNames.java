package org.majorant.features;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.majorant.schema.Hashed;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Named;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Squares;

/**
 * The names of a model's features, for people. They come from the spec's list, or in a hashed space
 * from the names in the version's head. Immutable.
 */
public final class FeatureNames {
  private static final String INTERCEPT = "intercept";
  private static final String AFTER = "after ";
  private static final String SQUARED = "²";

  private final ModelSpec spec;
  private final int intercept;
  private final int emissions;
  private final int inputs;
  private final Map<Integer, String> inputNames = new HashMap<>();

  /**
   * @param counted the names in the version's head
   */
  public FeatureNames(final ModelSpec spec, final List<NameCount> counted) {
    this.spec = spec;
    intercept = FeatureSpace.intercept(spec);
    emissions = Dimensions.of(spec).emissions();
    inputs = Dimensions.inputs(spec.getFeatures());
    if (areCounted(spec)) {
      counted.forEach(name -> inputNames.putIfAbsent(index(name.getName(), spec), name.getName()));
    } else if (spec.getFeatures().getSpace() instanceof Named named
        && !(spec.getFeatures().getExpansion() instanceof RandomFourier)) {
      named.getNames().forEach(name -> inputNames.put(inputNames.size(), name));
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
}
