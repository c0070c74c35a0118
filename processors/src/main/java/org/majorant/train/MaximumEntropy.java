package org.majorant.train;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphRoom;
import org.majorant.clique.LogPartition;
import org.majorant.features.Dimensions;
import org.majorant.features.SparseGraph;
import org.majorant.likelihood.GraphLikelihood;
import org.majorant.schema.Task;
import org.majorant.solve.Constraints;
import org.majorant.solve.DualNewton;
import org.majorant.solve.LinearRow;
import org.majorant.solve.Quadratic;
import org.majorant.solve.StopRule;
import org.majorant.spec.ExpectationsFile.Targets;

/**
 * Maximum entropy, and with a prior h minimum relative entropy (Jaynes 1957):
 *
 * <pre>    min over p of Σ p log(p/h)    with E_p[f] = c,  E_p[g] ≥ c'</pre>
 *
 * <p>is solved by p ∝ h exp(θᵀf + ϑᵀg) at the minimum over θ and ϑ ≥ 0 of the dual,
 *
 * <pre>    log Σ h exp(θᵀ(f − c) + ϑᵀ(g − c')),</pre>
 *
 * <p>a log-partition function, which Algorithm 1 bounds: the same loss as a choice's, whose steps
 * are certified ({@link ConstrainedTrainer}). Features are centred at their targets and scaled to
 * [−1, 1] meanwhile.
 *
 * @param probabilities p, n
 * @param theta θ and ϑ, in the order of the moments
 * @param reached E_p of each feature, likewise
 * @param divergence Σ p log(p/h) with h normalised, nats
 * @param entropy −Σ p log p, nats
 * @param training how the dual was solved
 */
