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
 * The views of a model that nobody has described: of numbers those of {@code views: auto}, crosses
 * only where there are rows enough for their many weights; counts beside raw values where these are
 * sparse counts; crosses of the columns of a table of categories. They halve the loss of most
 * tables of numbers (MATHS.md 16). An example takes the time of its memories, which is on one core
 * about
 *
 * <pre>
 *   micros = Σ over views   .0008 × vectors × features²    full curvature
 *                           .016 × vectors × features      diagonal, of an example's features
 * </pre>
 *
 * @param views none: they are not for such a model
 * @param diagonal whether the model is to have diagonal curvature, so that an example takes less
 */
public record InferredViews(List<View> views, boolean diagonal) {
  private static final InferredViews NONE = new InferredViews(List.of(), false);
  private static final double FULL = .0008;
  private static final double DIAGONAL = .016;

  /** In fewer rows crosses of numbers learn nothing that pays for their weights. */
  private static final long LEAST_CROSSED = 1_000;

  /**
   * The first choice that takes an example no more time than it may.
   *
   * @param spec that has no views, and whose values are transformed as their kind suggests
   * @param kind of the values; with counts the transforms are to be left out
   * @param rows of the data
   * @param most microseconds that an example may take
   */
  static InferredViews of(
      final ModelSpec spec, final ValueKind kind, final long rows, final double most) {
    final List<List<View>> wanted = wanted(spec, kind, rows).toList();
    return Stream.of(false, true)
        .flatMap(diagonal -> wanted.stream().map(views -> new InferredViews(views, diagonal)))
        .filter(choice -> SpecViews.suit(choice.in(spec), choice.views))
        .filter(choice -> choice.micros(spec) <= most)
        .findFirst()
        .orElse(NONE);
  }

  private static Stream<List<View>> wanted(
      final ModelSpec spec, final ValueKind kind, final long rows) {
    return switch (kind) {
      case COUNTS -> Stream.of(List.of(View.LINEAR, View.COUNTS));
      case CATEGORIES -> Stream.of(List.of(View.LINEAR, View.CROSSES));
      default ->
          SpecViews.ofNumbers(spec)
              .filter(views -> rows >= LEAST_CROSSED || !views.contains(View.CROSSES));
    };
  }

  /**
   * Puts the views that are found into the tree of a spec, which says nothing of views.
   *
   * @param kind of the values
   * @param rows of the data
   */
  public static void put(final ObjectNode tree, final ValueKind kind, final long rows) {
    final List<View> views = of(SpecFile.read(tree), kind, rows, Double.MAX_VALUE).views;
    views.forEach(view -> tree.withArray("views").add(Spelling.of(view)));
    if (views.contains(View.COUNTS)) {
      tree.withObject("/features").remove("transform"); // which the view does
    }
  }

  /** A spec with them. */
  private ModelSpec in(final ModelSpec spec) {
    final FeatureSpec.Builder features = FeatureSpec.newBuilder(spec.getFeatures());
    if (views.contains(View.COUNTS)) {
      features.setTransforms(List.of());
    }
    return ModelSpec.newBuilder(spec)
        .setFeatures(features.build())
        .setViews(views)
        .setCurvature(diagonal ? Curvature.DIAGONAL : spec.getCurvature())
        .build();
  }

  /** About how long an example takes to be learned by views of its numbers. */
  long micros(final ModelSpec spec) {
    final Views all = Views.of(in(spec));
    final int vectors = Dimensions.of(spec).vectors();
    final int numbers = Views.numbers(spec.getFeatures());
    final int others = Dimensions.inputs(spec.getFeatures()) - numbers;
    double micros = 0;
    for (final Views.Block block : all.blocks()) {
      final int made = block.view() == View.CROSSES ? numbers * (numbers + 1) / 2 : block.size();
      micros +=
          all.spec(block).getCurvature() == Curvature.FULL
              ? FULL * vectors * block.size() * block.size()
              : DIAGONAL * vectors * Math.max(1, made - others);
    }
    return Math.round(micros);
  }
}
