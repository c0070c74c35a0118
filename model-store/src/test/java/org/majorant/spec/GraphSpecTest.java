package org.majorant.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.Dimensions;
import org.majorant.schema.Curvature;
import org.majorant.schema.Inference;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

class GraphSpecTest {
  @Test
  void read_graph_hasOneVectorAndAWidth() {
    final ModelSpec spec = SpecFile.read("{model: m, task: graph, features: {dimension: 7}}");
    assertThat(spec.getTask()).isEqualTo(Task.GRAPH);
    assertThat(spec.getMaxWidth()).isEqualTo(4);
    assertThat(spec.getInference()).isEqualTo(Inference.AUTO);
    assertThat(spec.getLabels()).isEmpty();
    assertThat(spec.getFeatures().getIntercept()).isFalse();
    assertThat(spec.getCurvature()).isEqualTo(Curvature.DIAGONAL);
    assertThat(Dimensions.of(spec)).isEqualTo(new Dimensions(0, 1, 1, 7, 0));
  }

  @Test
  void write_graph_isReadAsTheSame() {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, task: graph, max-width: 2, inference: trw, constraints: nonnegative}");
    assertThat(SpecFile.read(SpecFile.write(spec))).isEqualTo(spec);
  }

  @Test
  void widthAndInference_mayChange() {
    final ModelSpec narrow = SpecFile.read("{model: m, task: graph, max-width: 1}");
    final ModelSpec wide = SpecFile.read("{model: m, task: graph, max-width: 9, inference: exact}");
    assertThat(Fingerprint.of(narrow)).isEqualTo(Fingerprint.of(wide));
    assertThat(Fingerprint.contradiction(narrow, wide)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "labels: [a, b]                  | labels: is for 'task: multiclass' and 'task: sequence' only: each example of another task brings",
        "features: {intercept: true}     | features.intercept: is for 'task: multiclass' and 'task: sequence' only: it is the same in all",
        "features: {templates: [word]}   | features.templates: is for 'task: sequence' only",
        "curvature: {memory: full}       | curvature.memory: is for 'task: multiclass' and 'task: matching' only: other tasks have diagonal",
        "latent: 2                       | latent: is for 'task: multiclass' only",
        "max-width: 0                    | max-width: ",
        "max-width: 17                   | max-width: ",
        "inference: bethe                | inference: ",
      })
  void read_whatDoesNotFitAGraph_isOneLine(final String fields, final String line) {
    assertFault("{model: m, task: graph, " + fields + "}", line);
  }

  @Test
  void read_widthOfOtherTasks_isOneLine() {
    assertFault("{model: m, labels: [a, b], max-width: 2}", "max-width: is for 'task: graph' only");
    assertFault("{model: m, task: choice, inference: trw}", "inference: is for 'task: graph' only");
  }

  private static void assertFault(final String yaml, final String line) {
    final SpecException e = catchThrowableOfType(SpecException.class, () -> SpecFile.read(yaml));
    assertThat(e.faults()).singleElement().asString().startsWith(line);
  }
}
