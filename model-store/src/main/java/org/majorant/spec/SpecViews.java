package org.majorant.spec;

import java.util.List;
import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.Hashed;
import org.majorant.schema.Indexed;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Named;
import org.majorant.schema.PriorScale;
import org.majorant.schema.View;

/** The field {@code views} of a spec: what goes with it. */
final class SpecViews {
  private SpecViews() {}

  static void judge(final Field field, final ModelSpec spec) {
    if (!Views.areIn(spec)) {
      return;
    }
    final FeatureSpec features = spec.getFeatures();
    judgeFeatures(field, spec.getViews(), features);
    if (spec.getMembers() == Members.NONE
        || spec.getConstraints() != null
        || spec.getL1() > 0
        || spec.getLatent() > 1
        || spec.getLateLabels() != null && spec.getLateLabels().getReviseMillis() > 0) {
      field.fault(
          "needs members, which 'members: none', constraints, l1, latent and label.revise exclude");
    }
    final boolean suits =
        spec.getCurvature() == Curvature.FULL || spec.getCurvature() == Curvature.DIAGONAL;
    if (!suits || spec.getForgetting() instanceof Directional) {
      field.fault("needs full or diagonal curvature, and no directional forgetting");
    }
    if (spec.getPriorScale() == PriorScale.COMMON && !spec.getViews().contains(View.COUNTS)) {
      field.fault("needs 'prior: {scale: feature}'");
    }
    if (spec.getViews().stream().distinct().count() < spec.getViews().size()) {
      field.fault("has a view twice");
    }
  }

  private static void judgeFeatures(
      final Field field, final List<View> views, final FeatureSpec features) {
    final boolean ofNumbers = views.contains(View.HATS) || views.contains(View.PRODUCTS);
    if (features.getExpansion() != null) {
      field.fault("exclude quadratic and rff");
    }
    if (ofNumbers && features.getStandardize() == 0) {
      field.fault("hats and products need numbers that are standardized");
    }
    if (views.contains(View.COUNTS)
        && (features.getStandardize() > 0 || !features.getTransforms().isEmpty())) {
      field.fault("counts are scaled by their view: leave standardize and transform out");
    }
    if (views.contains(View.PRODUCTS) && numbers(features) > Views.MOST_MULTIPLIED) {
      field.fault(
          "products are of at most %d numbers, not %d"
              .formatted(Views.MOST_MULTIPLIED, numbers(features)));
    }
  }

  private static int numbers(final FeatureSpec features) {
    final Object space = features.getSpace();
    if (space instanceof Hashed) {
      return features.getNumbers().size();
    }
    return space instanceof Indexed indexed
        ? indexed.getDimension()
        : ((Named) space).getNames().size();
  }
}
