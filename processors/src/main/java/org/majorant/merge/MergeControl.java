package org.majorant.merge;

import org.majorant.schema.Evidence;

/**
 * Moves κ of the κ-merge by evidence (MATHS.md 9). Workers report the slope of the loss along the
 * base's last move, before and after it, on examples that neither base knows; a secant tells which
 * part η of the move would have been best:
 *
 * <pre>
 *   η = g1 > g0 ? −g0/(g1 − g0) : 1
 *   g1 > 0 and η &lt; ½:     the moves go too far:    κ ← min(8, 2κ)
 *   g1 &lt; 0 or η > ¾:      they do not:             κ ← max(1, κ/1.25)
 * </pre>
 */
final class MergeControl {
  private static final long EXAMPLES = 256;
  private static final double MOST = 8;

  private double kappa;
  private long examples;
  private double before;
  private double after;

  MergeControl(final double kappa) {
    this.kappa = kappa;
  }

  double kappa() {
    return kappa;
  }

  void pool(final Evidence evidence) {
    examples += evidence.getExamples();
    before += evidence.getBefore();
    after += evidence.getAfter();
  }

  /** Decides where there is evidence enough. */
  void decide() {
    if (examples < EXAMPLES) {
      return;
    }
    final double eta = after > before ? -before / (after - before) : 1;
    if (after > 0 && eta < 0.5) {
      kappa = Math.min(MOST, 2 * kappa);
    } else if (after < 0 || eta > 0.75) {
      kappa = Math.max(1, kappa / 1.25);
    }
    examples = 0;
    before = 0;
    after = 0;
  }
}
