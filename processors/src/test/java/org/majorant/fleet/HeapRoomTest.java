package org.majorant.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.schema.ModelSpec;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.SpecFile;

class HeapRoomTest {
  private static final long HEAP = 400L << 20;

  private static ModelSpec spec(final String labels) {
    return SpecFile.read(
        "{model: m, labels: %s, features: {dimension: 300000}, curvature: {memory: diagonal}}"
            .formatted(labels));
  }

  @Test
  void modelsTakeThreeQuartersOfTheHeapAtMost() {
    final ModelSpec two = spec("[a, b]"); // 86 MB
    assertThat(HeapRoom.refusal(two, Collections.nCopies(2, two), HEAP)).isEmpty();
    assertThat(HeapRoom.refusal(two, Collections.nCopies(3, two), HEAP).orElseThrow())
        .startsWith("it takes about 86 MB, and 3 other models take 258 MB of a heap of 400 MB");
  }

  @Test
  void openLabels_countWhenTheyAreKnown() {
    final ModelSpec open = spec("{open: 9}");
    assertThat(HeapRoom.refusal(open, List.of(), HEAP)).isEmpty();
    assertThat(
            HeapRoom.refusal(
                OpenLabels.knowing(open, List.of("a", "b", "c", "d")), List.of(), HEAP))
        .isPresent();
  }
}
