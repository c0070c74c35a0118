package org.majorant.train;

import java.util.Arrays;
import org.majorant.matching.MatchingInference;

/**
 * Matchings, by the convex program that takes the place of log Z (MATHS.md 13),
 *
 * <pre>
 *   loss = Σ_i w_i [log Z_κ(s_i) − s_i(M_i)],    scores s_i = Φ_i θ, one an edge
 *   gradient = Σ_i w_i Φ_iᵀ(μ_i − M_i)
 * </pre>
 *
 * <p>with the marginals μ_i and the matching M_i that was observed. Of the two bounds that
 * inference has on log Z_κ the upper one counts; how far they are apart is the loss's gap. The loss
 * is convex, and no quadratic bounds it: where κ is 1 its curvature is infinite in places.
 */
final class MatchingLoss implements Loss {
  /** Nats a node; what is left of it is noise in the loss. */
  private static final double TOLERANCE = 1e-9;

  private static final int MOST_SWEEPS = 5000;

  private final MatchingSet data;
  private final MatchingInference inference = new MatchingInference(MOST_SWEEPS);
  private final double[] s; // of one graph's edges, as the next
  private final double[] residuals;
  private double gap;
  private long passes;

  MatchingLoss(final MatchingSet data) {
    this.data = data;
    s = new double[data.mostEdges()];
    residuals = new double[data.mostEdges()];
  }

  @Override
  public int parameters() {
    return data.rows.columns;
  }

  /** Infinite where the scores are too large for inference. */
  @Override
  public double at(final double[] theta, final double[] gradient) {
    passes++;
    Arrays.fill(gradient, 0);
    gap = 0;
    double loss = 0;
    for (int i = 0; i < data.size; i++) {
      try {
        solve(i, theta);
      } catch (final ArithmeticException e) {
        return Double.POSITIVE_INFINITY;
      }
      final double w = data.weights[i];
      loss += w * inference.upper();
      gap += w * (inference.upper() - inference.lower());
      for (int e = 0; e < data.graphs[i].edges(); e++) {
        final boolean isChosen = data.chosen[data.firsts[i] + e];
        loss -= isChosen ? w * s[e] : 0;
        residuals[e] = inference.marginal(e) - (isChosen ? 1 : 0);
      }
      data.add(i, w, residuals, gradient);
    }
    return loss;
  }

  /**
   * The marginals of all edges. One pass over the data.
   *
   * @param out written, by row of the data
   */
  void marginals(final double[] theta, final double[] out) {
    passes++;
    for (int i = 0; i < data.size; i++) {
      solve(i, theta);
      for (int e = 0; e < data.graphs[i].edges(); e++) {
        out[data.firsts[i] + e] = inference.marginal(e);
      }
    }
  }

  private void solve(final int i, final double[] theta) {
    data.score(i, theta, s);
    inference.open(data.graphs[i]);
    inference.solve(s, TOLERANCE * data.graphs[i].nodes());
  }

  @Override
  public double gap() {
    return gap;
  }

  @Override
  public void addTimes(
      final Curve curve, final double scale, final double[] v, final double[] out) {
    throw unbounded();
  }

  @Override
  public void addDiagonal(final Curve curve, final double[] out) {
    throw unbounded();
  }

  @Override
  public Line along(final double[] direction) {
    throw unbounded();
  }

  private static UnsupportedOperationException unbounded() {
    return new UnsupportedOperationException("no quadratic bounds the loss of matchings");
  }

  @Override
  public boolean isConvex() {
    return true;
  }

  /** Never said: the solvers of matchings do not ask. */
  @Override
  public double separated() {
    return 0;
  }

  @Override
  public long passes() {
    return passes;
  }
}
