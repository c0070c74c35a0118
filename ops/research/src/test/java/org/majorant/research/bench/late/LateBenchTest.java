package org.majorant.research.bench.late;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LateBenchTest {
  /** The published range for weighting methods ends at 69 %. */
  @Test
  void revise_winsWhatLateLabelsCost() {
    final LateBench.Result result = new LateBench(LateEvents.drawn(30_000, 5000, 10), "full").run();
    assertThat(result.late()).isBetween(0.18, 0.22);
    assertThat(result.toOracle()).isLessThan(1.002);
    final LateBench.Row revise = result.rows().get(2);
    assertThat(revise.way()).isEqualTo("revise");
    assertThat(revise.ofIgnore()).isGreaterThan(0.9);
    assertThat(revise.revised()).isPositive();
  }
}
