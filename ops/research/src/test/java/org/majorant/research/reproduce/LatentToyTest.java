package org.majorant.research.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.majorant.file.evaluate.Evaluation;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Rounds;
import org.majorant.file.train.FileTrainer;
import org.majorant.file.train.TrainingReport;
import org.majorant.file.train.TrainingSettings;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecFile;
import org.majorant.train.Iteration;
import org.majorant.train.Solver;

/** Figure 1's toy, φ = [x, y, x², y²], by what users have: train and the streaming learner. */
class LatentToyTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);
  private static final List<byte[]> TEST = records(Figure1.points(2, 100), 0);

  @ParameterizedTest
  @EnumSource(
      value = Solver.class,
      names = {"BOUND", "ADAPTIVE"})
  void batch_with_two_states_a_label_tells_the_eight_gaussians_apart(final Solver solver) {
    final TrainingReport report = trained(solver, 2);
    assertThat(report.heldOutAccuracy()).isGreaterThanOrEqualTo(0.98);
    assertThat(report.boundSlackMin()).isGreaterThanOrEqualTo(-1e-9);
    double before = Double.POSITIVE_INFINITY;
    for (final Iteration i : report.iterations()) {
      assertThat(i.objective()).isLessThanOrEqualTo(before);
      before = i.objective();
    }
    assertThat(trained(solver, 1).heldOutAccuracy()).isLessThan(0.7);
  }

  @ParameterizedTest
  @CsvSource({"full, 0.98, 0.1", "low-rank, 0.98, 0.15", "diagonal, 0.9, 0.55"})
  void stream_with_two_states_a_label_does_so_too(
      final String memory, final double accuracy, final double logLoss) {
    final List<byte[]> train = records(Figure1.points(1, 800), 0);
    final Evaluation two = new Evaluator(spec(memory, 2)).run(train, 1, Rounds.ALONE, TEST);
    assertThat(two.heldOutAccuracy()).isGreaterThanOrEqualTo(accuracy);
    assertThat(two.heldOutLogLoss()).isLessThan(logLoss);
    assertThat(two.boundSlackMin()).isGreaterThanOrEqualTo(-1e-9);
    final Evaluation one = new Evaluator(spec(memory, 1)).run(train, 1, Rounds.ALONE, TEST);
    assertThat(one.heldOutAccuracy()).isLessThan(0.7);
  }

  @ParameterizedTest
  @CsvSource({"full, 4", "diagonal, 4"})
  void many_workers_agree_on_the_states(final String memory, final int workers) {
    final Rounds rounds = new Rounds(workers, 100, 1, Long.MAX_VALUE, null, null);
    final Evaluation two =
        new Evaluator(spec(memory, 2)).run(records(Figure1.points(1, 800), 0), 1, rounds, TEST);
    assertThat(two.heldOutAccuracy()).isGreaterThanOrEqualTo(0.9);
  }

  /** Of every other point it is only known which class it is not of, out of three. */
  @ParameterizedTest
  @CsvSource({"full", "diagonal"})
  void half_of_the_labels_partly_observed_are_enough(final String memory) {
    final ModelSpec spec = spec(memory, 2);
    spec.setLabels(List.of("a", "b", "c"));
    final Evaluation two =
        new Evaluator(spec).run(records(Figure1.points(1, 800), 2), 1, Rounds.ALONE, TEST);
    assertThat(two.rejected()).isZero();
    assertThat(two.heldOutAccuracy()).isGreaterThanOrEqualTo(0.9);
  }

  private static TrainingReport trained(final Solver solver, final int states) {
    final TrainingSettings settings =
        new TrainingSettings(solver, 0.1, false, null, StopRule.of(100, 1e-6));
    return new FileTrainer(spec("diagonal", states), records(Figure1.points(1, 50), 0))
        .train(settings, i -> {}, TEST)
        .report();
  }

  private static ModelSpec spec(final String memory, final int states) {
    return SpecFile.read(
        "{model: toy, labels: [a, b], latent: %d, features: {dimension: 4}, curvature: {memory: %s, rank: 4}}"
            .formatted(states, memory));
  }

  /**
   * In a random order.
   *
   * @param partly of every so many points the label is one of two out of three; 0: of none
   */
  private static List<byte[]> records(final Table points, final int partly) {
    final List<byte[]> records = new ArrayList<>();
    for (final int i : points.shuffled(new Random(5))) {
      final float x = (float) points.rows()[i][0];
      final float y = (float) points.rows()[i][1];
      final SparseVector features =
          new SparseVector(List.of(0, 1, 2, 3), List.of(x, y, x * x, y * y));
      final String label = points.labels()[i] == 0 ? "a" : "b";
      final Object known = partly > 0 && records.size() % partly == 0 ? List.of(label, "c") : label;
      records.add(
          SERDE.encode(
              new LabeledExample(null, null, 1.0, new Point(features, known, null, null))));
    }
    return records;
  }
}
