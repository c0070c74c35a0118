package org.majorant.research.bench;

import java.io.IOException;

/**
 * Tries the values of a setting, and keeps the one with the least loss on the held-out examples. It
 * shows what a learner could have reached, and not what it reaches.
 */
final class Hindsight {
  private Hindsight() {}

  /** Learns with one value. */
  interface Trial {
    Losses of(double value) throws IOException, InterruptedException;
  }

  /**
   * Nats an example.
   *
   * @param progressive null of batches
   */
  record Losses(Double progressive, double heldOut) {}

  /**
   * @param setting what it is called
   * @param values at least one
   */
  static QualityRow best(
      final String learner, final String setting, final double[] values, final Trial trial)
      throws IOException, InterruptedException {
    double chosen = values[0];
    Losses best = null;
    for (final double value : values) {
      final Losses losses = trial.of(value);
      if (best == null || losses.heldOut() < best.heldOut()) {
        chosen = value;
        best = losses;
      }
    }
    return new QualityRow(
        learner,
        null,
        null,
        best.progressive(),
        best.heldOut(),
        new QualityRow.Hindsight(setting, chosen, values.length),
        null);
  }
}
