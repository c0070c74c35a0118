package org.majorant.research.reproduce.matching;

import java.util.random.RandomGenerator;
import org.majorant.demo.KnownMatching;
import org.majorant.matching.ExactMatchings;
import org.majorant.matching.MatchingGraph;

/** Draws matchings of a small graph exactly, p ∝ exp(Σ θᵀφ) over the edges of a matching. */
public final class MatchingSampler {
  private final MatchingGraph graph;
  private final double[] theta;
  private final RandomGenerator random;
  private final ExactMatchings exact;

  public MatchingSampler(
      final MatchingGraph graph, final double[] theta, final RandomGenerator random) {
    this.graph = graph;
    this.theta = theta;
    this.random = random;
    exact = new ExactMatchings(graph);
  }

  /**
   * @param features of each edge
   */
  public KnownMatching draw(final double[][] features) {
    exact.logPartition(KnownMatching.scores(features, theta));
    return new KnownMatching(graph, features, exact.draw(random));
  }
}
