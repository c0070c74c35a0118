package org.majorant.learn;

import org.majorant.features.SparseMatching;
import org.majorant.likelihood.MatchingLikelihood;
import org.majorant.matching.MatchingInference;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * The step of matchings, which is nearly exact along its direction (MATHS.md 13). With M the
 * matching that was observed, and log Z_κ of the convex program, which inference encloses between
 * lo and hi and whose marginals are μ:
 *
 * <pre>
 *   C = w times the centred curvature at μ, and to be remembered at μ(η)
 *   η minimises  w [log Z_κ(s + ηt) − ηt(M)] + ½ η² dᵀ(A + P)d, to a twentieth of the first slope
 *   certificates: slack = hi(s) + η⟨μ(η), t⟩ − primal(s + ηt) ≥ 0, since the tangent at the end
 *                 bounds log Z_κ at the start;
 *                 descent = w [lo(s) − hi(s + ηt) + ηt(M)] − ½ η² dᵀ(A + P)d ≥ 0
 * </pre>
 *
 * <p>A step whose descent is not proved, but for the tolerance of both solves, is halved; in the
 * end none is taken, and nothing is learned of the example. So what inference did not find shows in
 * the tally as a gap, and never in the weights.
 *
 * <p>Only differences between edges count, in the curvature as in the prior; nothing is clipped.
 * The best matching of nodes without sides allocates.
 */
final class MatchingStep extends LineStep<JointWeights, MatchingLikelihood> {
  private static final double SLOPE = 0.05; // of the first one, at which the search ends
  private static final double FARTHER = 4; // at most, in one step of the search
  private static final double EDGE = 0.1; // of a bracket, that no step comes closer to
  private static final int MOST_STEPS = 30;
  private static final int MOST_HALVINGS = 10;

  private final MatchingInference inference;
  private SparseMatching x;
  private double stiffness; // dᵀ(A + P)d
  private double lower; // lo(s), and hi(s)
  private double upper;

  MatchingStep(final ModelSpec spec, final ProgressiveTally progress) {
    this(spec, new MatchingLikelihood(), progress);
  }

  private MatchingStep(
      final ModelSpec spec, final MatchingLikelihood likelihood, final ProgressiveTally progress) {
    super(spec, new JointWeights(spec, likelihood.inference()), likelihood, progress);
    inference = likelihood.inference();
  }

  @Override
  void turn() {
    x = (SparseMatching) weights.x;
    lower = inference.lower();
    upper = inference.upper();
    likelihood.residuals(residuals);
    for (int e = 0; e < n; e++) {
      residuals[e] *= x.weight;
    }
    weights.turn(residuals, along);
    stiffness = weights.stiffness();
  }

  @Override
  double step() {
    final double step = proved(search());
    final double taken = Math.max(0, step);
    double slope = 0;
    for (int e = 0; e < n; e++) {
      slope += inference.marginal(e) * along[e];
    }
    certify(upper + taken * slope, inference.primal(), likelihood.observed(moved));
    return step;
  }

  /**
   * η: from 1 on, by secants of the slope, which rises, between the last step where it was below 0
   * and the first where it was above.
   */
  private double search() {
    final double first = slope(0);
    if (!(first < 0)) {
      return solve(0);
    }
    double low = 0;
    double lowSlope = first;
    double high = Double.POSITIVE_INFINITY;
    double highSlope = 0;
    double step = 1;
    for (int i = 0; i < MOST_STEPS; i++) {
      final double slope = slope(solve(step));
      if (Math.abs(slope) <= -SLOPE * first) {
        return step;
      }
      final double secant = step - slope * (step - low) / (slope - lowSlope);
      if (slope > 0) {
        high = step;
        highSlope = slope;
      } else {
        low = step;
        lowSlope = slope;
      }
      if (high == Double.POSITIVE_INFINITY) {
        step = secant > step ? Math.min(secant, FARTHER * step) : FARTHER * step;
      } else {
        final double edge = EDGE * (high - low);
        final double crossing = low - lowSlope * (high - low) / (highSlope - lowSlope);
        step = Math.max(low + edge, Math.min(high - edge, crossing));
      }
    }
    return solve(low);
  }

  /** Of what is minimised, where it is solved now: after this step. */
  private double slope(final double step) {
    double slope = step * stiffness;
    for (int e = 0; e < n; e++) {
      slope += x.weight * along[e] * (inference.marginal(e) - (x.chosen[e] ? 1 : 0));
    }
    return slope;
  }

  /** Solves after a step. */
  private double solve(final double step) {
    move(step);
    likelihood.logPartition(moved);
    progress.inferred(0, likelihood.sweeps());
    return step;
  }

  /** The step, halved until its descent is proved; negative where that cannot be. */
  private double proved(final double searched) {
    double step = searched;
    for (int i = 0; i < MOST_HALVINGS; i++) {
      final double descent =
          x.weight * (lower - inference.upper() + step * likelihood.observed(along))
              - 0.5 * step * step * stiffness;
      if (descent >= -2 * x.weight * MatchingLikelihood.TOLERANCE * x.graph.nodes()) {
        return step;
      }
      step = solve(0.5 * step);
    }
    solve(0);
    return -1;
  }
}
