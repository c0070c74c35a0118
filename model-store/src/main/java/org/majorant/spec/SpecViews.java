package org.majorant.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;
import org.majorant.schema.Task;
import org.majorant.schema.View;

/**
 * The field {@code views} of a spec: none, or a list of them; or auto, which is the first of these
 * that the model can have, where it has numbers:
 *
 * <pre>
 *   [linear, hats, products, crosses]   up to 64 numbers; crosses of at most 2¹⁷ weights
 *   [linear, hats]                      more numbers
 *   []                                  more than 2²¹ weights, or what excludes views
 * </pre>
 */
public final class SpecViews {
  static final SpecField.Access VIEWS = access();

  private static final String NONE = "none";
  private static final long MOST_WEIGHTS = 1 << 21;

  /** An example touches many of them, and so each summary and base has most of them. */
  private static final long MOST_CROSSES = 1 << 17;

  private SpecViews() {}

  private static SpecField.Access access() {
    final Form<List<View>> list = Form.wordsOf(View.class);
    final Form<View> word = Form.word(View.class, NONE, SpecFields.AUTO);
    return new SpecField.Access(
        "`auto`, `none`, or " + list.values(),
        (field, spec) -> {
          if (field.node().isArray()) {
            list.read(field).ifPresent(spec::setViews);
          } else if (!field.isWord(SpecFields.AUTO)) {
            spec.setViews(word.read(field).stream().toList());
          } else if (field.isFaultless()) {
            spec.setViews(ofNumbers(spec).findFirst().orElse(List.of()));
          }
        },
        spec -> YamlText.nodeUnlessEmpty(spec.getViews().stream().map(Spelling::of).toList()));
  }

  /** What a model of numbers can have, the most views first; empty if it has no numbers. */
  public static Stream<List<View>> ofNumbers(final ModelSpec spec) {
    final FeatureSpec features = spec.getFeatures();
    if (spec.getTask() != Task.MULTICLASS || Views.numbers(features) == 0) {
      return Stream.of();
    }
    final List<View> all = List.of(View.LINEAR, View.HATS, View.PRODUCTS, View.CROSSES);
    return Stream.of(all, all.subList(0, 3), all.subList(0, 2))
        .filter(
            views ->
                !views.contains(View.CROSSES)
                    || weights(with(spec, List.of(View.CROSSES))) <= MOST_CROSSES)
        .filter(views -> suit(spec, views));
  }

  private static ModelSpec with(final ModelSpec spec, final List<View> views) {
    return ModelSpec.newBuilder(spec).setViews(views).build();
  }

  private static long weights(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    return Math.max(dimensions.vectors(), (long) spec.getOpenLabels()) * dimensions.features();
  }

  /** Whether a model can have some views, by all that its spec says besides. */
  public static boolean suit(final ModelSpec spec, final List<View> views) {
    final ModelSpec seen = with(spec, views);
    return spec.getTask() == Task.MULTICLASS
        && faults(seen).isEmpty()
        && weights(seen) <= MOST_WEIGHTS;
  }

  static void judge(final Field field, final ModelSpec spec) {
    if (Views.areIn(spec)) {
      faults(spec).forEach(field::fault);
    }
  }

  private static List<String> faults(final ModelSpec spec) {
    final List<String> faults = new ArrayList<>();
    addFaultsOfFeatures(faults, spec.getViews(), spec.getFeatures());
    if (spec.getMembers() == Members.NONE
        || spec.getConstraints() != null
        || spec.getL1() > 0
        || spec.getLatent() > 1
        || spec.getLateLabels() != null && spec.getLateLabels().getReviseMillis() > 0) {
      faults.add(
          "needs members, which 'members: none', constraints, l1, latent and label.revise exclude");
    }
    final boolean suits =
        spec.getCurvature() == Curvature.FULL || spec.getCurvature() == Curvature.DIAGONAL;
    if (!suits || spec.getForgetting() instanceof Directional) {
      faults.add("needs full or diagonal curvature, and no directional forgetting");
    }
    if (spec.getPriorScale() == PriorScale.COMMON && !spec.getViews().contains(View.COUNTS)) {
      faults.add("needs 'prior: {scale: feature}'");
    }
    if (spec.getViews().stream().distinct().count() < spec.getViews().size()) {
      faults.add("has a view twice");
    }
    return faults;
  }

  private static void addFaultsOfFeatures(
      final List<String> faults, final List<View> views, final FeatureSpec features) {
    final boolean ofNumbers = views.contains(View.HATS) || views.contains(View.PRODUCTS);
    if (features.getExpansion() != null) {
      faults.add("exclude quadratic and rff");
    }
    if (ofNumbers && features.getStandardize() == 0) {
      faults.add("hats and products need numbers that are standardized");
    }
    if (views.contains(View.COUNTS)
        && (features.getStandardize() > 0 || !features.getTransforms().isEmpty())) {
      faults.add("counts are scaled by their view: leave standardize and transform out");
    }
    if (views.contains(View.CROSSES) && features.getNumbers().size() > Views.MOST_CROSSED) {
      faults.add(
          "crosses are of at most %d numbers, not %d"
              .formatted(Views.MOST_CROSSED, features.getNumbers().size()));
    }
    final int numbers = Views.numbers(features);
    if (views.contains(View.PRODUCTS) && numbers > Views.MOST_MULTIPLIED) {
      faults.add(
          "products are of at most %d numbers, not %d".formatted(Views.MOST_MULTIPLIED, numbers));
    }
  }
}
