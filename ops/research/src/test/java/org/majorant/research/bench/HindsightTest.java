package org.majorant.research.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.majorant.research.bench.Hindsight.Losses;

class HindsightTest {
  @Test
  void best_ofSomeValues_hasTheLeastHeldOutLossAndSaysHowManyWereTried() throws Exception {
    final QualityRow row =
        Hindsight.best(
            "peer",
            "rate",
            new double[] {0.1, 1, 10},
            rate -> new Losses(rate, Math.abs(Math.log(rate))));
    assertThat(row.learner()).isEqualTo("peer");
    assertThat(row.heldOutLogLoss()).isZero();
    assertThat(row.progressiveLogLoss()).isEqualTo(1);
    assertThat(row.hindsight()).isEqualTo(new QualityRow.Hindsight("rate", 1, 3));
    assertThat(row.seconds()).isNull();
  }
}
