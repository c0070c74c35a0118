package org.majorant.ops.evaluate;

import java.util.List;
import java.util.Locale;
import org.majorant.learn.Surrogate;
import org.majorant.model.Dimensions;
import org.majorant.model.FeatureSpace;
import org.majorant.model.Model;
import org.majorant.model.Predictor;
import org.majorant.model.SparseExample;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Tally;

/** Learns records as workers do, then scores others with the solved model. */
public final class Evaluator {
  private final ModelSpec spec;
  private final FeatureSpace space;
  private final ExampleDecoder decoder = new ExampleDecoder(Integer.MAX_VALUE);
  private final ExampleBuffer buffer = new ExampleBuffer();
  private final SparseExample x = new SparseExample();
  private long rejected;

  public Evaluator(final ModelSpec spec) {
    this.spec = spec;
    this.space = new FeatureSpace(spec);
  }

  /**
   * Learns, then scores.
   *
   * @param train records in the order in which they are learned
   * @param passes how often
   * @param rounds by how many workers
   * @param test records that are only scored
   */
  public Evaluation run(
      final List<byte[]> train, final int passes, final Rounds rounds, final List<byte[]> test) {
    final Dimensions dimensions = Dimensions.of(spec);
    final long start = System.nanoTime();
    final Simulation simulation = simulate(train, passes, rounds);
    final double seconds = (System.nanoTime() - start) / 1e9;
    final long rejectedInTraining = rejected;

    final HeldOut heldOut = score(simulation.published().model(spec, 0), test);
    final Tally tally = simulation.tally();
    final double weight = tally.getWeight();
    return new Evaluation(
        tally.getExamples(),
        rejectedInTraining,
        tally.getLogLoss() / weight,
        tally.getCorrect() / weight,
        new BaselineLosses(
            tally.getNoChangeLogLoss() / weight, tally.getClassFrequencyLogLoss() / weight),
        tally.getSlackMin(),
        heldOut.logLoss(),
        heldOut.accuracy(),
        heldOut.auc(),
        test.isEmpty() ? null : heldOut.rejected(),
        spec.getCurvature().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        dimensions.features(),
        dimensions.labels(),
        seconds,
        tally.getExamples() / seconds,
        rounds == Rounds.ALONE ? null : simulation.report());
  }

  /** What one worker knows after one pass. */
  public Surrogate.Solution learn(final List<byte[]> train) {
    return simulate(train, 1, Rounds.ALONE).published();
  }

  /** Scores labeled records with a model of this spec. */
  public HeldOut score(final Model model, final List<byte[]> test) {
    final Predictor predictor = new Predictor(model);
    final HeldOut heldOut = new HeldOut();
    final double[] p = new double[Dimensions.of(spec).labels()];
    for (final byte[] record : test) {
      if (!read(record)) {
        heldOut.reject();
      } else if (x.label != SparseExample.UNLABELED) {
        predictor.probabilities(x, p);
        heldOut.add(x, p);
      }
    }
    return heldOut;
  }

  private Simulation simulate(final List<byte[]> train, final int passes, final Rounds rounds) {
    final int size = train.size();
    final Simulation simulation =
        new Simulation(
            spec,
            rounds,
            (long) passes * size,
            x,
            i -> read(train.get((int) (i % size))) && x.label != SparseExample.UNLABELED);
    simulation.run();
    return simulation;
  }

  private boolean read(final byte[] record) {
    try {
      decoder.decode(record, buffer);
      space.map(buffer, x);
      return true;
    } catch (final RejectedExample e) {
      rejected++;
      return false;
    }
  }
}
