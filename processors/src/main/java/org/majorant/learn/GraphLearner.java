package org.majorant.learn;

import org.majorant.bound.TreeCurvature;
import org.majorant.bound.TreeLine;
import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphInference;
import org.majorant.features.Example;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparsePoint;
import org.majorant.memory.Memory;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * Learns graphs, and so choices, by a step along one direction that is exact there. With a score s
 * = θᵀx + log h a configuration of a factor, the marginals p of all labellings and q of those that
 * agree with the states observed, both over the configurations of each factor:
 *
 * <pre>
 *   the progressive loss is log Z(s) − log Z(s; observed), before anything is learned
 *   g = Σ (p − q) x        F = Σ_factors diag (Var_p(x) − Var_q(x))₊
 *   d = −wg / (D + wF)     t = Xd
 *   η minimises  w [log Z(s + ηt) − η Σ q t] + ½ η² dᵀDd
 *   certificate: the tied bound along t of log Z(s + ηt);  slack = bound − log Z ≥ 0
 *   θ ← θ + ηd;   A ← A + wF
 * </pre>
 *
 * <p>Of a graph that forests cover, log Z stands for its bound by them, at the split found before
 * the step (MATHS.md 14), and the same holds for it.
 *
 * <p>Where all is observed the step along d is the implicit one: there is no rate, and it cannot
 * overshoot. Else Σ q t is Jensen's bound on log Z(s + ηt; observed) − log Z(s; observed), so that
 * what is minimised bounds the loss from above. What is hidden still varies under q, and tells
 * nothing: Var_p − Var_q is the observed information, which is positive on average, and 0 where
 * nothing is observed. F leaves out how factors vary together, which makes d no better than a
 * diagonal can be and A smaller than the curvature along what they share; the line search, whose
 * variance is that of the whole graph, makes up for the former. Of a choice, which is one factor, F
 * is the curvature's diagonal.
 *
 * <p>Only differences between configurations count, in the curvature as in the prior; nothing is
 * clipped. Allocates nothing once its buffers have grown.
 */
final class GraphLearner implements TaskLearner {
  private static final int MAX_ITERATIONS = 50;
  private static final double TOLERANCE = 1e-10;

  private final ProgressiveTally progress;
  private final MixtureWeights mixture;
  private final double[] priors;
  private final Memory.Rows memory;
  private final RowWeights weights;
  private final GraphInference all = new GraphInference();
  private final GraphInference agreeing = new GraphInference();
  private final TreeLine line = new TreeLine();
  private final TreeCurvature tied = TreeCurvature.tied();
  private double[] s = {}; // a number a configuration of a factor, as all of these
  private double[] before = {}; // scores of each prior of the mixture
  private double[] variances = {};
  private double[] p = {};
  private double[] q = {};
  private double[] along = {}; // t
  private double[] moved = {}; // s + ηt
  private double[] direction = {}; // t as a table over the tree
  private int[] states = {};

  GraphLearner(
      final ModelSpec spec, final ProgressiveTally progress, final MixtureWeights mixture) {
    this.progress = progress;
    this.mixture = mixture;
    priors = Mixture.of(spec).priors();
    memory = Memory.Rows.of(spec);
    weights = new RowWeights(spec);
  }

  @Override
  public double learn(final Example example) {
    final SparseGraph x = (SparseGraph) example;
    reserve(x);
    weights.open(x, memory);
    final double loss;
    if (mixture.isNone()) {
      score(x);
      loss = scoreProgressively(x);
    } else {
      loss = scoreMixture(x);
    }

    weights.countVariances(memory);
    score(x);
    final double logPartition = all.collect(x.graph, s);
    progress.inferred(all.gap(), all.sweeps());
    all.marginals(p);
    agreeing.collect(x.graph, s, x.states);
    agreeing.marginals(q);
    for (int w = 0; w < x.length; w++) {
      moved[w] = p[w] - q[w];
    }
    weights.turnTogether(moved, p, q, x.weight, along);
    x.graph.logPotentials(along, direction);
    line.open(x.graph.tree(), all.logPotentials(), direction, x.graph.share());
    final double step = step(x, weights.stiffness());
    certify(x, logPartition, step);
    weights.write(step, memory);
    return loss;
  }

  @Override
  public Memory memory() {
    return memory;
  }

  private void score(final SparseGraph x) {
    weights.score(s, variances);
    if (x.logPrior != null) {
      for (int w = 0; w < x.length; w++) {
        s[w] += x.logPrior[w];
      }
    }
  }

