package org.majorant.train;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.majorant.features.SparseMatching;
import org.majorant.likelihood.Likelihood;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;
import org.majorant.matrix.Vectors;
import org.majorant.solve.StopRule;

/**
 * Minimises J(θ) = Σ_i w_i [log Z_κ(s_i) − s_i(M_i)] + ½ λ |θ|² over matchings by its dual, with
 * nothing but best matchings (Tang, Ruozzi, Belanger and Jebara, <em>Bethe Learning of Conditional
 * Random Fields via MAP Decoding</em>, 2015). The dual keeps marginals μ_i for each example, and
 *
 * <pre>
 *   θ(μ) = Σ_i w_i Φ_iᵀ(M_i − μ_i) / λ
 *   G(μ) = Σ_i w_i H_κ(μ_i) − ½ λ |θ(μ)|²  ≤  min J  ≤  J(θ(μ)),    alike at the optimum
 * </pre>
 *
 * <p>A step takes one example i, the others fixed: with its scores s = Φ_i θ(μ),
 *
 * <pre>
 *   v = the best matching under the scores s + ∇H_κ(μ_i)
 *   μ_i ← μ_i + γ (v − μ_i),    γ in [0, 1) the best for G
 * </pre>
 *
 * <p>so G never falls. An iteration is a step for each example, in an order that a seeded generator
 * shuffles. J is found by inference after each. It may rise, so that the θ of the least J counts,
 * that of the start included.
 */
final class FrankWolfe {
  private static final long SEED = 1;
  private static final double LONGEST = 1 - 1e-9; // a whole step would leave no entropy
  private static final int HALVINGS = 30;

  private final TrainingSet data;
  private final Loss loss;
  private final double l2;
  private final Trace progress;
  private final double[] marginals; // by row of the data
  private final double[] theta;
  private final double[] gradient;
  private final double[] best; // the θ of the least J
  private final MatchingInference oracle = new MatchingInference(0); // no sweeps: the best alone
  private final MatchingEntropy entropy = new MatchingEntropy();
  private final double[] mu; // of one graph's edges, as all of these
  private final double[] scores;
  private final double[] slopes;
  private final double[] d; // v − μ
  private final double[] moved; // μ + γd
  private final double[] features; // Φᵀd, 0 between steps

  private double least; // J

  private FrankWolfe(
      final TrainingSet data,
      final double[] start,
      final double l2,
      final Consumer<Iteration> listener) {
    this.data = data;
    this.l2 = l2;
    loss = data.loss();
    progress = new Trace(loss, listener);
    marginals = new double[data.rows.rows()];
    theta = new double[start.length];
    gradient = new double[start.length];
    best = start.clone();
    features = new double[start.length];
    final int most = data.mostRows();
    mu = new double[most];
    scores = new double[most];
    slopes = new double[most];
    d = new double[most];
    moved = new double[most];
    least = loss.at(start, gradient) + 0.5 * l2 * Vectors.dot(start, start);
    begin(start);
  }

  /**
   * Whether all examples of a set are matchings of two sides. Without sides their program has more
   * marginals than matchings have, so that best matchings do not lead to it.
   */
  static boolean takes(final TrainingSet data) {
    return Arrays.stream(data.examples, 0, data.size())
        .allMatch(x -> x instanceof SparseMatching matching && matching.graph.hasSides());
  }

  /** At the marginals of θ. */
  private void begin(final double[] theta) {
    final ExampleLoss each = data.each();
    for (int i = 0; i < data.size(); i++) {
      data.score(i, theta, 1, scores);
      final Likelihood likelihood = each.open(i);
      likelihood.logPartition(scores);
      likelihood.marginals(mu);
      System.arraycopy(mu, 0, marginals, data.firsts[i], edges(i));
    }
  }

  /**
   * Trains.
   *
   * @param start the marginals at this θ are where it begins
   * @param l2 λ, a total over the data, more than 0
   * @param rule the dual, which no objective is below, takes the optimum's place
   * @param listener sees each iteration
   */
  static Training train(
      final TrainingSet data,
      final double[] start,
      final double l2,
      final StopRule rule,
      final Consumer<Iteration> listener) {
    return new FrankWolfe(data, start, l2, listener).run(rule);
  }

