package org.majorant.research.reproduce;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.majorant.solve.StopRule;
import org.majorant.train.Iteration;
import org.majorant.train.Solver;
import org.majorant.train.Trainer;
import org.majorant.train.Training;
import org.majorant.train.TrainingSet;

/**
 * One descent of the latent conditional likelihood (JC12 section 4) from a random start near 0.
 *
 * @param states hidden states a label, m
 * @param last where it ended
 * @param best where the validation loss was least
 * @param lastLoss the validation loss there, nats
 * @param bestLoss likewise
 */
record LatentFit(
    int states, Training training, double[] last, double[] best, double lastLoss, double bestLoss) {
  private static final double NEAR = 0.01;
  private static final double ROUNDING = 1e-9;

  static LatentFit of(
      final TrainingSet train,
      final TrainingSet validation,
      final int labels,
      final int states,
      final double l2,
      final Solver solver,
      final StopRule rule,
      final long seed) {
    final WatchedLoss loss =
        new WatchedLoss(
            train.loss(states, labels * states), validation.loss(states, labels * states));
    final Training training =
        Trainer.train(loss, start(loss.parameters(), seed), l2, solver, rule, i -> {});
    return new LatentFit(
        states, training, training.theta(), loss.best(), loss.watchedLoss(), loss.bestLoss());
  }

  /** Near 0, not at it: there hidden states are all the same, and stay so. */
  static double[] start(final int parameters, final long seed) {
    final Random random = new Random(seed);
    return DoubleStream.generate(random::nextGaussian)
        .limit(parameters)
        .map(v -> NEAR * v)
        .toArray();
  }

  /** Did J never rise, and stay under its bound, but for rounding? */
  boolean monotone() {
    final double tolerance = ROUNDING * training.iterations().get(0).objective();
    double before = Double.POSITIVE_INFINITY;
    for (final Iteration i : training.iterations()) {
      if (!(i.objective() <= before) || i.slack() != null && !(i.slack() >= -tolerance)) {
        return false;
      }
      before = i.objective();
    }
    return training.objective() <= before + tolerance;
  }
}
