package org.majorant.file.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureSpace;
import org.majorant.file.UnusableData;
import org.majorant.memory.Surrogate;
import org.majorant.model.Model;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Tally;
import org.majorant.schema.Task;
import org.majorant.tally.EntityCounter;

/** Learns records as workers do, then scores others with the solved model. */
public final class Evaluator {
  private static final int MOST_TOLD = 5;

  private final ModelSpec spec;
  private final LongConsumer progress;
  private long taken;
  private long rejected;
  private final List<Rejected> first = new ArrayList<>();

  /**
   * A record that does not fit the model.
   *
   * @param reason in one line
   */
  public record Rejected(byte[] record, String reason) {}

  public Evaluator(final ModelSpec spec) {
    this(spec, read -> {});
  }

  /**
   * @param progress is told how many examples have been read to be learned, after each
   */
  public Evaluator(final ModelSpec spec, final LongConsumer progress) {
    this.spec = spec;
    this.progress = progress;
  }

  /**
   * Learns, then scores.
   *
   * @param train records in the order in which they are learned
   * @param passes how often
   * @param rounds by how many workers
   * @param test records that are only scored
   * @throws UnusableData where none of those to be learned fits the spec, or one of them has values
   *     too large to be learned; a learner would make a dead letter of that one
   */
  public Evaluation run(
      final List<byte[]> train, final int passes, final Rounds rounds, final List<byte[]> test) {
    final long start = System.nanoTime();
    final Moments moments = FeatureMoments.of(spec, train);
    final Simulation simulation = simulate(train, moments, passes, rounds);
    final double seconds = (System.nanoTime() - start) / 1e9;
    final long rejectedInTraining = rejected;
    requireSome(simulation.tally().getExamples());

    final Scores heldOut = score(simulation.model().with(moments), test).scores();
    return evaluation(
        simulation.spec(),
        simulation.tally(),
        rejectedInTraining,
        heldOut,
        !test.isEmpty(),
        seconds,
        rounds == Rounds.ALONE ? null : simulation.report());
  }

  private Evaluation evaluation(
      final ModelSpec known,
      final Tally tally,
      final long rejectedInTraining,
      final Scores heldOut,
      final boolean tested,
      final double seconds,
      final SimulationReport report) {
    final Dimensions dimensions = Dimensions.of(known);
    final boolean sequences = spec.getTask() == Task.SEQUENCE;
    final double weight = tally.getWeight();
    return new Evaluation(
        tally.getExamples(),
        sequences ? tally.getTokens() : null,
        rejectedInTraining,
        tally.getLogLoss() / weight,
        tally.getCorrect() / weight,
        sequences && new EntityCounter(known.getLabels()).counts()
            ? EntityScores.of(
                tally.getEntities(), tally.getPredictedEntities(), tally.getCorrectEntities())
            : null,
        Confusion.of(known.getLabels(), tally.getConfusion()),
        Calibration.of(tally.getReliability(), tally.getProbability()),
        BaselineLosses.of(tally),
        tally.getSlackMin(),
        heldOut.logLoss(),
        heldOut.accuracy(),
        tested ? heldOut.entities() : null,
        heldOut.confusion(),
        heldOut.calibration(),
        heldOut.auc(),
        tested ? heldOut.rejected() : null,
        spec.getCurvature().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        dimensions.features(),
        dimensions.labels(),
        seconds,
        tally.getExamples() / seconds,
        report);
  }

  /** What one worker knows after one pass. */
  public Surrogate.Solution learn(final List<byte[]> train) {
    return simulate(train, FeatureMoments.of(spec, train), 1, Rounds.ALONE).published();
  }

  /**
   * A model that one pass has learned.
   *
   * @param tally of the predictions before each example was learned
   * @param penalty of its prior, nats an example
   */
  public record Learned(Model model, Tally tally, long rejected, double penalty) {}

  /**
   * Learns records in one pass, as one worker does.
   *
   * @throws UnusableData as {@link #run} does
   */
  public Learned learnOnce(final List<byte[]> train) {
    final Moments moments = FeatureMoments.of(spec, train);
    final Simulation simulation = simulate(train, moments, 1, Rounds.ALONE);
    final Tally tally = simulation.tally();
    requireSome(tally.getExamples());
    tally.setRecords(train.size());
    return new Learned(
        simulation.model().with(moments),
        tally,
        rejected,
        simulation.published().penalty() / tally.getWeight());
  }

  /** Scores labeled records with a model of this spec. */
  public HeldOut score(final Model model, final List<byte[]> test) {
    final HeldOut heldOut = new HeldOut(model);
    final ExampleMapper mapper =
        new ExampleMapper(
            model.spec(),
            new FeatureSpace(model.spec(), model.moments()),
            new ExampleDecoder(Integer.MAX_VALUE));
    for (final byte[] record : test) {
      final Example x =
          read(
              record,
              () -> {
                mapper.decode(record);
                return mapper.map();
              });
      if (x == null) {
        heldOut.reject();
      } else if (x.isLabeled()) {
        heldOut.add(x);
      }
    }
    return heldOut;
  }

  /**
   * Looks whether there were examples left.
   *
   * @throws UnusableData where there is none; the message says why the first was rejected
   */
  void requireSome(final long examples) {
    if (examples == 0) {
      throw new UnusableData(
          first.isEmpty()
              ? "no example has a label"
              : "no example fits the model: " + first.get(0).reason);
    }
  }

  /** The first few records that did not fit, each once. */
  public List<Rejected> firstRejected() {
    return List.copyOf(first);
  }

  private Simulation simulate(
      final List<byte[]> train, final Moments moments, final int passes, final Rounds rounds) {
    final int size = train.size();
    TrainingRecords.specOf(spec, train);
    final TrainingRecords records = new TrainingRecords(spec, moments, train);
    final Simulation simulation =
        new Simulation(
            spec,
            rounds,
            (long) passes * size,
            records,
            i -> {
              progress.accept(++taken);
              return read(records.at(i), () -> records.read(i));
            });
    try {
      simulation.run();
    } catch (final ArithmeticException e) {
      throw new UnusableData(
          "example %d cannot be learned: %s: leave it out, or scale its features"
              .formatted(taken, e.getMessage()));
    }
    return simulation;
  }

  /** Reads a record. */
  private interface Reading {
    Example read() throws RejectedExample;
  }

  /** Null where the record does not fit the model. */
  private Example read(final byte[] record, final Reading reading) {
    try {
      return reading.read();
    } catch (final RejectedExample e) {
      rejected++;
      if (first.size() < MOST_TOLD && first.stream().noneMatch(each -> each.record == record)) {
        first.add(new Rejected(record, e.getMessage()));
      }
      return null;
    }
  }
}
