package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.stream.Given.firstBase;
import static org.majorant.stream.Given.state;
import static org.majorant.stream.TopologyFixture.SPEC;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.majorize.BaseReader;
import org.majorant.merge.Base;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.SpecFile;
import org.majorant.store.Snapshot;

/** A base that no worker could adopt ended the worker's thread, and again after each restart. */
class BaseReaderTest {
  @Test
  void soundBase_isRead() {
    assertThat(read(state(0.5, 0.1)).number()).isEqualTo(1);
  }

  @Test
  void baseOfAnotherCurvature_isRefused() {
    final ModelSpec other =
        SpecFile.read(
            "{model: m, labels: [a, b], features: {dimension: 8}, curvature: {memory: diagonal}}");

    assertThatThrownBy(() -> read(state(other, 0.5, 0.1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("site of DIAGONAL curvature");
  }

  @Test
  void baseThatIsNotPositive_isRefused() {
    assertThatThrownBy(() -> read(state(0.5, -10)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("impossible curvature at feature 0");
  }

  private static Base read(final byte[] site) {
    return BaseReader.of(new Snapshot<>(firstBase(SPEC, List.of(0), null), site), SPEC);
  }
}
