package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

class MatchingSpecTest {
  @Test
  void read_matching_hasOneVectorAndALimitOfEdges() {
    final ModelSpec spec = SpecFile.read("{model: m, task: matching, features: {dimension: 7}}");
    assertThat(spec.getTask()).isEqualTo(Task.MATCHING);
    assertThat(spec.getMaxEdges()).isEqualTo(10_000);
    assertThat(spec.getMaxWidth()).isZero();
    assertThat(spec.getLabels()).isEmpty();
    assertThat(spec.getFeatures().getIntercept()).isFalse();
    assertThat(spec.getL2()).isEqualTo(0.3);
    assertThat(Dimensions.of(spec)).isEqualTo(new Dimensions(0, 1, 1, 7, 0));
  }

  /** A step of full curvature takes the cube of the features. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "features: {dimension: 300}                                 | FULL",
        "features: {dimension: 301}                                 | DIAGONAL",
        "features: {dimension: 2000}, curvature: {memory: full}     | FULL",
        "features: {dimension: 10}, curvature: {memory: diagonal}   | DIAGONAL",
        "features: {hash-bits: 18}                                  | DIAGONAL",
        "curvature: {memory: low-rank}                              | LOW_RANK",
      })
  void curvature_goesByTheFeatures(final String fields, final Curvature curvature) {
    assertThat(SpecFile.read("{model: m, task: matching, " + fields + "}").getCurvature())
        .isEqualTo(curvature);
  }

  @Test
  void write_matching_isReadAsTheSame() {
    final ModelSpec spec =
        SpecFile.read("{model: m, task: matching, max-edges: 900, constraints: nonnegative}");
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  @Test
  void edges_mayChange() {
    final ModelSpec few = SpecFile.read("{model: m, task: matching, max-edges: 1}");
    final ModelSpec many = SpecFile.read("{model: m, task: matching, max-edges: 1048576}");
    assertThat(Fingerprint.of(few)).isEqualTo(Fingerprint.of(many));
    assertThat(Fingerprint.contradiction(few, many)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [a, b]                  | labels: is for 'task: multiclass' and 'task: sequence' only: each example of another task brings",
        "features: {intercept: true}     | features.intercept: is for 'task: multiclass' and 'task: sequence' only: it is the same in all",
        "features: {templates: [word]}   | features.templates: is for 'task: sequence' only",
        "latent: 2                       | latent: is for 'task: multiclass' only",
        "max-width: 2                    | max-width: is for 'task: graph' only",
        "max-edges: 0                    | max-edges: 0 is not a whole number in 1..1048576",
        "max-edges: 1048577              | max-edges: 1048577 is not a whole number in 1..1048576",
        "features: {dimension: 5}, forgetting: {directional: 3}"
            + " | forgetting.directional: is for 'task: multiclass' only",
      })
  void read_whatDoesNotFitAMatching_isOneLine(final String fields, final String line) {
    assertFault("{model: m, task: matching, " + fields + "}", line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"labels: [a, b]", "labels: [a, b], task: sequence", "task: choice", "task: graph"})
  void read_edgesOfOtherTasks_isOneLine(final String fields) {
    assertFault(
        "{model: m, " + fields + ", max-edges: 2}", "max-edges: is for 'task: matching' only");
  }

  private static void assertFault(final String yaml, final String line) {
    final SpecException e = catchThrowableOfType(SpecException.class, () -> SpecFile.read(yaml));
    assertThat(e.faults()).singleElement().asString().startsWith(line);
  }
}
