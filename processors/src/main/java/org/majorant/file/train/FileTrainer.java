package org.majorant.file.train;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.majorant.features.Dimensions;
import org.majorant.features.ExampleMapper;
import org.majorant.features.FeatureMoments;
import org.majorant.features.FeatureSpace;
import org.majorant.features.NameDictionary;
import org.majorant.file.UnusableData;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.file.evaluate.Scores;
import org.majorant.model.Model;
import org.majorant.prior.PriorMean;
import org.majorant.prior.Restriction;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.NameCount;
import org.majorant.schema.Tally;
import org.majorant.solve.StopRule;
import org.majorant.spec.SpecPrior;
import org.majorant.spec.Spelling;
import org.majorant.store.ModelVersion;
import org.majorant.train.ConstrainedTrainer;
import org.majorant.train.Iteration;
import org.majorant.train.Solver;
import org.majorant.train.Training;
import org.majorant.train.TrainingSet;

/** Trains records in memory by a batch solver, to the optimum of log-likelihood and prior. */
public final class FileTrainer implements Trainer {
  private static final StopRule OPTIMUM = StopRule.of(500, 1e-10);

  private final ModelSpec spec;
  private final Dimensions dimensions;
  private final List<byte[]> records;
  private final Restriction restriction;
  private final Moments moments;
  private final TrainingSet data;
  private final long rejected;

  /**
   * @param records labeled examples as they would stand on a topic
   * @throws org.majorant.spec.SpecException where no weights meet the spec's constraints
   */
  public FileTrainer(final ModelSpec spec, final List<byte[]> records) {
    this.spec = spec;
    this.records = records;
    dimensions = Dimensions.of(spec);
    restriction = Restriction.of(spec);
    restriction.requireFeasible();
    data = TrainingSet.of(spec);
    moments = FeatureMoments.of(spec, records);
    final ExampleMapper mapper =
        new ExampleMapper(
            spec, new FeatureSpace(spec, moments), new ExampleDecoder(Integer.MAX_VALUE));
    rejected = data.addAll(records, mapper);
  }

  @Override
  public Result train(
      final TrainingSettings settings,
      final Consumer<Iteration> listener,
      final List<byte[]> test) {
    final Solver solver = settings.solver() == null ? data.usualSolver() : settings.solver();
    requireSolver(solver, settings.l2());
    requireConvex(solver, settings.gap());
    final boolean hasDual = solver == Solver.FRANK_WOLFE;
    final Double optimum = settings.gap() == null || hasDual ? null : optimum(settings.l2());
    final long start = System.nanoTime();
    final double[] theta = settings.warmStart() ? streamed(settings.l2()) : start();
    final double streaming = (System.nanoTime() - start) / 1e9;
    final int before = settings.warmStart() ? 1 : 0;
    final Training training =
        train(
            theta,
            settings.l2(),
            solver,
            rule(settings, optimum),
            i -> listener.accept(counted(i, before, streaming)));
    requireOptimum(training);
    final Model model = model(training.theta());
    final Scores heldOut = new Evaluator(spec).score(model, test).scores();
    final List<Iteration> iterations =
        training.iterations().stream().map(i -> counted(i, before, streaming)).toList();
    return new Result(model, report(solver, settings.l2(), optimum, training, iterations, heldOut));
  }

  private TrainingReport report(
      final Solver solver,
      final double l2,
      final Double optimum,
      final Training training,
      final List<Iteration> iterations,
      final Scores heldOut) {
    final Iteration last = iterations.get(iterations.size() - 1);
    final OptionalDouble slack =
        iterations.stream()
            .filter(i -> i.slack() != null)
            .mapToDouble(i -> i.slack() / i.objective())
            .min();
    return new TrainingReport(
        data.size(),
        rejected,
        training.theta().length,
        solver,
        l2,
        null,
        training.objective(),
        training.gap(),
        training.dual(),
        optimum,
        training.stop(),
        last.passes(),
        last.seconds(),
        slack.isPresent() ? slack.getAsDouble() : null,
        heldOut.logLoss(),
        heldOut.accuracy(),
        iterations);
  }

