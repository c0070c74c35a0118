package org.majorant.bound;

/**
 * The order in which Algorithm 1 meets the outcomes; those without mass come last in each. Every
 * order gives a bound with the same log Z and μ; how tight its curvature is depends on it (on
 * peaked scores the trace is .88 / 1.14 / 2.41 for descending / random / ascending at n = 9,
 * MATHS.md 1).
 */
public enum OutcomeOrder {
  /** The likeliest first: the tightest, and the default. */
  DESCENDING,
  /** As the outcomes come, as in JC12. */
  AS_GIVEN,
  /** The least likely first: the loosest, kept as the measure of what the order is worth. */
  ASCENDING
}
