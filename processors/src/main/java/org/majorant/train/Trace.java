package org.majorant.train;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.majorant.solve.StopRule;

/** The iterations that a training has accepted. */
final class Trace {
  private final Loss loss;
  private final Consumer<Iteration> listener;
  private final List<Iteration> iterations = new ArrayList<>();
  private final long start = System.nanoTime();
  private double least;
  private double gap; // of the least objective

  Trace(final Loss loss, final Consumer<Iteration> listener) {
    this.loss = loss;
    this.listener = listener;
  }

  /** Steps accepted; the start is none. */
  int steps() {
    return iterations.size() - 1;
  }

  /** The start, or a step without a certificate. */
  void accept(final double objective) {
    accept(objective, null, null);
  }

  /**
   * A step.
   *
   * @param bound on the objective, expanded before the step
   */
  void accept(final double objective, final Double bound, final Double step) {
    final Double slack = bound == null ? null : bound - objective;
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Iteration iteration =
        new Iteration(iterations.size(), objective, bound, slack, step, loss.passes(), seconds);
    gap = iterations.isEmpty() || objective < least ? loss.gap() : gap;
    least = iterations.isEmpty() ? objective : Math.min(least, objective);
    iterations.add(iteration);
    listener.accept(iteration);
  }

  Training ended(final double[] theta, final double objective, final StopRule.Reason why) {
    return ended(theta, objective, null, why);
  }

  Training ended(
      final double[] theta, final double objective, final Double dual, final StopRule.Reason why) {
    return new Training(theta, objective, gap, dual, List.copyOf(iterations), why);
  }
}
