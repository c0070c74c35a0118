package org.majorant.train;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.majorant.spec.Spelling;

/** How a step is found (MATHS.md 4). */
public enum Solver {
  /** Minimises the bound along its own direction. */
  BOUND,
  /** The same, half as far again: still monotone, and faster where the bound is loose. */
  RELAXED,
  /** Trusts a fraction c of the bound's curvature as long as that turns out to have been enough. */
  ADAPTIVE,
  /** Newton's step where it lowers the objective, else the bound's step along it. */
  NEWTON,
  /** L-BFGS, the peer. */
  LBFGS,
  /**
   * Frank and Wolfe's steps on the dual, an example each, by best matchings: of matchings alone.
   */
  FRANK_WOLFE;

  /** Those that minimise any loss that has a bound. */
  public static final Set<Solver> OF_BOUNDED_LOSSES =
      Collections.unmodifiableSet(EnumSet.range(BOUND, LBFGS));

  @Override
  public String toString() {
    return Spelling.of(this);
  }
}
