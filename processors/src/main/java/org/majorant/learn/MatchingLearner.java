package org.majorant.learn;

import org.majorant.features.Example;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;
import org.majorant.memory.Memory;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * Learns matchings by a step along one direction that is nearly exact there (MATHS.md 13). With the
 * scores s = θᵀφ of the edges, M those of the matching that was observed, and log Z_κ of the convex
 * program, which inference encloses between lo and hi and whose marginals are μ:
 *
 * <pre>
 *   the progressive loss is hi(s) − s(M), before anything is learned
 *   g = Σ (μ − M) φ      C = the centred curvature at μ
 *   d = −wg / (A + P + wC)      t = dᵀφ
 *   η minimises  w [log Z_κ(s + ηt) − ηt(M)] + ½ η² dᵀ(A + P)d, to a twentieth of the first slope
 *   certificates: slack = hi(s) + η⟨μ(η), t⟩ − primal(s + ηt) ≥ 0, since the tangent at the end
 *                 bounds log Z_κ at the start;
 *                 descent = w [lo(s) − hi(s + ηt) + ηt(M)] − ½ η² dᵀ(A + P)d ≥ 0
 *   θ ← θ + ηd;   A ← A + wC(η), the curvature at the marginals after the step
 * </pre>
 *
 * <p>A step whose descent is not proved, but for the tolerance of both solves, is halved; in the
 * end none is taken, and nothing is learned of the example. So what inference did not find shows in
 * the tally as a gap, and never in the weights.
 *
 * <p>Only differences between edges count, in the curvature as in the prior; nothing is clipped.
 * Allocates nothing once its buffers have grown, but for the best matching of nodes without sides.
 */
final class MatchingLearner implements TaskLearner {
  /** Of both bounds on log Z, nats a node. */
  static final double TOLERANCE = 1e-5;

  static final int MOST_SWEEPS = 1000;

  private static final double SLOPE = 0.05; // of the first one, at which the search ends
  private static final double FARTHER = 4; // at most, in one step of the search
  private static final double EDGE = 0.1; // of a bracket, that no step comes closer to
  private static final int MOST_STEPS = 30;
  private static final int MOST_HALVINGS = 10;

  private final ProgressiveTally progress;
  private final Memory.Joint memory;
  private final EdgeWeights weights;
  private final MatchingInference inference = new MatchingInference(MOST_SWEEPS);
  private final MatchingInference even = new MatchingInference(MOST_SWEEPS);
  private double[] s = {}; // a number an edge, as all of these
  private double[] residuals = {};
  private double[] along = {}; // t
  private double[] moved = {}; // s + ηt
  private double[] zeros = {};
  private MatchingGraph known; // of the last example
  private double chance; // log Z where all scores are 0
  private SparseMatching x;
  private double stiffness; // dᵀ(A + P)d
  private double lower; // lo(s), and hi(s)
  private double upper;

  MatchingLearner(final ModelSpec spec, final ProgressiveTally progress) {
    this.progress = progress;
    memory = Memory.Joint.of(spec);
    weights = new EdgeWeights(spec, memory);
  }

  @Override
  public double learn(final Example example) {
    x = (SparseMatching) example;
    reserve();
    weights.open(x);
    weights.score(s);
    inference.open(x.graph);
    solve(s);
    final double loss = scoreProgressively();

    weights.countVariances();
    weights.score(s);
    solve(s);
    lower = inference.lower();
    upper = inference.upper();
    for (int e = 0; e < x.length; e++) {
      residuals[e] = inference.marginal(e) - (x.chosen[e] ? 1 : 0);
    }
    weights.turn(residuals, inference, along);
    stiffness = weights.stiffness();
    final double step = certified(search());
    certify(step);
    if (step >= 0) {
      weights.write(step, inference);
    }
    return loss;
  }

  @Override
  public Memory memory() {
    return memory;
  }

  private void solve(final double[] scores) {
    inference.solve(scores, TOLERANCE * x.graph.nodes());
    progress.inferred(0, inference.sweeps());
  }

  private double scoreProgressively() {
    final double loss = inference.upper() - observed(s);
    final double evenLoss = chance() / x.decisions;
    for (int e = 0; e < x.length; e++) {
      if (x.chosen[e]) {
        progress.scoreChoice(evenLoss, inference.best(x.graph.first(e)) == e, x.weight);
      }
    }
    progress.add(loss, x.weight);
    progress.inferred(inference.upper() - inference.lower(), 0);
    return loss;
  }

  /** The sum over the edges that were observed. */
  private double observed(final double[] scores) {
    double sum = 0;
    for (int e = 0; e < x.length; e++) {
      sum += x.chosen[e] ? scores[e] : 0;
    }
    return sum;
  }

  /** What nobody who knows nothing can do better than: log of how many matchings there are. */
  private double chance() {
    if (x.graph != known) {
      known = x.graph;
      even.open(known);
      even.solve(zeros, TOLERANCE * known.nodes());
      chance = even.upper();
    }
    return chance;
  }

  /**
   * η: from 1 on, by secants of the slope, which rises, between the last step where it was below 0
   * and the first where it was above.
   */
  private double search() {
    final double first = slope(0);
    if (!(first < 0)) {
      return move(0);
    }
    double low = 0;
    double lowSlope = first;
    double high = Double.POSITIVE_INFINITY;
    double highSlope = 0;
    double step = 1;
    for (int i = 0; i < MOST_STEPS; i++) {
      final double slope = slope(move(step));
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
    return move(low);
  }

  /** Of what is minimised, where it is solved now: after this step. */
  private double slope(final double step) {
    double slope = step * stiffness;
    for (int e = 0; e < x.length; e++) {
      slope += x.weight * along[e] * (inference.marginal(e) - (x.chosen[e] ? 1 : 0));
    }
    return slope;
  }

  /** Solves after a step. */
  private double move(final double step) {
    for (int e = 0; e < x.length; e++) {
      moved[e] = s[e] + step * along[e];
    }
    solve(moved);
    return step;
  }

  /** The step, halved until its descent is proved; negative where that cannot be. */
  private double certified(final double searched) {
    double step = searched;
    for (int i = 0; i < MOST_HALVINGS; i++) {
      final double descent =
          x.weight * (lower - inference.upper() + step * observed(along))
              - 0.5 * step * step * stiffness;
      if (descent >= -2 * x.weight * TOLERANCE * x.graph.nodes()) {
        return step;
      }
      step = move(0.5 * step);
    }
    move(0);
    return -1;
  }

  /** The step's slack, in score space. */
  private void certify(final double taken) {
    final double step = Math.max(0, taken);
    double slope = 0;
    for (int e = 0; e < x.length; e++) {
      slope += inference.marginal(e) * along[e];
    }
    final double bounded = upper + step * slope;
    final double exact = inference.primal();
    final double score = observed(moved);
    progress.certify(bounded - exact, exact - score, bounded - score, x.decisions);
  }

  private void reserve() {
    if (s.length < x.length) {
      final int room = 2 * x.length;
      s = new double[room];
      residuals = new double[room];
      along = new double[room];
      moved = new double[room];
      zeros = new double[room];
    }
  }
}
