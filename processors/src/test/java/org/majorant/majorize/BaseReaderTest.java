package org.majorant.majorize;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.merge.Base;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;

class BaseReaderTest {
  /** As a deleted model leaves it. With low-rank memory it could not be read. */
  @ParameterizedTest
  @ValueSource(strings = {"full", "low-rank", "diagonal"})
  void baseOfNothing_isReadInEachCurvature(final String curvature) {
    final ModelSpec spec =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 8}, curvature: {memory: %s}}"
                .formatted(curvature));
    final Base nothing = BaseReader.nothing(spec, 7, 3, 0);
    assertThat(nothing.state().site().size()).isZero();
    assertThat(nothing.number()).isEqualTo(7);
  }
}
