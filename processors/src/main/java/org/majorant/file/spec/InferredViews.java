package org.majorant.file.spec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.file.kind.ValueKind;
import org.majorant.schema.Curvature;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.View;
import org.majorant.spec.SpecFile;
import org.majorant.spec.SpecViews;
import org.majorant.spec.Spelling;

/**
 * The views of a model that nobody has described: hats of its numbers where it has some, and
 * products of up to 64; counts beside raw values where these are sparse counts; crosses of the
 * columns of a table of categories. They halve the loss of most tables of numbers (MATHS.md 16). An
 * example takes the time of its memories, which is on one core about
 *
 * <pre>
 *   micros = Σ over views   .0012 × vectors × features²    full curvature
 *                           .02 × vectors × features       diagonal, where few other features come
 * </pre>
 *
 * <p>Each view sees all features again. So a model of very many weights has none.
 */
public final class InferredViews {
  private static final long MOST_WEIGHTS = 1 << 21;
  private static final double FULL = .0012;
  private static final double DIAGONAL = .02;

  private InferredViews() {}

  /**
   * @param spec that has no views, and whose values are transformed as their kind suggests
   * @param kind of the values
   * @return none: they are not for such a model; with counts the transforms are to be left out
   */
  static List<View> of(final ModelSpec spec, final ValueKind kind) {
    return wanted(spec, kind)
        .filter(views -> canHave(with(spec, views)))
        .findFirst()
        .orElse(List.of());
  }

  private static Stream<List<View>> wanted(final ModelSpec spec, final ValueKind kind) {
    if (kind == ValueKind.COUNTS) {
      return Stream.of(List.of(View.LINEAR, View.COUNTS));
    }
    if (kind == ValueKind.CATEGORIES) {
      return Stream.of(List.of(View.LINEAR, View.CROSSES));
    }
    return Views.numbers(spec.getFeatures()) == 0
        ? Stream.of()
        : Stream.of(
            List.of(View.LINEAR, View.HATS, View.PRODUCTS), List.of(View.LINEAR, View.HATS));
  }

  /**
   * Puts the views that are found into the tree of a spec, which says nothing of views.
   *
   * @param kind of the values
   */
  public static void put(final ObjectNode tree, final ValueKind kind) {
    final List<View> views = of(SpecFile.read(tree), kind);
    views.forEach(view -> tree.withArray("views").add(Spelling.of(view)));
    if (views.contains(View.COUNTS)) {
      tree.withObject("/features").remove("transform"); // which the view does
    }
  }

  private static boolean canHave(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    return SpecViews.suit(spec)
        && (long) dimensions.vectors() * dimensions.features() <= MOST_WEIGHTS;
  }

  private static ModelSpec with(final ModelSpec spec, final List<View> views) {
    final FeatureSpec.Builder features = FeatureSpec.newBuilder(spec.getFeatures());
    if (views.contains(View.COUNTS)) {
      features.setTransforms(List.of());
    }
    return ModelSpec.newBuilder(spec).setFeatures(features.build()).setViews(views).build();
  }

  /** About how long an example takes to be learned by views of its numbers. */
  static long micros(final ModelSpec spec, final List<View> views) {
    final Views all = Views.of(with(spec, views));
    final int vectors = Dimensions.of(spec).vectors();
    final int others = Dimensions.inputs(spec.getFeatures()) - Views.numbers(spec.getFeatures());
    double micros = 0;
    for (final Views.Block block : all.blocks()) {
      micros +=
          all.spec(block).getCurvature() == Curvature.FULL
              ? FULL * vectors * block.size() * block.size()
              : DIAGONAL * vectors * (block.size() - others);
    }
    return Math.round(micros);
  }
}
