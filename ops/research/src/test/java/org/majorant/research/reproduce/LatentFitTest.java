package org.majorant.research.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.majorant.solve.StopRule;
import org.majorant.train.Iteration;
import org.majorant.train.Solver;
import org.majorant.train.Training;
import org.majorant.train.TrainingSet;

class LatentFitTest {
  private static final TrainingSet XOR =
      new Table(
              new double[][] {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 0.1}, {0.9, 1}},
              new int[] {0, 1, 1, 0, 0, 0},
              2)
          .dataSet();

  @Test
  void two_states_a_label_learn_xor_monotonically() {
    final LatentFit fit =
        LatentFit.of(XOR, XOR, 2, 2, 0.01, Solver.BOUND, StopRule.of(200, 1e-6), 1);
    assertThat(fit.monotone()).isTrue();
    assertThat(fit.lastLoss()).isLessThan(1);
    assertThat(fit.bestLoss()).isLessThanOrEqualTo(fit.lastLoss());
    final double bestLoss = XOR.loss(2, 4).at(fit.best(), new double[12]);
    assertThat(bestLoss).isEqualTo(fit.bestLoss());
  }

  @Test
  void rise_or_a_negative_slack_is_not_monotone() {
    assertThat(descent(9, 8, 0.5).monotone()).isTrue();
    assertThat(descent(11, 8, 0.5).monotone()).isFalse();
    assertThat(descent(9, 9.5, 0.5).monotone()).isFalse();
    assertThat(descent(9, 8, -1e-6).monotone()).isFalse();
  }

  /** From 10, with the last value as training ended on it. */
  private static LatentFit descent(final double next, final double last, final double slack) {
    final Iteration start = new Iteration(0, 10, null, null, null, 1, 0);
    final Iteration step = new Iteration(1, next, next + slack, slack, 1.0, 2, 0);
    final Training training =
        new Training(
            new double[0], last, 0, null, List.of(start, step), StopRule.Reason.NO_PROGRESS);
    return new LatentFit(2, training, new double[0], new double[0], 0, 0);
  }
}
