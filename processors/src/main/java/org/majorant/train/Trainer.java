package org.majorant.train;

import java.util.function.Consumer;
import org.majorant.matrix.Vectors;
import org.majorant.solve.Lbfgs;
import org.majorant.solve.StopRule;
import org.majorant.train.Loss.Curve;

/**
 * Minimises J(θ) = loss(θ) + ½ λ |θ|² by steps that cannot fail (MATHS.md 4). A direction d solves
 * (cΣ + λ) d = −∇J by conjugate gradients, where Σ is the bound's curvature or the Hessian; the
 * bound's own curvature along it gives the step
 *
 * <pre>    α = −∇Jᵀd / dᵀ(Σ + λ)d,    J(θ + αd) ≤ J + α ∇Jᵀd + ½ α² dᵀ(Σ + λ)d.</pre>
 *
 * <p>Every accepted iteration records the two sides of that: its certificate.
 */
public final class Trainer {
  private static final double RELAXATION = 1.5;
  private static final double SUFFICIENT = 1e-4;
  private static final double LEAST_TRUST = 1e-3;

  /** Of the residual of a direction; Newton's is made up for by its next step. */
  private static final double TOLERANCE = 0.01;

  private static final double NEWTON_TOLERANCE = 0.1;

  private final Loss loss;
  private final double l2;
  private final Solver solver;
  private final StopRule rule;
  private final Trace progress;
  private final double[] theta;
  private final double[] gradient;
  private double objective;
  private double trust = 1; // c

  private Trainer(
      final Loss loss,
      final double[] theta,
      final double l2,
      final Solver solver,
      final StopRule rule,
      final Consumer<Iteration> listener) {
    this.loss = loss;
    this.theta = theta.clone();
    this.l2 = l2;
    this.solver = solver;
    this.rule = rule;
    progress = new Trace(loss, listener);
    gradient = new double[theta.length];
  }

  /**
   * Trains.
   *
   * @param start θ to begin at
   * @param l2 λ, a total over the data
   * @param listener sees each iteration as it is accepted
   * @throws ArithmeticException where the objective is not finite at the start
   */
  public static Training train(
      final Loss loss,
      final double[] start,
      final double l2,
      final Solver solver,
      final StopRule rule,
      final Consumer<Iteration> listener) {
    final Trainer trainer = new Trainer(loss, start, l2, solver, rule, listener);
    return solver == Solver.LBFGS ? trainer.runLbfgs() : trainer.run();
  }

  /** No bound, so no certificate: the peer. */
  private Training runLbfgs() {
    final Lbfgs.Result result =
        Lbfgs.minimise(
            (at, out) -> {
              final double value = loss.at(at, out) + 0.5 * l2 * Vectors.dot(at, at);
              Vectors.add(l2, at, out);
              return value;
            },
            theta,
            rule,
            (iteration, evaluations, value, norm) -> {
              progress.accept(value);
            });
    return progress.ended(result.theta(), result.value(), result.stop());
  }

  private Training run() {
    move();
    if (!Double.isFinite(objective)) {
      throw new ArithmeticException("the objective is not finite at the start: " + objective);
    }
    progress.accept(objective);
    StopRule.Reason stop = stop();
    while (stop == null) {
      stop = step() ? stop() : StopRule.Reason.NO_PROGRESS;
    }
    return progress.ended(theta, objective, stop);
  }

  private StopRule.Reason stop() {
    if (l2 == 0 && objective < loss.separated()) {
      return StopRule.Reason.UNBOUNDED;
    }
    return rule.reached(progress.steps(), objective, Vectors.norm(gradient), Vectors.norm(theta));
  }

  /** One accepted step; false where rounding leaves none. */
  private boolean step() {
    for (; ; ) {
      final double[] d = direction();
      final Loss.Line line = loss.along(d);
      final double slope = Vectors.dot(gradient, d);
      if (!(slope < 0)) {
        return false;
      }
      final double bend = line.bend() + l2 * Vectors.dot(d, d);
      final double whole = valueAt(line, 1, d);
      if (solver != Solver.ADAPTIVE || trust == 1 || fits(slope, whole)) {
        return move(length(slope, -slope / bend, whole), d, slope, bend);
      }
      trust = Math.min(1, 4 * trust);
    }
  }

  /** Whether J falls as d's model says: d solves (cΣ + λ)d = −∇J, so that is by half the slope. */
  private boolean fits(final double slope, final double whole) {
    return whole <= objective + 0.5 * slope;
  }

  /**
   * How far to go along a direction, α.
   *
   * @param bounded where the bound is least
   * @param whole J after a step of 1
   */
  private double length(final double slope, final double bounded, final double whole) {
    return switch (solver) {
      case BOUND -> bounded;
      case RELAXED -> RELAXATION * bounded;
      case NEWTON -> whole <= objective + SUFFICIENT * slope ? 1 : bounded;
      case ADAPTIVE -> {
        final boolean fits = fits(slope, whole);
        trust = fits ? Math.max(LEAST_TRUST, 0.4 * trust) : trust;
        yield fits ? Math.max(1, bounded) : bounded;
      }
      case LBFGS, FRANK_WOLFE -> throw new IllegalStateException(solver + " takes its own steps");
    };
  }

  /** θ ← θ + αd; false where J does not decrease. */
  private boolean move(
      final double alpha, final double[] d, final double slope, final double bend) {
    final double before = objective;
    Vectors.add(alpha, d, theta);
    move();
    if (!Double.isFinite(objective)) {
      throw new ArithmeticException("numbers overflow: the objective is " + objective);
    }
    if (objective >= before) {
      return false;
    }
    progress.accept(objective, before + alpha * slope + 0.5 * alpha * alpha * bend, alpha);
    return true;
  }

  private double[] direction() {
    final Curve curve = solver == Solver.NEWTON ? Curve.HESSIAN : Curve.BOUND;
    final double c = solver == Solver.ADAPTIVE ? trust : 1;
    final double[] b = new double[theta.length];
    Vectors.add(-1, gradient, b);
    return ConjugateGradient.solve(
        (v, out) -> {
          loss.addTimes(curve, c, v, out);
          Vectors.add(l2, v, out);
        },
        b,
        solver == Solver.NEWTON ? NEWTON_TOLERANCE : TOLERANCE);
  }

  private double valueAt(final Loss.Line line, final double alpha, final double[] d) {
    final double squares =
        Vectors.dot(theta, theta)
            + 2 * alpha * Vectors.dot(theta, d)
            + alpha * alpha * Vectors.dot(d, d);
    return line.value(alpha) + 0.5 * l2 * squares;
  }

  /** J and its gradient at θ. */
  private void move() {
    objective = loss.at(theta, gradient) + 0.5 * l2 * Vectors.dot(theta, theta);
    Vectors.add(l2, theta, gradient);
  }
}
