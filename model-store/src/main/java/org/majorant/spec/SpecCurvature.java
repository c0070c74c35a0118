package org.majorant.spec;

import org.majorant.features.Views;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;

/** The field {@code curvature} of a spec: what a model remembers, and can afford. */
final class SpecCurvature {
  private static final String TRUE_DIAGONAL = "true-diagonal";
  private static final String GUARANTEED = "guaranteed";
  private static final Form<Curvature> WORDS = Form.word(Curvature.class, SpecFields.AUTO);

  /** What auto is goes by the fields above. */
  static final SpecField.Access MEMORY =
      new SpecField.Access(
          WORDS.values(),
          (field, spec) ->
              spec.setCurvature(WORDS.read(field).orElseGet(() -> CurvatureLimits.automatic(spec))),
          spec -> YamlText.node(spec.getCurvature()));

  static final SpecField.Access RANK =
      new SpecField.Access(
          "1 to 256",
          (field, spec) -> spec.setRank(field.integer(1, 256)),
          spec -> isLowRank(spec) ? YamlText.node(spec.getRank()) : null);

  static final SpecField.Access ABSORB =
      new SpecField.Access(
          "`true-diagonal`, `guaranteed`",
          (field, spec) ->
              spec.setGuaranteed(field.word(TRUE_DIAGONAL, GUARANTEED).equals(GUARANTEED)),
          spec ->
              isLowRank(spec)
                  ? YamlText.node(spec.getGuaranteed() ? GUARANTEED : TRUE_DIAGONAL)
                  : null);

  private SpecCurvature() {}

  static void judge(final Field field, final ModelSpec spec) {
    final CurvatureLimits limits = CurvatureLimits.of(spec);
    final boolean fits = Views.areIn(spec) || limits.allowsFull(); // of views those that can
    if (spec.getCurvature() == Curvature.FULL && !fits) {
      field.fault(limits.refusal());
    }
  }

  static void judgeRank(final Field field, final ModelSpec spec) {
    if (!isLowRank(spec)) {
      spec.setRank(0);
    }
  }

  static void judgeAbsorb(final Field field, final ModelSpec spec) {
    if (spec.getGuaranteed() && !isLowRank(spec)) {
      field.fault("guaranteed is of low-rank curvature, not " + Spelling.of(spec.getCurvature()));
    }
  }

  private static boolean isLowRank(final ModelSpec spec) {
    return spec.getCurvature() == Curvature.LOW_RANK;
  }
}
