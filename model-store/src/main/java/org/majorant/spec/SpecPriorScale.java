package org.majorant.spec;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.majorant.schema.Curvature;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;
import org.majorant.schema.Transform;

/**
 * The field {@code prior.scale} of a spec file, of points only:
 *
 * <pre>
 *   feature    # λ is in units of each feature's own mean square: their units do not matter
 *   common     # it is in units of one mean square, which all features but the intercept share
 *   auto       # common for diagonal memory of rows of length one, else feature
 * </pre>
 *
 * <p>Rows of length one, as {@code transform: [log1p, unit]} makes them, have one unit already. A
 * feature that is small in them is one of long rows, which has less to say, and not one that is
 * measured in another unit; by its own scale it would be given a weaker prior for that. With the
 * intercept, which counts the rows, their common mean square is known from counts alone.
 */
final class SpecPriorScale {
  private static final String AUTO = "auto";

  private SpecPriorScale() {}

  /** The scale that the file asks for; empty for auto. */
  static Optional<PriorScale> read(final Field field) {
    final String[] words =
        Stream.concat(Stream.of(AUTO), Stream.of(Spelling.all(PriorScale.class)))
            .toArray(String[]::new);
    return Spelling.read(PriorScale.class, field.word(AUTO, words));
  }

  /** Judges the field by the others, and gives the spec its scale. */
  static void resolve(final Field field, final ModelSpec spec) {
    final TaskRules task = TaskRules.of(spec.getTask());
    task.require(field, !field.isAbsent());
    if (!task.takes(field)) {
      return;
    }
    final boolean unit = hasUnitRows(spec.getFeatures());
    final boolean diagonal = spec.getCurvature() == Curvature.DIAGONAL;
    spec.setPriorScale(
        read(field).orElse(unit && diagonal ? PriorScale.COMMON : PriorScale.FEATURE));
    if (spec.getPriorScale() == PriorScale.COMMON && !unit) {
      field.fault(
          "common is for rows of length one, and an intercept: let transform end with unit, and"
              + " neither standardize nor expand what it gives");
    } else if (spec.getPriorScale() == PriorScale.COMMON && !diagonal) {
      field.fault("common needs diagonal curvature, not " + Spelling.of(spec.getCurvature()));
    }
  }

  private static boolean hasUnitRows(final FeatureSpec features) {
    final List<Transform> transforms = features.getTransforms();
    return !transforms.isEmpty()
        && transforms.get(transforms.size() - 1) == Transform.UNIT
        && features.getStandardize() == 0
        && features.getExpansion() == null
        && features.getIntercept();
  }
}