public record MaximumEntropy(
    double[] probabilities,
    double[] theta,
    double[] reached,
    double divergence,
    double entropy,
    Training training) {
  private static final StopRule RULE = StopRule.of(1000, 1e-18);

  /** Of a moment that is reached, relative to the largest deviation that an outcome has from it. */
  private static final double REACHED = 1e-6;

  /**
   * Estimates.
   *
   * @throws IllegalArgumentException where no distribution has these moments
   * @throws ArithmeticException where the dual does not converge: on the edge, where the moments
   *     leave possible outcomes no probability
   */
  public static MaximumEntropy of(final Targets problem) {
    final int n = problem.outcomes().size();
    final List<Targets.Moment> moments = problem.moments();
    final int d = moments.size();
    final double[] scales = new double[d];
    final double[] centred = new double[n * d];
    for (int m = 0; m < d; m++) {
      scales[m] = centre(problem, m, centred);
    }
    requireFeasible(problem, centred);
    final double[] logPrior = Arrays.stream(problem.prior()).map(Math::log).toArray();
    final double[] lower = new double[d];
    final double[] upper = new double[d];
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    Arrays.setAll(lower, m -> moments.get(m).equality() ? Double.NEGATIVE_INFINITY : 0);
    final Training training =
        ConstrainedTrainer.train(
            loss(centred, d, logPrior),
            new double[d],
            0,
            0,
            Constraints.box(lower, upper),
            RULE,
            i -> {});
    return result(problem, centred, scales, training);
  }

  /** log Z of one choice, from which nothing is subtracted: the features' targets are 0. */
  private static Loss loss(final double[] centred, final int d, final double[] logPrior) {
    final SparseGraph x = new SparseGraph();
    x.graph = FactorGraph.of(new int[] {logPrior.length}, new int[][] {{0}}, 0, GraphRoom.WIDEST);
    x.observed = 1;
    x.weight = 1;
    x.length = logPrior.length;
    x.logPrior = logPrior;
    x.indices = IntStream.range(0, centred.length).map(at -> at % d).toArray();
    x.values = centred;
    x.starts = IntStream.rangeClosed(0, x.length).map(y -> y * d).toArray();
    final Dimensions sizes = new Dimensions(0, 1, 1, d, 0);
    final TrainingSet set = new TrainingSet(Task.CHOICE, sizes, null);
    set.add(x);
    final GraphLikelihood dual =
        new GraphLikelihood() {
          @Override
          public double observed(final double[] s) {
            return 0;
          }

          @Override
          public void observedMarginals(final double[] q) {
            Arrays.fill(q, 0);
          }
        };
    return new BatchLoss(set, new GraphLoss(set, dual), sizes);
  }

  /** A feature's column of f − c, scaled; the scale. */
  private static double centre(final Targets problem, final int m, final double[] centred) {
    final Targets.Moment moment = problem.moments().get(m);
    final int d = problem.moments().size();
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int y = 0; y < moment.values().length; y++) {
      if (problem.prior()[y] > 0) {
        least = Math.min(least, moment.values()[y]);
        most = Math.max(most, moment.values()[y]);
      }
    }
    if (most < moment.target() || moment.equality() && least > moment.target()) {
      throw new IllegalArgumentException(
          "%s cannot be %s%s: it is %s to %s in the outcomes that are possible"
              .formatted(
                  moment.feature(),
                  moment.equality() ? "" : "at least ",
                  moment.target(),
                  least,
                  most));
    }
    final double widest = Math.max(Math.abs(least - moment.target()), most - moment.target());
    final double scale = widest > 0 ? widest : 1;
    for (int y = 0; y < moment.values().length; y++) {
      if (problem.prior()[y] > 0) {
        centred[y * d + m] = (moment.values()[y] - moment.target()) / scale;
      }
    }
    return scale;
  }

  /** Looks for any distribution, the one nearest to the prior. */
  private static void requireFeasible(final Targets problem, final double[] centred) {
    final int n = problem.outcomes().size();
    final int d = problem.moments().size();
    final int[] all = new int[n];
    final double[] ones = new double[n];
    final double[] most = new double[n];
    Arrays.setAll(all, y -> y);
    Arrays.fill(ones, 1);
    Arrays.setAll(most, y -> problem.prior()[y] > 0 ? 1 : 0);
    final double mass = Arrays.stream(problem.prior()).sum();
    final double[] prior = Arrays.stream(problem.prior()).map(h -> h / mass).toArray();
    Constraints simplex =
        Constraints.box(new double[n], most).and(LinearRow.equal("p", all, ones, 1));
    for (int m = 0; m < d; m++) {
      final Targets.Moment moment = problem.moments().get(m);
      final double sign = moment.equality() ? 1 : -1;
      final double[] row = new double[n];
      for (int y = 0; y < n; y++) {
        row[y] = sign * centred[y * d + m];
      }
      simplex = simplex.and(new LinearRow(moment.feature(), moment.equality(), all, row, 0));
    }
    try {
      DualNewton.solve(new Quadratic(new double[0], ones, prior), new double[n], simplex);
    } catch (final ArithmeticException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no distribution has all of these moments, or only one that rules possible outcomes out",
          e);
    }
  }

  private static MaximumEntropy result(
      final Targets problem,
      final double[] centred,
      final double[] scales,
      final Training training) {
    final double[] p = probabilities(problem, centred, training.theta());
    final int n = p.length;
    final int d = scales.length;
    final double[] theta = new double[d];
    final double[] reached = new double[d];
    for (int m = 0; m < d; m++) {
      final Targets.Moment moment = problem.moments().get(m);
      double off = 0;
      for (int y = 0; y < n; y++) {
        off += p[y] * centred[y * d + m];
      }
      if (!(off >= -REACHED && (off <= REACHED || !moment.equality()))) {
        throw new ArithmeticException(
            "%s came to %s only: the moments rule outcomes out, which need a prior of 0"
                .formatted(moment.feature(), moment.target() + scales[m] * off));
      }
      theta[m] = training.theta()[m] / scales[m];
      reached[m] = moment.target() + scales[m] * off;
    }
    final double mass = Arrays.stream(problem.prior()).sum();
    double divergence = 0;
    double entropy = 0;
    for (int y = 0; y < n; y++) {
      if (p[y] > 0) {
        divergence += p[y] * (Math.log(p[y]) - Math.log(problem.prior()[y] / mass));
        entropy -= p[y] * Math.log(p[y]);
      }
    }
    return new MaximumEntropy(p, theta, reached, divergence, entropy, training);
  }

  private static double[] probabilities(
      final Targets problem, final double[] centred, final double[] theta) {
    final double[] p = new double[problem.outcomes().size()];
    for (int y = 0; y < p.length; y++) {
      p[y] = Math.log(problem.prior()[y]);
      for (int m = 0; m < theta.length; m++) {
        p[y] += theta[m] * centred[y * theta.length + m];
      }
    }
    LogPartition.probabilities(p, p);
    return p;
  }
}
