package org.majorant.learn;

import java.util.function.IntToDoubleFunction;
import org.majorant.features.Example;
import org.majorant.schema.Evidence;

/**
 * Looks, on the first examples after each new base, whether the merge moved too far: the slope of
 * the loss along the base's last move, before and after it,
 *
 * <pre>
 *     before += (E_p(θ)[f] − E_q(θ)[f])·(θ' − θ);   after += (E_p(θ')[f] − E_q(θ')[f])·(θ' − θ)
 * </pre>
 *
 * <p>with p the model's distribution and q that of what agrees with the labels observed.
 */
abstract class SlopeProbe {
  private static final int EXAMPLES_PER_BASE = 64;

  double before;
  double after;
  private IntToDoubleFunction thetaBefore;
  private IntToDoubleFunction thetaAfter;
  private int left;
  private long examples;

  /**
   * A new base.
   *
   * @param theta weights by position, feature-major; null where nobody asks
   */
  final void move(final IntToDoubleFunction theta) {
    thetaBefore = thetaAfter;
    thetaAfter = theta;
    left = thetaBefore == null || thetaAfter == null ? 0 : EXAMPLES_PER_BASE;
  }

  /** One labeled example, clipped. */
  final void look(final Example x) {
    if (left > 0 && compare(x, thetaBefore, thetaAfter)) {
      left--;
      examples++;
    }
  }

  /** Takes out what was seen. */
  final Evidence take() {
    final Evidence evidence = new Evidence(examples, before, after);
    examples = 0;
    before = 0;
    after = 0;
    return evidence;
  }

  /** Adds an example's slopes to {@link #before} and {@link #after}; false if it tells nothing. */
  abstract boolean compare(
      Example example, IntToDoubleFunction thetaBefore, IntToDoubleFunction thetaAfter);
}
