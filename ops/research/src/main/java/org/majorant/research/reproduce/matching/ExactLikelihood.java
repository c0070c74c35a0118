package org.majorant.research.reproduce.matching;

import java.util.Arrays;
import java.util.List;
import org.majorant.demo.KnownMatching;
import org.majorant.matching.ExactMatchings;
import org.majorant.solve.Objective;

/**
 * Minus the log-likelihood of small matchings, by all matchings that there are, with a prior:
 *
 * <pre>
 *   J(θ) = Σ_i [log Z(s_i) − s_i(M_i)] + ½ λ |θ|²,    s_i = Φ_i θ
 * </pre>
 */
public final class ExactLikelihood implements Objective {
  private final List<KnownMatching> data;
  private final double l2;
  private final ExactMatchings exact;

  /**
   * @param data matchings of one graph
   * @param l2 λ
   */
  public ExactLikelihood(final List<KnownMatching> data, final double l2) {
    this.data = data;
    this.l2 = l2;
    exact = new ExactMatchings(data.get(0).graph());
  }

  @Override
  public double valueAndGradient(final double[] theta, final double[] gradient) {
    Arrays.setAll(gradient, k -> l2 * theta[k]);
    double value = 0.5 * l2 * KnownMatching.dot(theta, theta);
    for (final KnownMatching matching : data) {
      final double[] scores = matching.scores(theta);
      value += exact.logPartition(scores) - matching.score(scores);
      final double[] marginals = exact.marginals();
      for (int e = 0; e < scores.length; e++) {
        final double residual = marginals[e] - (matching.chosen()[e] ? 1 : 0);
        for (int k = 0; k < theta.length; k++) {
          gradient[k] += residual * matching.features()[e][k];
        }
      }
    }
    return value;
  }
}
