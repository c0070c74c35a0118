package org.majorant.train;

import java.util.Arrays;
import java.util.function.Consumer;
import org.majorant.matrix.Vectors;
import org.majorant.solve.Constraints;
import org.majorant.solve.DualNewton;
import org.majorant.solve.Quadratic;
import org.majorant.solve.StopRule;

/**
 * Minimises F(θ) = loss(θ) + ½ λ |θ|² + λ₁ |θ|₁ under constraints, with certified steps: Algorithm
 * 2 gives the minimiser θ + d of a low-rank model, and the bound's curvature along d the step
 *
 * <pre>    Δ = ∇ᵀd + λ₁(|θ + d|₁ − |θ|₁) &lt; 0,    α = min(1, −Δ / dᵀ(Σ + λ)d),
 *    F(θ + αd) ≤ F + αΔ + ½ α² dᵀ(Σ + λ)d.</pre>
 *
 * <p>Every θ + αd, α ≤ 1, satisfies the constraints, since they are convex.
 */
public final class ConstrainedTrainer {
  private static final int RANK = 100;
  private static final double SUFFICIENT = 1e-4;

  private final Loss loss;
  private final double l2;
  private final double[] l1;
  private final Constraints constraints;
  private final Trace progress;
  private final double[] gradient;
  private final KrylovMetric metric;
  private double[] theta;
  private double objective;

  private ConstrainedTrainer(
      final Loss loss,
      final double[] theta,
      final double l2,
      final double l1,
      final Constraints constraints,
      final Consumer<Iteration> listener) {
    this.loss = loss;
    this.l2 = l2;
    this.l1 = new double[theta.length];
    Arrays.fill(this.l1, l1);
    this.constraints = constraints;
    progress = new Trace(loss, listener);
    gradient = new double[theta.length];
    metric = new KrylovMetric(loss, RANK);
    this.theta = nearest(theta);
  }

  /**
   * Trains.
   *
   * @param start θ to begin at; the nearest that satisfies the constraints is taken
   * @param l2 λ, a total over the data
   * @param l1 λ₁, a total over the data
   * @param rule its gradient norm stands for what a whole step would gain, −Δ, relative to F
   * @param listener sees each iteration as it is accepted
   * @throws IllegalArgumentException where the constraints visibly cannot hold
   * @throws ArithmeticException where they cannot hold together
   */
  public static Training train(
      final Loss loss,
      final double[] start,
      final double l2,
      final double l1,
      final Constraints constraints,
      final StopRule rule,
      final Consumer<Iteration> listener) {
    return new ConstrainedTrainer(loss, start, l2, l1, constraints, listener).run(rule);
  }

  private Training run(final StopRule rule) {
    move();
    progress.accept(objective);
    for (; ; ) {
      final Quadratic model = metric.at(theta, gradient, l2);
      final double[] to = DualNewton.solve(model, l1, constraints).theta();
      final double[] d = to.clone();
      Vectors.add(-1, theta, d);
      final double change = Vectors.dot(gradient, d) + absolute(to) - absolute(theta);
      final double gain = -change / Math.max(1, Math.abs(objective));
      final StopRule.Reason stop = rule.reached(progress.steps(), objective, Math.max(0, gain), 1);
      if (stop != null) {
        return progress.ended(theta, objective, stop);
      }
      final double before = objective;
      final Loss.Line line = loss.along(d);
      final double bend = line.bend() + l2 * Vectors.dot(d, d);
      final double whole = line.value(1) + 0.5 * l2 * Vectors.dot(to, to) + absolute(to);
      final boolean enough = whole <= before + SUFFICIENT * change;
      final double alpha = enough ? 1 : Math.min(1, -change / bend);
      final double[] last = theta;
      theta = alpha == 1 ? to : between(theta, to, alpha);
      move();
      if (!(objective < before)) {
        theta = last;
        move();
        return progress.ended(theta, objective, StopRule.Reason.NO_PROGRESS);
      }
      progress.accept(objective, before + alpha * change + 0.5 * alpha * alpha * bend, alpha);
    }
  }

  /** The nearest θ that satisfies the constraints. */
  private double[] nearest(final double[] to) {
    final double[] ones = new double[to.length];
    Arrays.fill(ones, 1);
    final Quadratic distance = new Quadratic(new double[0], ones, to);
    return DualNewton.solve(distance, new double[to.length], constraints).theta();
  }

  /** θ + α(to − θ), in the box exactly. */
  private double[] between(final double[] from, final double[] to, final double alpha) {
    final double[] point = new double[from.length];
    for (int i = 0; i < point.length; i++) {
      final double at = from[i] + alpha * (to[i] - from[i]);
      point[i] = Math.max(constraints.lower()[i], Math.min(constraints.upper()[i], at));
    }
    return point;
  }

  private void move() {
    objective = loss.at(theta, gradient) + 0.5 * l2 * Vectors.dot(theta, theta) + absolute(theta);
    Vectors.add(l2, theta, gradient);
  }

  private double absolute(final double[] at) {
    double sum = 0;
    for (int i = 0; i < at.length; i++) {
      sum += l1[i] * Math.abs(at[i]);
    }
    return sum;
  }
}
