package org.majorant.decay;

import java.util.List;
import org.majorant.schema.HalfLifeExamples;
import org.majorant.schema.HalfLifeTime;
import org.majorant.schema.HalfLives;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Polynomial;

/**
 * How much less an old example counts (MATHS.md 9):
 *
 * <pre>
 *   half-life h:     ρ(t, t') = 2^(−(t'−t)/h)
 *   polynomial γ:    ρ(t, t') = ((t+1)/(t'+1))^γ
 *   none:            ρ = 1
 * </pre>
 *
 * <p>Time is the record's own in milliseconds, or the number of examples that all workers together
 * have learned, never a worker's own clock. Decay acts on likelihood sites (A, b) alone, as a
 * weight at an example's time; the prior never decays.
 *
 * @param halfLife in units of time, +∞ where there is none
 * @param exponent γ, 0 where there is none
 * @param byRecordTime time is record time in milliseconds; else the number of examples
 */
public record Decay(double halfLife, double exponent, boolean byRecordTime) {
  public static Decay of(final ModelSpec spec) {
    final Object forgetting = spec.getForgetting();
    if (forgetting instanceof HalfLifeExamples examples) {
      return new Decay(examples.getExamples(), 0, false);
    }
    if (forgetting instanceof HalfLifeTime time) {
      return new Decay(time.getMillis(), 0, true);
    }
    if (forgetting instanceof Polynomial polynomial) {
      return new Decay(Double.POSITIVE_INFINITY, polynomial.getExponent(), false);
    }
    return new Decay(Double.POSITIVE_INFINITY, 0, false);
  }

  /** Whether the first memory forgets anything, by time or along directions. */
  public static boolean forgets(final ModelSpec spec) {
    return spec.getForgetting() != null && others(spec).isEmpty();
  }

  /** Those of the memories beside the first, which forgets nothing; most models have none. */
  public static List<Decay> others(final ModelSpec spec) {
    return spec.getForgetting() instanceof HalfLives halfLives
        ? halfLives.getExamples().stream().map(h -> new Decay(h, 0, false)).toList()
        : List.of();
  }

  /** Whether anything decays at all. */
  public boolean active() {
    return halfLife < Double.POSITIVE_INFINITY || exponent > 0;
  }

  /**
   * The last point at or before a time on the grid whose cells are as wide as a weight takes to
   * grow by a factor. The grid begins at time 0 and is the same for all.
   *
   * @param growth above 1
   */
  double cell(final double time, final double growth) {
    if (!active()) {
      return 0;
    }
    if (exponent > 0) {
      final double width = Math.log(growth) / exponent;
      return Math.expm1(width * Math.floor(Math.log1p(time) / width));
    }
    final double width = halfLife * Math.log(growth) / Math.log(2);
    return width * Math.floor(time / width);
  }

  /**
   * What an example of time {@code from} counts at time {@code to}; above one where that is
   * earlier.
   */
  public double factor(final double from, final double to) {
    if (exponent > 0) {
      return Math.pow((from + 1) / (to + 1), exponent);
    }
    return halfLife < Double.POSITIVE_INFINITY
        ? Math.exp(-Math.log(2) * (to - from) / halfLife)
        : 1;
  }
}
