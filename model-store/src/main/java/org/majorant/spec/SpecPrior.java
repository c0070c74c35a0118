package org.majorant.spec;

import java.util.List;
import org.majorant.schema.Curvature;
import org.majorant.schema.FeatureSpec;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PriorScale;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.Task;
import org.majorant.schema.Transform;

/**
 * The field {@code prior} of a spec; its scale is of points only:
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
public final class SpecPrior {
  /** What the prior of a transition between labels has beyond λ. */
  public static final double TRANSITIONS = 5;

  static final SpecField.Access STRENGTH =
      new SpecField.Access(
          "`auto`, above 0",
          (field, spec) ->
              spec.setL2(field.isWord(SpecFields.AUTO) ? strength(spec) : field.positive()),
          spec -> YamlText.node(spec.getL2()));
  static final SpecField.Access SCALE =
      Form.word(PriorScale.class, SpecFields.AUTO).at("priorScale");

  /**
   * 1 / variance of the function that random Fourier features learn, in logits, before any data.
   */
  private static final double FOURIER_PRECISION = 0.03;

  private SpecPrior() {}

  /**
   * Whether λ is in units of each feature's mean square, so that units of features do not matter;
   * else it is the precision itself, as suits indicators.
   */
  public static boolean isScaled(final Task task) {
    return task != Task.SEQUENCE;
  }

  /**
   * λ where a spec names none; of random Fourier features 0.03 D. A kernel's prior is w ~ N(0, I/c)
   * in the units of φ, whatever D is; λ is in units of a feature's mean square, and φ's is 1/D.
   */
  private static double strength(final ModelSpec spec) {
    if (!isScaled(spec.getTask())) {
      return 2;
    }
    return spec.getFeatures().getExpansion() instanceof RandomFourier fourier
        ? FOURIER_PRECISION * fourier.getFeatures()
        : 0.3;
  }

  /** Judges the scale that the file asks for by the other fields, and finds that of auto. */
  static void judge(final Field field, final ModelSpec spec) {
    final boolean unit = hasUnitRows(spec.getFeatures());
    final boolean diagonal = spec.getCurvature() == Curvature.DIAGONAL;
    if (field.isWord(SpecFields.AUTO)) {
      spec.setPriorScale(unit && diagonal ? PriorScale.COMMON : PriorScale.FEATURE);
    } else if (spec.getPriorScale() == PriorScale.COMMON && !unit) {
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