  private double scoreProgressively(final SparseGraph x) {
    final double prior = x.logPrior == null ? 0 : loss(x, x.logPrior);
    final double loss = loss(x, s);
    all.map(states);
    for (int v = 0; v < x.graph.variables(); v++) {
      if (x.states[v] != SparsePoint.UNLABELED) {
        final double chance = Math.log(x.graph.tree().cardinality(v));
        progress.scoreChoice(
            x.logPrior == null ? chance : prior / x.observed, states[v] == x.states[v], x.weight);
      }
    }
    progress.add(loss, x.weight);
    return loss;
  }

  /** Of a choice: its rows are the alternatives. */
  private double scoreMixture(final SparseGraph x) {
    for (int l = 0; l < priors.length; l++) {
      weights.score(memory, priors[l], before, l * x.length);
    }
    final int chosen = x.states[0];
    final int likeliest = mixture.predict(before, x.length, x.length, x.logPrior);
    final double prior = x.logPrior == null ? Math.log(x.length) : loss(x, x.logPrior);
    progress.scoreChoice(prior, likeliest == chosen, x.weight);
    final double loss = mixture.score(chosen, x.weight);
    progress.add(loss, x.weight);
    return loss;
  }

  private double loss(final SparseGraph x, final double[] scores) {
    final double rest = agreeing.collect(x.graph, scores, x.states);
    return all.collect(x.graph, scores) - rest;
  }

  /**
   * η: Newton's method on the slope along d, which rises, within its bracket; at its upper end the
   * quadratic term makes up for the most that the likelihood can gain.
   *
   * @param stiffness dᵀDd
   */
  private double step(final SparseGraph x, final double stiffness) {
    double agreed = 0; // Σ q t
    for (int w = 0; w < x.length; w++) {
      agreed += q[w] * along[w];
    }
    final double gain = x.weight * (agreed - least(x.graph));
    if (!(stiffness > 0 && gain > 0)) {
      return 0;
    }
    double low = 0;
    double high = gain / stiffness;
    double lastMove = 2 * high;
    double step = 0;
    double first = 0;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
      line.at(step);
      final double slope = x.weight * (line.slope() - agreed) + step * stiffness;
      first = i == 0 ? Math.abs(slope) : first;
      if (Math.abs(slope) <= TOLERANCE * first) {
        break;
      }
      if (slope > 0) {
        high = step;
      } else {
        low = step;
      }
      double next = step - slope / (x.weight * line.variance() + stiffness);
      if (!(next > low && next < high) || Math.abs(next - step) > 0.5 * lastMove) {
        next = 0.5 * (low + high); // Newton leaves the bracket, or bounces in it
      }
      lastMove = Math.abs(next - step);
      step = next;
    }
    return step;
  }

  /** No labelling has less of t: the sum of the factors' least. */
  private double least(final FactorGraph graph) {
    double sum = 0;
    for (int f = 0; f < graph.factors(); f++) {
      double least = Double.POSITIVE_INFINITY;
      for (int w = graph.start(f); w < graph.start(f + 1); w++) {
        least = Math.min(least, along[w]);
      }
      sum += least;
    }
    return sum;
  }

  /** The step's certificate, in score space. */
  private void certify(final SparseGraph x, final double logPartition, final double step) {
    tied.expand(all.sums());
    double slope = 0;
    for (int w = 0; w < x.length; w++) {
      slope += p[w] * along[w];
      moved[w] = s[w] + step * along[w];
    }
    final double curvature = x.graph.share() * tied.along(direction);
    final double bounded = logPartition + step * slope + 0.5 * step * step * curvature;
    final double exact = line.at(step);
    final double agreed = agreeing.collect(x.graph, moved, x.states);
    progress.certify(bounded - exact, exact - agreed, bounded - agreed, x.observed);
  }

  private void reserve(final SparseGraph x) {
    if (s.length < x.length) {
      final int room = 2 * x.length;
      s = new double[room];
      before = new double[mixture.isNone() ? 0 : priors.length * room];
      variances = new double[room];
      p = new double[room];
      q = new double[room];
      along = new double[room];
      moved = new double[room];
    }
    if (direction.length < x.graph.tree().configurations()) {
      direction = new double[2 * x.graph.tree().configurations()];
    }
    if (states.length < x.graph.variables()) {
      states = new int[2 * x.graph.variables()];
    }
  }
}
