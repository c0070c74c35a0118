package org.majorant.solve;

import java.util.Arrays;
import org.majorant.matrix.Vectors;

/**
 * L-BFGS (Nocedal and Wright 2006, algorithm 7.4) with a strong-Wolfe line search: the peer that
 * bounds are measured against, and the way to finish on all data what one streaming pass began.
 *
 * <p>Not thread-safe; one instance minimises one objective at a time.
 */
public final class Lbfgs {
  /** Sees every iterate, the start as iteration 0. */
  @FunctionalInterface
  public interface Listener {
    /**
     * @param evaluations of the objective so far, the passes over the data
     */
    void iterated(int iteration, int evaluations, double value, double gradientNorm);
  }

  /**
   * What was found.
   *
   * @param theta the last iterate, the lowest but for rounding
   */
  public record Result(
      double[] theta, double value, int iterations, int evaluations, StopRule.Reason stop) {}

  private static final int MEMORY = 10;

  private final Objective objective;
  private final double[][] steps = new double[MEMORY][];
  private final double[][] changes = new double[MEMORY][];
  private final double[] curvatures = new double[MEMORY];
  private int remembered;
  private double[] theta;
  private double[] gradient;
  private double value;

  private Lbfgs(final Objective objective, final double[] start) {
    this.objective = objective;
    theta = start.clone();
    gradient = new double[start.length];
  }

  /**
   * Minimises from a start.
   *
   * @throws ArithmeticException where the objective or its gradient is not finite at the start
   */
  public static Result minimise(
      final Objective objective,
      final double[] start,
      final StopRule rule,
      final Listener listener) {
    return new Lbfgs(objective, start).minimise(rule, listener);
  }

  private Result minimise(final StopRule rule, final Listener listener) {
    value = objective.valueAndGradient(theta, gradient);
    int evaluations = 1;
    if (!Double.isFinite(value) || !Double.isFinite(Vectors.norm(gradient))) {
      throw new ArithmeticException("the objective is not finite at the start: " + value);
    }
    for (int iteration = 0; ; iteration++) {
      listener.iterated(iteration, evaluations, value, Vectors.norm(gradient));
      final StopRule.Reason stop =
          rule.reached(iteration, value, Vectors.norm(gradient), Vectors.norm(theta));
      if (stop != null) {
        return new Result(theta, value, iteration, evaluations, stop);
      }
      WolfeSearch search = search();
      evaluations += search.evaluations();
      if (!search.found() && remembered > 0) {
        remembered = 0;
        search = search();
        evaluations += search.evaluations();
      }
      if (!search.found()) {
        return new Result(theta, value, iteration, evaluations, StopRule.Reason.NO_PROGRESS);
      }
      accept(search);
    }
  }

  /** Along −H·gradient; the first time, and after the memory was dropped, by a step of length 1. */
  private WolfeSearch search() {
    final double[] direction = direction();
    final double first = remembered > 0 ? 1 : 1 / Math.max(1, Vectors.norm(gradient));
    final WolfeSearch search =
        new WolfeSearch(objective, theta, value, direction, Vectors.dot(gradient, direction));
    search.run(first);
    return search;
  }

  private void accept(final WolfeSearch search) {
    final double[] step = search.theta();
    final double[] change = search.gradient();
    final double[] nextTheta = step.clone();
    final double[] nextGradient = change.clone();
    for (int i = 0; i < step.length; i++) {
      step[i] -= theta[i];
      change[i] -= gradient[i];
    }
    theta = nextTheta;
    gradient = nextGradient;
    value = search.value();
    final double curvature = Vectors.dot(step, change);
    if (curvature > Math.ulp(1.0) * Vectors.norm(step) * Vectors.norm(change)) {
      final int slot = remembered++ % MEMORY;
      steps[slot] = step;
      changes[slot] = change;
      curvatures[slot] = curvature;
    }
  }

  /** The two-loop recursion. */
  private double[] direction() {
    final double[] q = gradient.clone();
    final int oldest = Math.max(0, remembered - MEMORY);
    final double[] alpha = new double[MEMORY];
    for (int at = remembered - 1; at >= oldest; at--) {
      final int slot = at % MEMORY;
      alpha[slot] = Vectors.dot(steps[slot], q) / curvatures[slot];
      Vectors.add(-alpha[slot], changes[slot], q);
    }
    if (remembered > 0) {
      final int last = (remembered - 1) % MEMORY;
      final double scale = curvatures[last] / Vectors.dot(changes[last], changes[last]);
      for (int i = 0; i < q.length; i++) {
        q[i] *= scale;
      }
    }
    for (int at = oldest; at < remembered; at++) {
      final int slot = at % MEMORY;
      Vectors.add(alpha[slot] - Vectors.dot(changes[slot], q) / curvatures[slot], steps[slot], q);
    }
    Arrays.setAll(q, i -> -q[i]);
    return q;
  }
}
