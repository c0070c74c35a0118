package org.majorant.ops.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.majorant.file.train.TrainingReport;

/** How a training went, for people. */
final class TrainingText {
  private TrainingText() {}

  static void print(final TrainingReport r, final PrintWriter console) {
    console.printf(
        "%,d examples, %d rejected, %,d parameters; ", r.examples(), r.rejected(), r.parameters());
    if (r.stop() == null) {
      console.printf("one pass in %.2f s%n", r.seconds());
      console.printf("progressive  log-loss %.4f%n", r.progressiveLogLoss());
    } else {
      console.printf(
          "ended by %s after %d passes and %.2f s%n",
          r.stop().name().toLowerCase(Locale.ROOT).replace('_', ' '), r.passes(), r.seconds());
    }
    if (r.inferenceGap() > 0) {
      console.printf("inference    within %.3g nats of the objective%n", r.inferenceGap());
    }
    if (r.dual() != null) {
      console.printf("dual         %.6f, which no objective is below%n", r.dual());
    }
    if (r.heldOutLogLoss() != null) {
      console.printf(
          "held out     log-loss %.4f   accuracy %.4f%n", r.heldOutLogLoss(), r.heldOutAccuracy());
    }
  }
}
