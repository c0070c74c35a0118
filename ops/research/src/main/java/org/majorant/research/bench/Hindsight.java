package org.majorant.research.bench;

import java.io.IOException;
import java.util.function.ToDoubleFunction;

/**
 * Tries the values of a setting, and keeps the one with the least loss. It shows what a learner
 * could have reached, and not what it reaches.
 */
final class Hindsight {
  private Hindsight() {}

  /** Learns with one value. */
  interface Trial {
    QualityRow of(double value) throws IOException, InterruptedException;
  }

  /**
   * @param setting what it is called
   * @param values at least one
   * @param loss that is to be least
   */
  static QualityRow best(
      final String setting,
      final double[] values,
      final ToDoubleFunction<QualityRow> loss,
      final Trial trial)
      throws IOException, InterruptedException {
    double chosen = values[0];
    QualityRow best = null;
    for (final double value : values) {
      final QualityRow row = trial.of(value);
      if (best == null || loss.applyAsDouble(row) < loss.applyAsDouble(best)) {
        chosen = value;
        best = row;
      }
    }
    return best.in(new QualityRow.Hindsight(setting, chosen, values.length));
  }
}
