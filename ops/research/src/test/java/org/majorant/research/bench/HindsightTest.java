package org.majorant.research.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HindsightTest {
  @Test
  void best_ofSomeValues_hasTheLeastLossAndSaysHowManyWereTried() throws Exception {
    final QualityRow row =
        Hindsight.best(
            "rate",
            new double[] {0.1, 1, 10},
            QualityRow::heldOutLogLoss,
            rate -> QualityRow.heldOut("peer", Math.abs(Math.log(rate))));
    assertThat(row.learner()).isEqualTo("peer");
    assertThat(row.heldOutLogLoss()).isZero();
    assertThat(row.hindsight()).isEqualTo(new QualityRow.Hindsight("rate", 1, 3));
    assertThat(row.seconds()).isNull();
  }
}