  /** Its tally is of the data as the model predicts it. */
  @Override
  public ModelHead head(
      final Result result, final String source, final Optional<ModelVersion> parent) {
    final Tally tally = new Evaluator(spec).score(result.model(), records).tally();
    tally.setRecords(records.size());
    tally.setExamples(data.size());
    tally.setUnlabeled(records.size() - data.size() - rejected);
    result.report().iterations().stream()
        .filter(i -> i.slack() != null)
        .forEach(i -> tally.setSlackMin(Math.min(tally.getSlackMin(), i.slack())));
    final Iteration last =
        result.report().iterations().get(result.report().iterations().size() - 1);
    return TrainedHead.of(result.model(), source, parent)
        .setTally(tally)
        .setObjective(last.objective() / data.weight())
        .setBound((last.bound() == null ? last.objective() : last.bound()) / data.weight())
        .setNames(names(result))
        .build();
  }

  @Override
  public List<NameCount> names(final Result result) {
    return NameDictionary.of(spec, moments, records, result.model().weights());
  }

  private static Iteration counted(final Iteration i, final int passes, final double seconds) {
    return new Iteration(
        i.iteration(),
        i.objective(),
        i.bound(),
        i.slack(),
        i.step(),
        i.passes() + passes,
        i.seconds() + seconds);
  }

  /** Free weights by any solver; a spec's constraints and L1 by Algorithm 2. */
  private Training train(
      final double[] theta,
      final double l2,
      final Solver solver,
      final StopRule rule,
      final Consumer<Iteration> listener) {
    return restriction.isNone()
        ? data.train(theta, l2, solver, rule, listener)
        : ConstrainedTrainer.train(
            data.loss(),
            theta,
            l2,
            spec.getL1(),
            restriction.onAllWeights(dimensions.features()),
            rule,
            listener);
  }

  private double optimum(final double l2) {
    final Training best = train(start(), l2, data.usualSolver(), OPTIMUM, i -> {});
    requireOptimum(best);
    return best.objective();
  }

  private void requireSolver(final Solver solver, final double l2) {
    final String task = Spelling.of(spec.getTask());
    if (!restriction.isNone() && !data.solvers().contains(Solver.BOUND)) {
      throw new UnusableData(
          "constraints and l1 are not for a batch of 'task: %s': leave them out of the spec"
              .formatted(task));
    }
    if (!data.solvers().contains(solver)) {
      final List<String> others = data.solvers().stream().map(Solver::toString).toList();
      throw new UnusableData(
          "--solver %s is not for such examples of 'task: %s': give one of %s"
              .formatted(solver, task, String.join(", ", others)));
    }
    if (solver == Solver.FRANK_WOLFE && l2 == 0) {
      throw new UnusableData("without a prior there is no dual: give --l2 more than 0");
    }
  }

  private void requireConvex(final Solver solver, final Double gap) {
    final boolean needed = solver == Solver.NEWTON || gap != null;
    if (needed && !data.isConvex()) {
      throw new UnusableData(
          "hidden states, and labels that are not or partly observed, have many optima and no"
              + " Hessian: give --solver bound, relaxed, adaptive or lbfgs, and no --gap");
    }
  }

  private static void requireOptimum(final Training training) {
    if (training.stop() == StopRule.Reason.UNBOUNDED) {
      throw new UnusableData(
          "the examples can be separated, so that without a prior there is no optimum:"
              + " give --l2 more than 0");
    }
  }

  private static StopRule rule(final TrainingSettings settings, final Double optimum) {
    final StopRule rule = settings.rule();
    return settings.gap() == null
        ? rule
        : new StopRule(
            rule.iterations(), 0, optimum == null ? Double.NaN : optimum, settings.gap());
  }

  /** Where no stream warms up: at 0; with hidden states, where the stream's prior has its mean. */
  private double[] start() {
    final PriorMean mean = PriorMean.of(spec);
    return mean.isZero()
        ? new double[data.loss().parameters()]
        : mean.weights(data.rootMeanSquares());
  }

  /**
   * What one pass of the streaming learner knows. Where its prior is λ itself, as it is here, the
   * pass has the same λ. Where it is in units of each feature, the pass has the spec's.
   */
  private double[] streamed(final double l2) {
    final AvroSerde<ModelSpec> serde = AvroSerde.of(ModelSpec.class);
    final ModelSpec copy = serde.decode(serde.encode(spec));
    if (!SpecPrior.isScaled(spec.getTask()) && l2 > 0) {
      copy.put("l2", l2);
    }
    return data.parameters(new Evaluator(copy).learn(records).theta());
  }

  /** Nothing is clipped by a batch model: it has no feature scale. */
  private Model model(final double[] parameters) {
    final double[] theta = data.weights(parameters);
    final float[] rms = new float[dimensions.features()];
    return new Model(spec, 0, theta, new float[theta.length], rms).with(moments);
  }
}
