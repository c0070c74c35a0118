package org.majorant.learn;

import java.util.function.IntToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.Views;
import org.majorant.likelihood.Likelihood;
import org.majorant.schema.Evidence;
import org.majorant.schema.ModelSpec;

/**
 * Looks, on the first examples after each new base, whether the merge moved too far: the slope of
 * the loss along the base's last move, before and after it,
 *
 * <pre>
 *     before += (p(s) − q(s))·(s' − s);   after += (p(s') − q(s'))·(s' − s)
 * </pre>
 *
 * <p>with the scores s of θ before the move and s' of θ after it, of which the log-prior does not
 * move, and with the marginals p of all labellings and q of those that agree with what was
 * observed. An example whose scores are too large for inference tells nothing. Where a model has
 * views, it looks at the first.
 */
final class SlopeProbe {
  private static final int EXAMPLES_PER_BASE = 64;

  private final Likelihood likelihood;
  private final int end; // of the weights that it looks at
  private double[] scores = {}; // before the move
  private double[] moved = {}; // and after it
  private double[] moves = {};
  private double[] residuals = {};
  double before;
  double after;
  private IntToDoubleFunction thetaBefore;
  private IntToDoubleFunction thetaAfter;
  private int left;
  private long examples;

  SlopeProbe(final ModelSpec spec) {
    likelihood = Likelihood.of(spec);
    final int size = Views.areIn(spec) ? Views.of(spec).blocks().get(0).size() : 0;
    end = Views.areIn(spec) ? size * Dimensions.of(spec).vectors() : Integer.MAX_VALUE;
  }

  /**
   * A new base.
   *
   * @param theta weights by position, feature-major; null where nobody asks
   */
  void move(final IntToDoubleFunction theta) {
    thetaBefore = thetaAfter;
    thetaAfter = theta == null ? null : at -> at < end ? theta.applyAsDouble(at) : 0;
    left = thetaBefore == null || thetaAfter == null ? 0 : EXAMPLES_PER_BASE;
  }

  /** One labeled example, clipped. */
  void look(final Example x) {
    if (left > 0 && compare(x, thetaBefore, thetaAfter)) {
      left--;
      examples++;
    }
  }

  /** Takes out what was seen. */
  Evidence take() {
    final Evidence evidence = new Evidence(examples, before, after);
    examples = 0;
    before = 0;
    after = 0;
    return evidence;
  }

  /** Adds an example's slopes to {@link #before} and {@link #after}; false if it tells nothing. */
  boolean compare(
      final Example example,
      final IntToDoubleFunction thetaBefore,
      final IntToDoubleFunction thetaAfter) {
    final int n = likelihood.open(example);
    reserve(n);
    likelihood.score(thetaBefore, scores);
    likelihood.score(thetaAfter, moved);
    for (int at = 0; at < n; at++) {
      moves[at] = moved[at] - scores[at];
    }
    try {
      final double first = slope(scores, n);
      after += slope(moved, n);
      before += first;
      return true;
    } catch (final ArithmeticException e) {
      return false;
    }
  }

  private double slope(final double[] s, final int n) {
    likelihood.addLogPrior(s);
    likelihood.loss(s);
    likelihood.residuals(residuals);
    double slope = 0;
    for (int at = 0; at < n; at++) {
      slope += residuals[at] * moves[at];
    }
    return slope;
  }

  private void reserve(final int n) {
    if (scores.length < n) {
      scores = new double[2 * n];
      moved = new double[2 * n];
      moves = new double[2 * n];
      residuals = new double[2 * n];
    }
  }
}
