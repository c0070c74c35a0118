package org.majorant.spec;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;
import org.majorant.schema.Task;
import org.majorant.schema.View;

/** The field {@code views} of a spec: what goes with it. */
public final class SpecViews {
  private SpecViews() {}

  static void judge(final Field field, final ModelSpec spec) {
    if (Views.areIn(spec)) {
      faults(spec).forEach(field::fault);
    }
  }

  /** Whether the views of a model go with all that its spec says besides. */
  public static boolean suit(final ModelSpec spec) {
    return spec.getTask() == Task.MULTICLASS && faults(spec).isEmpty();
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
