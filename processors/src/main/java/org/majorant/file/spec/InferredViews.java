package org.majorant.file.spec;

import java.util.List;
import java.util.stream.Stream;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.View;
import org.majorant.spec.SpecViews;

/**
 * The views of a model that nobody has described: hats of its numbers where it has some, and
 * products of up to 64. They halve the loss of most tables of numbers (MATHS.md 16). An example
 * takes the time of its memories, which is on one core about
 *
 * <pre>
 *   micros = Σ over views   .0022 × vectors × features²    full curvature
 *                           .02 × vectors × features       diagonal, of those features that it has
 * </pre>
 *
 * <p>Each view sees all features again. So a model of very many has none.
 */
public final class InferredViews {
  private static final long MOST_WEIGHTS = 1 << 20;
  private static final double FULL = .0022;
  private static final double DIAGONAL = .02;

  private InferredViews() {}

  /**
   * @param spec that has no views
   * @return none: they are not for such a model
   */
  public static List<View> of(final ModelSpec spec) {
    if (Views.numbers(spec.getFeatures()) == 0) {
      return List.of();
    }
    return Stream.of(
            List.of(View.LINEAR, View.HATS, View.PRODUCTS), List.of(View.LINEAR, View.HATS))
        .filter(views -> canHave(with(spec, views)))
        .findFirst()
        .orElse(List.of());
  }

  private static boolean canHave(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    return SpecViews.suit(spec)
        && (long) dimensions.vectors() * dimensions.features() <= MOST_WEIGHTS;
  }

  private static ModelSpec with(final ModelSpec spec, final List<View> views) {
    return ModelSpec.newBuilder(spec).setViews(views).build();
  }

  /** About how long an example takes to be learned by views. */
  static long micros(final ModelSpec spec, final List<View> views) {
    final Views all = Views.of(with(spec, views));
    double micros = 0;
    for (final Views.Block block : all.blocks()) {
      final double weights = (double) Dimensions.of(spec).vectors() * block.size();
      micros +=
          all.spec(block).getCurvature() == Curvature.FULL
              ? FULL * weights * block.size()
              : DIAGONAL * weights;
    }
    return Math.round(micros);
  }
}
