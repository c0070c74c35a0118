package org.majorant.model;

import java.util.ArrayList;
import java.util.List;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingBounds;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Task;

/**
 * Predicts matchings with one version of a model: p ∝ exp(Σ θᵀx) over the edges of a matching.
 * Nothing is clipped, as in training. Marginals are those of the convex program that the model was
 * learned by (MATHS.md 13); the log-likelihood is the exact one's, between two bounds. Where nodes
 * have no sides the upper one of these is 0.
 */
public final class MatchingPredictor extends Predictor {
  private static final double TOLERANCE = 1e-6; // nats a node
  private static final int MOST_SWEEPS = 2000;

  /**
   * What a model says of one matching.
   *
   * @param version the version that predicted
   * @param matches the best matching as a whole (MAP): each pair, and each node that stays
   *     unmatched, by left nodes and then by right ones, or by nodes where there are no sides. The
   *     probability of each says how certain it is: use it to reject uncertain pairs
   * @param logLikelihoodFrom of that matching as a whole it is this at least, nats: the exact
   *     log-likelihood would take a permanent
   * @param logLikelihoodTo and this at most
   * @param edges all candidates, in the order of the example
   */
  public record MatchingPrediction(
      long version,
      List<EdgeProbability> matches,
      double logLikelihoodFrom,
      double logLikelihoodTo,
      List<EdgeProbability> edges)
      implements Prediction {}

  /**
   * How probable it is that two nodes are matched, or that one stays unmatched. Where there are no
   * sides left is the lesser node, and right the other one, null where left stays unmatched.
   *
   * @param left from 0; null where the right node stays unmatched
   * @param right from 0 on its side; null where the left node stays unmatched
   * @param probability of that, by itself: the Bethe marginal, which is near the exact one
   */
  public record EdgeProbability(Integer left, Integer right, double probability) {}

  public MatchingPredictor(final Model model) {
    super(model, Task.MATCHING);
  }

  @Override
  public MatchingPrediction predict(final LabeledExample example) throws RejectedExample {
    final SparseMatching x = (SparseMatching) map(example);
    final double[] scores = new double[x.length];
    x.score(model().weights(), scores);
    final MatchingInference inference = new MatchingInference(MOST_SWEEPS);
    final MatchingBounds bounds = new MatchingBounds(TOLERANCE, MOST_SWEEPS);
    try {
      inference.open(x.graph);
      inference.solve(scores, TOLERANCE * x.graph.nodes());
      bounds.enclose(x.graph, scores);
    } catch (final ArithmeticException e) {
      throw new RejectedExample(Rejection.VALUE, e.getMessage());
    }
    final List<EdgeProbability> edges = new ArrayList<>(x.length);
    for (int e = 0; e < x.length; e++) {
      edges.add(edge(inference, e));
    }
    final List<EdgeProbability> matches = new ArrayList<>();
    double score = 0;
    for (int v = 0; v < x.graph.nodes(); v++) {
      final int e = inference.best(v);
      if (x.graph.first(e) == v) {
        matches.add(edges.get(e));
        score += scores[e];
      }
    }
    return new MatchingPrediction(
        model().version(),
        matches,
        score - bounds.upper(),
        Math.min(0, score - bounds.lower()),
        edges);
  }

  private static EdgeProbability edge(final MatchingInference inference, final int edge) {
    final MatchingGraph graph = inference.graph();
    final int first = graph.first(edge);
    final int second = graph.second(edge);
    final boolean single = first == second;
    final boolean isLeft = !graph.hasSides() || first < graph.left();
    return new EdgeProbability(
        isLeft ? first : null,
        single && isLeft ? null : (Integer) (graph.hasSides() ? second - graph.left() : second),
        Math.min(1, inference.marginal(edge)));
  }
}
