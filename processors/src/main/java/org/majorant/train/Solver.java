package org.majorant.train;

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
  LBFGS
}
