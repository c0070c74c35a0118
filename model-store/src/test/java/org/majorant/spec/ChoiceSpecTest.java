package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

class ChoiceSpecTest {
  private static final String LEAST = "model: m\ntask: choice\n";

  @Test
  void read_choice_hasOneVectorAndNeitherLabelsNorIntercept() {
    final ModelSpec spec = SpecFile.read(LEAST + "features: {names: [price, time]}");
    assertThat(spec.getTask()).isEqualTo(Task.CHOICE);
    assertThat(spec.getLabels()).isEmpty();
    assertThat(spec.getFeatures().getIntercept()).isFalse();
    assertThat(spec.getCurvature()).isEqualTo(Curvature.DIAGONAL);
    assertThat(spec.getL2()).isEqualTo(0.3);
    assertThat(Dimensions.of(spec)).isEqualTo(new Dimensions(0, 1, 1, 2, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "labels: []\n",
        "prior: {l1: 2}\n",
        "constraints: nonnegative\n",
        "features: {names: [price, time]}\nconstraints: {features: {price: [-.inf, 0]}}\n",
        "features: {names: [price, time]}\n"
            + "constraints: {linear: [{weights: {price: 1, time: -2}, equals: 0}]}\n"
      })
  void write_choice_isReadAsTheSame(final String more) {
    final ModelSpec spec = SpecFile.read(LEAST + more);
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [a, b]                  | labels: is for 'task: multiclass' and 'task: sequence' only: each example of another task brings",
        "labels: [a]                     | labels: is for 'task: multiclass' and 'task: sequence' only: each example of another task brings",
        "features: {intercept: true}     | features.intercept: is for 'task: multiclass' and 'task: sequence' only: it is the same in all",
        "features: {templates: [word]}   | features.templates: is for 'task: sequence' only",
        "curvature: {memory: full}       | curvature.memory: is for 'task: multiclass' and 'task: matching' only: other tasks have diagonal",
        "curvature: {memory: low-rank}   | curvature.memory: is for 'task: multiclass' and 'task: matching' only: other tasks have diagonal",
        "forgetting: {directional: 10}   | forgetting.directional: is for 'task: multiclass' only",
        "constraints: {linear: [{weights: {a: 1}, class: b, equals: 0}]} | constraints.linear[0].class: only models of labels have classes",
        "features: {names: [a]}, constraints: {features: {b: [0, 1]}} | constraints.features.b: the spec has no such feature",
      })
  void read_whatDoesNotFitAChoice_isOneLine(final String fields, final String line) {
    final String yaml = "{model: m, task: choice, " + fields + "}";
    final SpecException e = catchThrowableOfType(SpecException.class, () -> SpecFile.read(yaml));
    assertThat(e.faults()).singleElement().asString().startsWith(line);
  }

  @Test
  void contradiction_ofTask_isNamed() {
    final ModelSpec choice = SpecFile.read(LEAST);
    final ModelSpec points = SpecFile.read("{model: m, labels: [a, b]}");
    assertThat(Fingerprint.contradiction(points, choice))
        .hasValue("task is \"choice\" in the spec, but the stored model has \"multiclass\"");
    assertThat(List.of(Fingerprint.of(points))).doesNotContain(Fingerprint.of(choice));
  }
}
