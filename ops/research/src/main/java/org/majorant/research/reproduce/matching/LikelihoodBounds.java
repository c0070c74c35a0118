package org.majorant.research.reproduce.matching;

import java.util.List;
import org.majorant.demo.KnownMatching;
import org.majorant.matching.ExactMatchings;
import org.majorant.matching.MatchingBounds;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;

/**
 * The exact log-likelihood of small matchings of two sides, and bounds on it from both sides.
 *
 * @param nats minus the exact log-likelihood, a pair
 * @param programs how far log Z_0 is above log Z_1, a pair: the paper's two sides
 * @param least how far the bounds that a prediction has are apart, a pair: log Z_1 is the lower
 *     one, and the upper one no more than log Z_0
 * @param outside examples whose exact value these do not enclose
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
    final MatchingGraph above = graph.withKappa(0);
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
      bounds.enclose(graph, scores);
      inference.open(above);
      inference.solve(scores, TOLERANCE * graph.nodes());
      nats += (log - matching.score(scores)) / pairs;
      programs += (inference.upper() - bounds.lower()) / pairs;
      least += (bounds.upper() - bounds.lower()) / pairs;
      final boolean enclosed =
          isWithin(bounds.lower(), log, Math.min(bounds.upper(), inference.upper()));
      outside += enclosed ? 0 : 1;
    }
    return new LikelihoodBounds(nats, programs, least, outside);
  }

  /** Whether a value is between two others, but for rounding. */
  static boolean isWithin(final double lower, final double value, final double upper) {
    final double rounding = ROUNDING * (1 + Math.abs(value));
    return lower <= value + rounding && value <= upper + rounding;
  }
}
