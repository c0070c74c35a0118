package org.majorant.ops.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.file.UnusableData;
import org.majorant.file.evaluate.Scores;
import org.majorant.file.train.FileTrainer;
import org.majorant.file.train.TrainingReport;
import org.majorant.file.train.TrainingSettings;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelVersion;
import org.majorant.train.Solver;

class FileTrainerTest {
  private static final ModelSpec SPEC =
      SpecFile.read(
          "{model: adult, labels: [\"-1\", \"+1\"], features: {dimension: 124},"
              + " curvature: {memory: diagonal}}");

  private static final ModelSpec TAGS =
      SpecFile.read(
          "{model: tags, task: sequence, labels: [a, b, c, d], features: {hash-bits: 18,"
              + " templates: [word, \"suffix:1-2\", \"window:1\"]}}");

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
        .isInstanceOf(UnusableData.class)
        .hasMessageContaining("--l2 more than 0");
  }

  @Test
  void streaming_warm_start_of_sequences_saves_a_quarter_of_the_iterations() throws IOException {
    final FileTrainer trainer = new FileTrainer(TAGS, Sentences.records(1, 400));
    final TrainingSettings cold =
        new TrainingSettings(Solver.LBFGS, 10, false, 1e-4, StopRule.of(1000, 0));
    final TrainingSettings warm =
        new TrainingSettings(Solver.LBFGS, 10, true, 1e-4, StopRule.of(1000, 0));
    final List<byte[]> test = Sentences.records(2, 100);
    final TrainingReport fromZero = trainer.train(cold, i -> {}, test).report();
    final FileTrainer.Result streamed = trainer.train(warm, i -> {}, test);
    final TrainingReport fromStream = streamed.report();
    assertThat(fromStream.stop()).isEqualTo(StopRule.Reason.RELATIVE_GAP);
    assertThat(fromStream.iterations().size() - 1)
        .isLessThanOrEqualTo((int) (0.75 * (fromZero.iterations().size() - 1)));
    assertThat(fromStream.parameters()).isLessThan(streamed.model().weights().length);
    assertThat(fromStream.heldOutLogLoss()).isCloseTo(fromZero.heldOutLogLoss(), within(1e-3));
    assertThat(Scores.of(streamed.model(), test).logLoss()).isEqualTo(fromStream.heldOutLogLoss());
  }

  @Test
  void labels_not_observed_are_learned_from_but_not_by_newton() throws IOException {
    final FileTrainer trainer = new FileTrainer(TAGS, Sentences.partlyObserved(3, 100));
    final TrainingSettings newton =
        new TrainingSettings(Solver.NEWTON, 10, false, null, StopRule.of(10, 1e-3));
    assertThatThrownBy(() -> trainer.train(newton, i -> {}, List.of()))
        .isInstanceOf(UnusableData.class)
        .hasMessageContaining("give --solver bound");
    final TrainingSettings adaptive =
        new TrainingSettings(Solver.ADAPTIVE, 10, true, null, StopRule.of(10, 1e-3));
    final TrainingReport report =
        trainer.train(adaptive, i -> {}, Sentences.records(2, 100)).report();
    assertThat(report.boundSlackMin()).isGreaterThanOrEqualTo(-1e-9);
    assertThat(report.heldOutAccuracy()).isGreaterThan(0.8);
  }

  /** The head had the length of a line search for it, and a tally without weight. */
  @Test
  void head_ofATrainedVersion_saysHowFarItWentAndHowWellItPredicts() throws IOException {
    final List<byte[]> records = Adult.train().subList(0, 500);
    final FileTrainer trainer = new FileTrainer(SPEC, records);
    final FileTrainer.Result strict = trainer.train(settings(100), i -> {}, List.of());
    final FileTrainer.Result loose = trainer.train(settings(1), i -> {}, List.of());
    final ModelHead first = trainer.head(strict, "a9a", Optional.empty());
    final ModelVersion parent = new ModelVersion(first, strict.model());
    final ModelHead second = trainer.head(loose, "a9a", Optional.of(parent));

    assertThat(first.getVersion()).isEqualTo(1);
    assertThat(second.getVersion()).isEqualTo(2);
    assertThat(second.getParent()).isEqualTo(1);
    final double[] weights = strict.model().weights();
    assertThat(first.getStepNorm())
        .isCloseTo(distance(weights, new double[weights.length]), within(1e-12));
    assertThat(second.getStepNorm())
        .isCloseTo(distance(loose.model().weights(), weights), within(1e-12))
        .isGreaterThan(0.1);
    assertThat(trainer.head(strict, "a9a", Optional.of(parent)).getStepNorm()).isZero();

    final Scores scores = Scores.of(strict.model(), records);
    final Tally tally = first.getTally();
    assertThat(tally.getExamples()).isEqualTo(500);
    assertThat(tally.getRecords()).isEqualTo(500);
    assertThat(tally.getWeight()).isEqualTo(500);
    assertThat(tally.getLogLoss() / 500).isCloseTo(scores.logLoss(), within(1e-12));
    assertThat(tally.getCorrect() / 500).isCloseTo(scores.accuracy(), within(1e-12));
    assertThat(tally.getLogLoss()).isLessThan(tally.getClassFrequencyLogLoss());
    assertThat(tally.getLogLoss()).isLessThan(tally.getNoChangeLogLoss());
    assertThat(tally.getConfusion().stream().mapToLong(n -> n).sum()).isEqualTo(500);
    assertThat(tally.getSlackMin()).isBetween(-1e-9, 1e9);
  }

  /** A loss of three decisions each, and nothing that only a bound has. */
  @Test
  void head_ofTrainedMatchings_saysHowWellItPredicts() throws IOException {
    final List<byte[]> records = PointMatchings.records(1, 200);
    final FileTrainer trainer = new FileTrainer(SpecFile.read(PointMatchings.SPEC), records);
    final FileTrainer.Result result =
        trainer.train(
            new TrainingSettings(null, 1, false, null, StopRule.of(100, 1e-5)), i -> {}, records);
    final ModelHead head = trainer.head(result, "points", Optional.empty());
    assertThat(result.report().solver()).isEqualTo(Solver.LBFGS);
    assertThat(head.getTally().getWeight()).isEqualTo(600);
    assertThat(head.getTally().getLogLoss() / 600)
        .isCloseTo(result.report().heldOutLogLoss(), within(1e-12))
        .isLessThan(result.report().objective() / 600);
  }

  private static TrainingSettings settings(final double l2) {
    return new TrainingSettings(Solver.NEWTON, l2, false, null, StopRule.of(100, 1e-6));
  }

  private static double distance(final double[] a, final double[] b) {
    return Math.sqrt(IntStream.range(0, a.length).mapToDouble(i -> Math.pow(a[i] - b[i], 2)).sum());
  }

  private static TrainingReport run(
      final FileTrainer trainer, final Solver solver, final boolean warm) throws IOException {
    final TrainingSettings settings =
        new TrainingSettings(solver, 1, warm, 1e-6, StopRule.of(1000, 0));
    return trainer.train(settings, i -> {}, Adult.test()).report();
  }
}
