package org.majorant.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.majorant.stream.TopologyFixture.SPEC;
import static org.majorant.stream.TopologyFixture.state;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.learn.Tallies;
import org.majorant.majorize.BroadcastBase;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;
import org.majorant.store.Snapshot;

/** A base that no worker could adopt ended the worker's thread, and again after each restart. */
class BroadcastBaseTest {
  @Test
  void soundBase_isRead() {
    assertThat(read(state(0.5, 0.1)).base().number()).isEqualTo(1);
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

  private static BroadcastBase read(final byte[] site) {
    final SurrogateHead head =
        new SurrogateHead(
            "m",
            1L,
            0L,
            Fingerprint.of(SPEC),
            1,
            0L,
            List.of(),
            Tallies.empty(),
            7.0,
            1.0,
            List.of(0),
            -1,
            100L,
            null,
            null,
            0L);
    return BroadcastBase.of(new Snapshot<>(head, site), SPEC);
  }
}