  private Training run(final StopRule rule) {
    final SplittableRandom random = new SplittableRandom(SEED);
    final int[] order = new int[data.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    for (; ; ) {
      final double dual = dual();
      final double objective = loss.at(theta, gradient) + 0.5 * l2 * Vectors.dot(theta, theta);
      Vectors.add(l2, theta, gradient);
      if (objective < least) {
        least = objective;
        System.arraycopy(theta, 0, best, 0, theta.length);
      }
      progress.accept(least);
      final StopRule.Reason stop = reached(rule, objective, dual);
      if (stop != null) {
        return progress.ended(best, least, dual, stop);
      }
      for (int k = order.length - 1; k >= 0; k--) {
        final int at = random.nextInt(k + 1);
        final int i = order[at];
        order[at] = order[k];
        order[k] = i;
        step(i);
      }
    }
  }

  /** Where J is infinite, the scores are too large for a best matching, too. */
  private StopRule.Reason reached(final StopRule rule, final double objective, final double dual) {
    return objective == Double.POSITIVE_INFINITY
        ? StopRule.Reason.NO_PROGRESS
        : new StopRule(rule.iterations(), rule.gradientNorm(), dual, rule.relativeGap())
            .reached(progress.steps(), least, Vectors.norm(gradient), Vectors.norm(theta));
  }

  /** Sets θ(μ) afresh, so that no rounding adds up. G(μ), nats. */
  private double dual() {
    Arrays.fill(theta, 0);
    double dual = 0;
    for (int i = 0; i < data.size(); i++) {
      take(i);
      dual += data.weights[i] * entropy.at(mu);
      final boolean[] chosen = ((SparseMatching) data.examples[i]).chosen;
      for (int e = 0; e < edges(i); e++) {
        d[e] = (chosen[e] ? 1 : 0) - mu[e];
      }
      data.add(i, data.weights[i] / l2, d, 1, theta);
    }
    return dual - 0.5 * l2 * Vectors.dot(theta, theta);
  }

  /** Moves the marginals of one example. */
  private void step(final int i) {
    take(i);
    data.score(i, theta, 1, scores);
    entropy.gradient(mu, slopes);
    final int edges = edges(i);
    for (int e = 0; e < edges; e++) {
      slopes[e] += scores[e];
      d[e] = -mu[e];
    }
    oracle.open(graph(i));
    oracle.solve(slopes, 0);
    for (int v = 0; v < graph(i).nodes(); v++) {
      final int best = oracle.best(v);
      d[best] = 1 - mu[best];
    }
    data.add(i, 1, d, 1, features);
    final double gamma = length(i);
    Vectors.add(-gamma * data.weights[i] / l2, features, theta);
    Arrays.fill(features, 0);
    for (int e = 0; e < edges; e++) {
      marginals[data.firsts[i] + e] += gamma * d[e];
    }
  }

  /** γ, by halving the interval in which G turns. */
  private double length(final int i) {
    final double bend = data.weights[i] / l2 * Vectors.dot(features, features);
    double low = 0;
    double high = LONGEST;
    for (int k = 0; k < HALVINGS; k++) {
      final double middle = k == 0 ? high : 0.5 * (low + high);
      if (slope(i, middle) - middle * bend > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Of the entropy and the scores along d, after a step. */
  private double slope(final int i, final double gamma) {
    final int edges = edges(i);
    for (int e = 0; e < edges; e++) {
      moved[e] = mu[e] + gamma * d[e];
    }
    entropy.gradient(moved, slopes);
    double slope = 0;
    for (int e = 0; e < edges; e++) {
      slope += (scores[e] + slopes[e]) * d[e];
    }
    return slope;
  }

  private MatchingGraph graph(final int i) {
    return ((SparseMatching) data.examples[i]).graph;
  }

  private int edges(final int i) {
    return graph(i).edges();
  }

  private void take(final int i) {
    entropy.open(graph(i));
    System.arraycopy(marginals, data.firsts[i], mu, 0, edges(i));
  }
}
