package org.majorant.ops.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.model.SpecFile;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.data.Adult;
import org.majorant.schema.ModelSpec;
import org.majorant.solve.StopRule;
import org.majorant.train.Solver;

class FileTrainerTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: adult, labels: [\"-1\", \"+1\"], features: {dimension: 124},"
              + " curvature: {memory: diagonal}}");

  @Test
  void streaming_warm_start_saves_most_of_the_passes() throws IOException {
    final FileTrainer trainer = new FileTrainer(SPEC, Adult.train());
    final TrainingReport cold = run(trainer, Solver.LBFGS, false);
    final TrainingReport warm = run(trainer, Solver.NEWTON, true);
    assertThat(warm.objective()).isCloseTo(cold.objective(), within(2e-6 * cold.objective()));
    assertThat(warm.stop()).isEqualTo(StopRule.Reason.RELATIVE_GAP);
    assertThat(warm.passes()).isLessThanOrEqualTo(cold.passes());
    assertThat(warm.boundSlackMin()).isGreaterThanOrEqualTo(-1e-9);
    assertThat(warm.heldOutLogLoss()).isLessThan(0.3245);
    assertThat(cold.boundSlackMin()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"NEWTON, 1", "ADAPTIVE, 2"})
  void separable_labels_without_a_prior_are_refused(final Solver solver, final int states)
      throws IOException {
    final ModelSpec spec = SpecFile.read(SpecFile.write(SPEC));
    spec.setLatent(states);
    final FileTrainer trainer = new FileTrainer(spec, Adult.train().subList(0, 20));
    final TrainingSettings settings =
        new TrainingSettings(solver, 0, false, null, StopRule.of(100, 1e-6));
    assertThatThrownBy(() -> trainer.train(settings, i -> {}, List.of()))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("--l2 more than 0");
  }

  private static TrainingReport run(
      final FileTrainer trainer, final Solver solver, final boolean warm) throws IOException {
    final TrainingSettings settings =
        new TrainingSettings(solver, 1, warm, 1e-6, StopRule.of(1000, 0));
    return trainer.train(settings, i -> {}, Adult.test()).report();
  }
}
