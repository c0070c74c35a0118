package org.majorant.research.reproduce;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.demo.KnownMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;

/**
 * What some weights say of matchings that are known.
 *
 * @param scores of all edges of all matchings
 * @param marginals likewise
 * @param right likewise: whether the matching has the edge
 * @param best the edges of the best matchings among them, the surest first
 */
record RoommateScores(double[] scores, double[] marginals, boolean[] right, int[] best) {
  private static final double TOLERANCE = 1e-6; // nats a node
  private static final int MOST_SWEEPS = 2000;

  /**
   * @param data matchings of one graph
   */
  static RoommateScores of(final List<KnownMatching> data, final double[] weights) {
    final MatchingGraph graph = data.get(0).graph();
    final int edges = graph.edges();
    final double[] scores = new double[data.size() * edges];
    final double[] marginals = new double[scores.length];
    final boolean[] right = new boolean[scores.length];
    final List<Integer> best = new ArrayList<>();
    final MatchingInference inference = new MatchingInference(MOST_SWEEPS);
    for (int i = 0; i < data.size(); i++) {
      final int from = i * edges;
      final double[] own = data.get(i).scores(weights);
      inference.open(graph);
      inference.solve(own, TOLERANCE * graph.nodes());
      for (int e = 0; e < edges; e++) {
        scores[from + e] = own[e];
        marginals[from + e] = inference.marginal(e);
        right[from + e] = data.get(i).chosen()[e];
      }
      IntStream.range(0, graph.nodes())
          .filter(v -> graph.first(inference.best(v)) == v)
          .forEach(v -> best.add(from + inference.best(v)));
    }
    best.sort(Comparator.comparingDouble(e -> -marginals[e]));
    return new RoommateScores(scores, marginals, right, best.stream().mapToInt(e -> e).toArray());
  }

  /** The share of nodes matched wrongly, of so many of them that are surest. */
  double wrong(final double share) {
    final int kept = (int) Math.round(share * best.length);
    return IntStream.of(best).limit(kept).filter(e -> !right[e]).count() / (double) kept;
  }

  Roc byScore() {
    return Roc.of(scores, right);
  }

  Roc byMarginal() {
    return Roc.of(marginals, right);
  }
}
