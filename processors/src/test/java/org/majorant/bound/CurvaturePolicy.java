package org.majorant.bound;

/** Which curvature {@link TreeBound} gives each clique (MATHS.md 3). */
enum CurvaturePolicy {
  /** The second derivative of log Z: E_u[Cov(· | u)] over the separator's states. No bound. */
  HESSIAN,

  /** A bound: the repeated Loewner maximum of Algorithm 1's curvatures over the separator. */
  TIED_MAX,

  /** A bound: their sum; looser, and without eigen-decompositions. */
  TIED_SUM,

  /**
   * A bound: Algorithm 1 at each clique's marginals, joined by Hölder's inequality with equal
   * weights, which multiplies its curvature by the number of cliques of the component.
   */
  CLIQUE_BOUND,

  /** The covariance under each clique's marginals, without those between cliques. No bound. */
  CLIQUE_VARIANCE
}
