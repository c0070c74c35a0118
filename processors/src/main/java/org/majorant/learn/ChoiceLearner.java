package org.majorant.learn;

import org.majorant.bound.MulticlassBound;
import org.majorant.model.Example;
import org.majorant.model.LogPartition;
import org.majorant.model.SparseChoice;
import org.majorant.schema.ModelSpec;

/**
 * Learns choices, by a step along one direction that is exact there. With a score s = θᵀx + log h
 * an alternative, their probabilities p, and y the one that was chosen:
 *
 * <pre>
 *   the progressive loss is log Z(s) − s_y, before anything is learned
 *   g = Σ p x − x_y        F = diag Var_p(x)        d = −wg / (D + wF)        t = Xd
 *   η minimises  w [log Z(s + ηt) − s_y − ηt_y] + ½ η² dᵀDd
 *   certificate: Algorithm 1 expanded at s bounds log Z(s + ηt);  slack = bound − log Z ≥ 0
 *   θ ← θ + ηd;   A ← A + wF
 * </pre>
 *
 * <p>So the step along d is the implicit one: there is no rate, and it cannot overshoot. Only
 * differences between alternatives count, in the curvature as in the prior; nothing is clipped.
 *
 * <p>Allocates nothing for a choice of few once it has seen one of as many alternatives.
 */
final class ChoiceLearner implements TaskLearner {
  /** Beyond, room for the scores is made for each choice, lest that for all sizes be kept. */
  private static final int MOST_KEPT = 256;

  private static final int MAX_ITERATIONS = 50;
  private static final double TOLERANCE = 1e-10;

  private final Progress progress;
  private final RowMemory memory;
  private final RowWeights weights;
  private final Scores[] bySize = new Scores[MOST_KEPT + 1];

  /** What is known of the alternatives, for one number of them; each array is that long. */
  private static final class Scores {
    private final MulticlassBound bound;
    private final double[] s;
    private final double[] p;
    private final double[] variances;
    private final double[] residuals;
    private final double[] along; // t
    private final double[] moves; // ηt
    private final double[] after; // s + ηt

    private Scores(final int size) {
      bound = new MulticlassBound(size);
      s = new double[size];
      p = new double[size];
      variances = new double[size];
      residuals = new double[size];
      along = new double[size];
      moves = new double[size];
      after = new double[size];
    }
  }

  ChoiceLearner(final ModelSpec spec, final Progress progress) {
    this.progress = progress;
    memory = new RowMemory(spec);
    weights = new RowWeights(spec);
  }

  @Override
  public double learn(final Example example) {
    final SparseChoice x = (SparseChoice) example;
    final Scores at = scores(x.length);
    weights.open(x, memory);
    score(x, at);
    final double loss = scoreProgressively(x, at);

    weights.countVariances(memory);
    score(x, at);
    LogPartition.probabilities(at.s, at.p);
    System.arraycopy(at.p, 0, at.residuals, 0, x.length);
    at.residuals[x.chosen] -= 1;
    weights.turnTogether(at.residuals, at.p, x.weight, at.along);
    final double step = step(x, at, weights.stiffness());
    certify(x, at, step);
    weights.write(step, memory);
    return loss;
  }

  @Override
  public Memory memory() {
    return memory;
  }

  private Scores scores(final int size) {
    if (size > MOST_KEPT) {
      return new Scores(size);
    }
    if (bySize[size] == null) {
      bySize[size] = new Scores(size);
    }
    return bySize[size];
  }

  private void score(final SparseChoice x, final Scores at) {
    weights.score(at.s, at.variances);
    if (x.logPrior != null) {
      for (int a = 0; a < x.length; a++) {
        at.s[a] += x.logPrior[a];
      }
    }
  }

  private double scoreProgressively(final SparseChoice x, final Scores at) {
    final double loss = LogPartition.of(at.s) - at.s[x.chosen];
    int best = 0;
    for (int a = 1; a < x.length; a++) {
      best = at.s[a] > at.s[best] ? a : best;
    }
    double prior = Math.log(x.length);
    if (x.logPrior != null) {
      System.arraycopy(x.logPrior, 0, at.after, 0, x.length);
      prior = LogPartition.of(at.after) - x.logPrior[x.chosen];
    }
    progress.scoreChoice(prior, best == x.chosen, x.weight);
    progress.add(loss, x.weight);
    return loss;
  }

  /**
   * η: Newton's method on the slope along d, which rises, within its bracket; at its upper end the
   * quadratic term makes up for the most that the likelihood can gain.
   *
   * @param stiffness dᵀDd
   */
  private static double step(final SparseChoice x, final Scores at, final double stiffness) {
    final double gain = x.weight * (at.along[x.chosen] - least(at));
    if (!(stiffness > 0 && gain > 0)) {
      return 0;
    }
    double low = 0;
    double high = gain / stiffness;
    double lastMove = 2 * high;
    double step = 0;
    double first = 0;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
      move(at, step);
      LogPartition.probabilities(at.after, at.p);
      double mean = 0;
      double square = 0;
      for (int a = 0; a < x.length; a++) {
        mean += at.p[a] * at.along[a];
      }
      for (int a = 0; a < x.length; a++) {
        square += at.p[a] * (at.along[a] - mean) * (at.along[a] - mean);
      }
      final double slope = x.weight * (mean - at.along[x.chosen]) + step * stiffness;
      first = i == 0 ? Math.abs(slope) : first;
      if (Math.abs(slope) <= TOLERANCE * first) {
        break;
      }
      if (slope > 0) {
        high = step;
      } else {
        low = step;
      }
      double next = step - slope / (x.weight * square + stiffness);
      if (!(next > low && next < high) || Math.abs(next - step) > 0.5 * lastMove) {
        next = 0.5 * (low + high); // Newton leaves the bracket, or bounces in it
      }
      lastMove = Math.abs(next - step);
      step = next;
    }
    return step;
  }

  private static double least(final Scores at) {
    double least = Double.POSITIVE_INFINITY;
    for (final double along : at.along) {
      least = Math.min(least, along);
    }
    return least;
  }

  private static void move(final Scores at, final double step) {
    for (int a = 0; a < at.s.length; a++) {
      at.moves[a] = step * at.along[a];
      at.after[a] = at.s[a] + at.moves[a];
    }
  }

  /** The step's certificate, in score space. */
  private void certify(final SparseChoice x, final Scores at, final double step) {
    move(at, step);
    at.bound.expand(at.s);
    final double bounded = at.bound.value(at.moves);
    final double exact = LogPartition.of(at.after);
    final double own = at.after[x.chosen];
    progress.certify(bounded - exact, exact - own, bounded - own, 1);
  }
}
