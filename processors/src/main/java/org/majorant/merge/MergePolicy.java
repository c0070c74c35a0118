package org.majorant.merge;

import org.majorant.memory.Site;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;

/**
 * What keeps merging sound when many workers learn the same thing from the same base.
 *
 * @param inFlight g: examples in flight for each example merged
 * @param damped whether κ moves by evidence; else it stays 1, which adds
 */
public record MergePolicy(double inFlight, boolean damped) {
  /** Plain addition of whatever comes: for one worker, and to show what the others save. */
  public static final MergePolicy PLAIN = new MergePolicy(Double.POSITIVE_INFINITY, false);

  /**
   * g = .05 and the κ-merge, for sequences .1; full curvature adds soundly, with g = .2 (MATHS.md
   * 9).
   */
  public static MergePolicy of(final ModelSpec spec) {
    if (spec.getTask() == Task.SEQUENCE) {
      return new MergePolicy(0.1, true);
    }
    return Site.isDense(spec) ? new MergePolicy(0.2, false) : new MergePolicy(0.05, true);
  }

  /** Examples that may be in flight where so many are merged. */
  double mostInFlight(final double merged) {
    return inFlight == Double.POSITIVE_INFINITY ? inFlight : inFlight * merged;
  }
}
