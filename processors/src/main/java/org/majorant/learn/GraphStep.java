package org.majorant.learn;

import org.majorant.bound.TreeCurvature;
import org.majorant.bound.TreeLine;
import org.majorant.clique.FactorGraph;
import org.majorant.features.SparseGraph;
import org.majorant.likelihood.GraphLikelihood;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * The step of graphs, and so of choices, which is exact along its direction. Marginals are over the
 * configurations of each factor:
 *
 * <pre>
 *   C = w Σ_factors diag (Var_p(x) − Var_q(x))₊
 *   η minimises  w [log Z(s + ηt) − η Σ q t] + ½ η² dᵀ(A + P)d
 *   certificate: the tied bound along t
 * </pre>
 *
 * <p>Of a graph that forests cover, log Z stands for its bound by them, at the split found before
 * the step (MATHS.md 14), and the same holds for it.
 *
 * <p>Where all is observed the step along d is the implicit one: there is no rate, and it cannot
 * overshoot. Else Σ q t is Jensen's bound on log Z(s + ηt; observed) − log Z(s; observed), so that
 * what is minimised bounds the loss from above. What is hidden still varies under q, and tells
 * nothing: Var_p − Var_q is the observed information, which is positive on average, and 0 where
 * nothing is observed. C leaves out how factors vary together, which makes d no better than a
 * diagonal can be and A smaller than the curvature along what they share; the line search, whose
 * variance is that of the whole graph, makes up for the former. Of a choice, which is one factor, C
 * is the curvature's diagonal.
 *
 * <p>Only differences between configurations count, in the curvature as in the prior; nothing is
 * clipped.
 */
final class GraphStep extends LineStep<RowWeights, GraphLikelihood> {
  private static final int MAX_ITERATIONS = 50;
  private static final double TOLERANCE = 1e-10;

  private final TreeLine line = new TreeLine();
  private final TreeCurvature tied = TreeCurvature.tied();
  private double[] p = {};
  private double[] q = {};
  private double[] direction = {}; // t as a table over the tree
  private double exact; // log Z after the step
  private SparseGraph x;

  GraphStep(final ModelSpec spec, final ProgressiveTally progress) {
    super(spec, new RowWeights(spec), new GraphLikelihood(), progress);
  }

  @Override
  void reserve(final int room) {
    super.reserve(room);
    p = new double[room];
    q = new double[room];
  }

  @Override
  void turn() {
    x = (SparseGraph) weights.x;
    likelihood.marginals(p);
    likelihood.observedMarginals(q);
    for (int w = 0; w < n; w++) {
      residuals[w] = x.weight * (p[w] - q[w]);
    }
    weights.curveByFactors(p, x.observed < x.graph.variables() ? q : null);
    weights.turn(residuals, along);
    if (direction.length < x.graph.tree().configurations()) {
      direction = new double[2 * x.graph.tree().configurations()];
    }
    x.graph.logPotentials(along, direction);
    line.open(x.graph.tree(), likelihood.all().logPotentials(), direction, x.graph.share());
  }

  @Override
  double step() {
    final double logPartition = line.at(0);
    exact = logPartition;
    final double step = search(weights.stiffness());
    tied.expand(likelihood.all().sums());
    double slope = 0;
    for (int w = 0; w < n; w++) {
      slope += p[w] * along[w];
    }
    move(step);
    final double curvature = x.graph.share() * tied.along(direction);
    final double bounded = logPartition + step * slope + 0.5 * step * step * curvature;
    certify(bounded, exact, likelihood.observed(moved));
    return step;
  }

  /**
   * Newton's method on the slope along d, which rises, within its bracket; at its upper end the
   * quadratic term makes up for the most that the likelihood can gain. From 0 on, where the line
   * is.
   *
   * @param stiffness dᵀ(A + P)d
   */
  private double search(final double stiffness) {
    double agreed = 0; // Σ q t
    for (int w = 0; w < n; w++) {
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
      exact = line.at(step);
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
}
