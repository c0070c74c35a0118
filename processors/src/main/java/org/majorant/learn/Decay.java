package org.majorant.learn;

import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.ModelSpec;

/**
 * How much less an old example counts: ρ(t, t') = 2^(−(t'−t)/h) with half-life h, or 1 where
 * nothing is forgotten. Time is the record's own in milliseconds, or the count of examples, as the
 * half-life is given. Decay acts on likelihood sites (A, b) alone; the prior never decays.
 *
 * @param halfLife in units of time, +∞ where nothing is forgotten
 * @param byRecordTime time is record time in milliseconds; else the number of examples
 */
public record Decay(double halfLife, boolean byRecordTime) {
  public static Decay of(final ModelSpec spec) {
    final Object forgetting = spec.getForgetting();
    if (forgetting instanceof HalfLifeExamples examples) {
      return new Decay(examples.getExamples(), false);
    }
    if (forgetting instanceof HalfLifeTime time) {
      return new Decay(time.getMillis(), true);
    }
    return new Decay(Double.POSITIVE_INFINITY, false);
  }

  /** Whether anything decays at all. */
  public boolean active() {
    return halfLife < Double.POSITIVE_INFINITY;
  }

  /**
   * What a site of time {@code from} counts at time {@code to}; above one where that is earlier.
   */
  public double factor(final double from, final double to) {
    return active() ? Math.exp(-Math.log(2) * (to - from) / halfLife) : 1;
  }
}
