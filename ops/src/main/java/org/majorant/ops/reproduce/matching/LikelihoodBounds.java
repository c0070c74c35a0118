package org.majorant.ops.reproduce.matching;

import java.util.List;
import org.majorant.matching.ExactMatchings;
import org.majorant.matching.MatchingBounds;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;

/**
 * The exact log-likelihood of small matchings of two sides, and bounds on it from both sides.
 *
 * @param nats minus the exact log-likelihood, a pair
 * @param programs how far log Z_0 is above log Z_1, a pair: the paper's two sides
 * @param least how far the least and the greatest bound that a prediction has are apart, a pair
 * @param outside examples whose exact value either does not enclose
 */
public record LikelihoodBounds(double nats, double programs, double least, int outside) {
  private static final double TOLERANCE = 1e-6; // nats a node, as a prediction has it
  private static final int MOST_SWEEPS = 2000;
  private static final double ROUNDING = 1e-9;

  /**
   * @param data matchings of one graph
   */
  public static LikelihoodBounds of(final List<KnownMatching> data, final double[] theta) {
    final MatchingGraph graph = data.get(0).graph();
    final ExactMatchings exact = new ExactMatchings(graph);
    final MatchingBounds bounds = new MatchingBounds(TOLERANCE, MOST_SWEEPS);
    final MatchingInference inference = new MatchingInference(MOST_SWEEPS);
    final double pairs = data.size() * data.get(0).pairs();
    double nats = 0;
    double programs = 0;
    double least = 0;
    int outside = 0;
    for (final KnownMatching matching : data) {
      final double[] scores = matching.scores(theta);
      final double log = exact.logPartition(scores);
      inference.open(graph.withKappa(1));
      inference.solve(scores, TOLERANCE * graph.nodes());
      final double lower = inference.lower();
      inference.open(graph.withKappa(0));
      inference.solve(scores, TOLERANCE * graph.nodes());
      final double upper = inference.upper();
      bounds.enclose(graph, scores);
      nats += (log - matching.score(scores)) / pairs;
      programs += (upper - lower) / pairs;
      least += (bounds.upper() - bounds.lower()) / pairs;
      outside +=
          isWithin(lower, log, upper) && isWithin(bounds.lower(), log, bounds.upper()) ? 0 : 1;
    }
    return new LikelihoodBounds(nats, programs, least, outside);
  }

  /** Whether a value is between two others, but for rounding. */
  public static boolean isWithin(final double lower, final double value, final double upper) {
    final double rounding = ROUNDING * (1 + Math.abs(value));
    return lower <= value + rounding && value <= upper + rounding;
  }
}
