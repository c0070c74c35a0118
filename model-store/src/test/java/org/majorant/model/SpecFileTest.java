package org.majorant.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.schema.Curvature;
import org.majorant.schema.Directional;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.Hashed;
import org.majorant.schema.ModelSpec;

class SpecFileTest {
  private static final String LEAST = "{model: m, labels: [a, b]%s}";

  @Test
  void spec_with_the_least_has_the_defaults() {
    final ModelSpec spec = SpecFile.read(LEAST.formatted(""));
    assertThat(spec.getInput()).isEqualTo("examples");
    assertThat(spec.getFeatures().getSpace()).isEqualTo(new Hashed(18));
    assertThat(spec.getFeatures().getIntercept()).isTrue();
    assertThat(spec.getL2()).isEqualTo(0.3);
    assertThat(spec.getCurvature()).isEqualTo(Curvature.LOW_RANK);
    assertThat(spec.getRank()).isEqualTo(16);
    assertThat(spec.getForgetting()).isNull();
    assertThat(spec.getBatch()).isEqualTo(256);
    assertThat(spec.getPublishIntervalMillis()).isEqualTo(1000);
    assertThat(spec.getKeepVersions()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "features: {dimension: 124} | FULL",
        "features: {hash-bits: 20} | LOW_RANK",
        "features: {hash-bits: 22} | DIAGONAL",
        "features: {dimension: 124}, curvature: {memory: diagonal} | DIAGONAL"
      })
  void automatic_curvature_is_the_richest_affordable(final String more, final Curvature expected) {
    assertThat(SpecFile.read(LEAST.formatted(", " + more)).getCurvature()).isEqualTo(expected);
  }

  @Test
  void forgetting_is_read_in_all_its_forms() {
    assertThat(forgetting("none")).isNull();
    assertThat(forgetting("{half-life: 1h}")).isEqualTo(new HalfLifeTime(3_600_000L));
    assertThat(forgetting("{half-life: 100000}")).isEqualTo(new HalfLifeExamples(100_000.0));
    assertThat(forgetting("{directional: 10}")).isEqualTo(new Directional(10.0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [a] | labels: at least two labels are needed",
        "labels: [a, a] | labels: has 'a' twice",
        "labels: [no, b] | labels: has a boolean",
        "model: Big | model: 'Big' is not a name",
        "task: sequence | task: 'sequence' is not supported yet",
        "task: nonsense | task: 'nonsense' is not one of",
        "features: {hash-bits: 40} | features.hash-bits: 40 is not a whole number in 1..26",
        "features: {dimension: 0} | features.dimension: 0 is not",
        "features: {dimension: 4, hash-bits: 4} | features: give one of",
        "features: {transform: [sqrt]} | features.transform: 'sqrt' is not one of",
        "features: {intercept: 3} | features.intercept: 3 is not true or false",
        "prior: {l2: 0} | prior.l2: 0 is not a finite number above 0",
        "prior: {l1: 1} | prior.l1: '1' is not one of 0",
        "curvature: {memory: full} | curvature.memory: full needs",
        "curvature: {rank: 0} | curvature.rank: 0 is not",
        "forgetting: {half-life: soon} | forgetting.half-life: must be",
        "forgetting: {directional: 10} | forgetting: directional needs",
        "batch: 0 | batch: 0 is not",
        "publish: {interval: fast} | publish.interval: 'fast' is not a duration",
        "publish: {keep-versions: 1} | publish.keep-versions: 1 is not",
        "colour: red | colour: unknown field"
      })
  void wrong_field_is_named_in_one_line(final String wrong, final String line) {
    final String field = wrong.substring(0, wrong.indexOf(':'));
    final String base =
        field.equals("labels")
            ? "model: m, "
            : field.equals("model") ? "labels: [a, b], " : "model: m, labels: [a, b], ";
    final SpecException e =
        catchThrowableOfType(SpecException.class, () -> SpecFile.read("{" + base + wrong + "}"));
    assertThat(e).as(wrong).isNotNull();
    assertThat(e.faults()).anySatisfy(fault -> assertThat(fault).startsWith(line));
    assertThat(e.faults()).noneMatch(fault -> fault.contains("\n"));
  }

  @Test
  void several_faults_come_together() {
    final SpecException e =
        catchThrowableOfType(
            SpecException.class, () -> SpecFile.read("{model: '', labels: [a], batch: -1}"));
    assertThat(e.faults()).hasSize(3);
  }

  @Test
  void fingerprint_ignores_what_may_change_and_contradiction_names_what_may_not() {
    final ModelSpec stored = SpecFile.read(LEAST.formatted(""));
    final ModelSpec tuned =
        SpecFile.read(LEAST.formatted(", prior: {l2: 1}, batch: 10, input: other"));
    final ModelSpec other = SpecFile.read("{model: m, labels: [a, c]}");
    assertThat(Fingerprint.of(tuned)).isEqualTo(Fingerprint.of(stored));
    assertThat(Fingerprint.of(other)).isNotEqualTo(Fingerprint.of(stored));
    assertThat(Fingerprint.contradiction(stored, tuned)).isEmpty();
    assertThat(Fingerprint.contradiction(stored, other))
        .hasValue("labels is [a, c] in the spec, but the stored model has [a, b]");
  }

  @Test
  void durations_are_written_as_they_are_read() {
    for (final String text : List.of("1ms", "30s", "5m", "1h", "7d")) {
      assertThat(Durations.text(Durations.millis(text).orElseThrow())).isEqualTo(text);
    }
    assertThat(Durations.millis("soon")).isEmpty();
  }

  private static Object forgetting(final String form) {
    return SpecFile.read(LEAST.formatted(", features: {dimension: 4}, forgetting: " + form))
        .getForgetting();
  }
}
