package org.majorant.solve;

import java.util.Arrays;
import org.majorant.matrix.Vectors;

/**
 * Algorithm 2: minimises a low-rank quadratic under L1, a box and linear rows by semismooth Newton
 * in its dual (MATHS.md 8), whose size is that of W's rows and the linear rows, M:
 *
 * <pre>
 *   v = b − Mᵀν;   θ = clip(soft(v, l1) / D, lo, hi);   g = Wθ − ν | aᵀθ − c
 *   H = I + M_act D_act⁻¹ M_actᵀ (no I for linear rows);   p = the Newton step, signs kept
 *   ν ← ν + αp,  v ← v − αMᵀp,  until g vanishes relative to 1 + |ν|
 * </pre>
 *
 * <p>The dual is concave and piecewise quadratic. Its slope along p costs O(d) once Mᵀp is known,
 * and where the slope is not negative the dual has risen all the way: so the step is chosen by
 * slope alone, and no digit is lost to differences of values. v is corrected, not recomputed, so
 * that θ = v/D keeps its digits where b − Mᵀν cancels; it is recomputed once, at the first
 * convergence, to shed what early steps left in it. What remains is a rounding of b − Mᵀν against
 * l1: where soft-thresholding leaves a θᵢ far below l1ᵢ/Dᵢ, relative precision ends near 1e-16
 * times the largest |w|²/D.
 */
public final class DualNewton {
  private static final double TOLERANCE = 1e-10;
  private static final int MAX_ITERATIONS = 500;
  private static final int MAX_TRIALS = 100;
  private static final double ROUNDING = 1e-6;
  private static final double NEGLIGIBLE = 1e-12;
  private static final double MIN_RIDGE = 1e-18;
  private static final double MAX_RIDGE = 1e-4;
  private static final double UNBOUNDED = 1e4;

  private final Constraints constraints;
  private final double[] b;
  private final DualRows rows;
  private final Separable separable;
  private final double[] nu;
  private final double[] v;
  private final double[] u;
  private final double[] theta;
  private final double[] resolution;
  private final double[] g;
  private final double[] s;
  private final double[] h;
  private double ridge = 1e-8;

  private DualNewton(
      final Quadratic quadratic,
      final double[] l1,
      final Constraints constraints,
      final double[] former) {
    this.constraints = constraints;
    final int d = quadratic.dimension();
    b = quadratic.b();
    rows = new DualRows(quadratic, constraints);
    separable = new Separable(quadratic.diagonal(), l1, constraints.lower(), constraints.upper());
    nu = rows.start(former);
    v = new double[d];
    u = new double[d];
    theta = new double[d];
    resolution = new double[d];
    g = new double[rows.size];
    s = new double[d];
    h = new double[rows.size * rows.size];
  }

  /**
   * The minimiser, from ν = 0.
   *
   * @param l1 length d, not negative
   * @throws IllegalArgumentException where shapes differ or a constraint visibly cannot hold
   * @throws ArithmeticException where the constraints together cannot hold, or where it does not
   *     converge
   */
  public static Solution solve(
      final Quadratic quadratic, final double[] l1, final Constraints constraints) {
    return solve(
        quadratic, l1, constraints, new double[quadratic.rank() + constraints.rows().size()]);
  }

  /**
   * The minimiser, from the ν of a former solution.
   *
   * @param former length k + number of linear rows
   */
  public static Solution solve(
      final Quadratic quadratic,
      final double[] l1,
      final Constraints constraints,
      final double[] former) {
    requireShapes(quadratic, l1, constraints, former);
    return new DualNewton(quadratic, l1, constraints, former).solve();
  }

  private Solution solve() {
    recompute();
    final int first = iterate(0);
    recompute();
    final int iterations = iterate(first);
    for (int i = 0; i < theta.length; i++) {
      if (!Double.isFinite(theta[i])) {
        throw new ArithmeticException("numbers overflow at coordinate " + i);
      }
    }
    return new Solution(
        theta,
        rows.asGiven(nu, constraints.rows().size()),
        iterations,
        rows.residual(theta, resolution, nu, g));
  }

  /** v = b − Mᵀν. */
  private void recompute() {
    System.arraycopy(b, 0, v, 0, v.length);
    rows.addTransposeTimes(nu, -1, v);
  }

  /** Newton steps until converged; returns how many were taken in all. */
  private int iterate(final int taken) {
    for (int iteration = taken; ; iteration++) {
      separable.theta(v, theta);
      separable.resolution(v, theta, resolution);
      rows.gradient(theta, nu, g);
      final double residual = rows.residual(theta, resolution, nu, g);
      if (residual <= TOLERANCE) {
        return iteration;
      }
      requireHope(iteration, residual);
      step();
    }
  }

  private void requireHope(final int iteration, final double residual) {
    final String reached = " after " + iteration + " iterations, relative residual " + residual;
    if (!Double.isFinite(residual)) {
      throw new ArithmeticException("numbers overflow" + reached);
    }
    if (Vectors.norm(nu) > UNBOUNDED
        && rows.certifiesInfeasibility(nu, constraints.lower(), constraints.upper())) {
      throw new ArithmeticException(
          "the constraints together cannot hold: the dual is unbounded" + reached);
    }
    if (iteration >= MAX_ITERATIONS) {
      throw new ArithmeticException("no convergence" + reached);
    }
  }

  private void step() {
    separable.derivative(v, theta, s);
    rows.curvature(s, h);
    for (int j = rows.rank; j < rows.size; j++) {
      h[j + j * rows.size] += ridge;
    }
    final double[] p = NewtonStep.solve(h, g, nu, rows.firstInequality);
    Arrays.fill(u, 0);
    rows.addTransposeTimes(p, 1, u);
    final double alpha = stepLength(p);
    adaptRidge(alpha);
    for (int i = 0; i < v.length; i++) {
      v[i] -= alpha * u[i];
    }
    for (int j = 0; j < nu.length; j++) {
      final double moved = nu[j] + alpha * p[j];
      nu[j] = j < rows.firstInequality ? moved : Math.max(0, moved);
    }
  }

  /**
   * The ridge makes up for rows that no active coordinate curves. Too small, p overshoots; too
   * large, it keeps rows apart from their multipliers.
   */
  private void adaptRidge(final double alpha) {
    if (alpha == 1) {
      ridge = Math.max(MIN_RIDGE, ridge / 100);
    } else if (alpha < 0.1) {
      ridge = Math.min(MAX_RIDGE, ridge / Math.max(alpha, MIN_RIDGE));
    }
  }

  /**
   * 1 where the dual still rises there or p is within the rounding of slopes, else where the slope
   * has fallen by half or more.
   */
  private double stepLength(final double[] p) {
    if (Vectors.norm(p) <= NEGLIGIBLE * Vectors.norm(nu)) {
      return 1;
    }
    final double atStart = slope(p, 0);
    double rising = 0;
    double falling = 1;
    double slopeRising = atStart;
    double slopeFalling = slope(p, 1);
    if (slopeFalling >= -ROUNDING * atStart) {
      return 1;
    }
    for (int trial = 0; trial < MAX_TRIALS && slopeRising > 0.5 * atStart; trial++) {
      final double share = trial % 2 == 0 ? slopeRising / (slopeRising - slopeFalling) : 0.5;
      final double alpha = rising + share * (falling - rising);
      final double slope = slope(p, alpha);
      if (slope >= -ROUNDING * atStart) {
        rising = alpha;
        slopeRising = slope;
      } else {
        falling = alpha;
        slopeFalling = slope;
      }
    }
    return rising;
  }

  /** The dual's derivative along p at ν + αp. */
  private double slope(final double[] p, final double alpha) {
    return separable.along(v, u, alpha) - rows.offset(nu, p, alpha);
  }

  private static void requireShapes(
      final Quadratic quadratic,
      final double[] l1,
      final Constraints constraints,
      final double[] former) {
    final int d = quadratic.dimension();
    requireLength("l1", l1.length, d);
    requireLength("the box", constraints.lower().length, d);
    requireLength("the former ν", former.length, quadratic.rank() + constraints.rows().size());
    for (int i = 0; i < d; i++) {
      if (!(l1[i] >= 0 && l1[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("l1 is " + l1[i] + " at coordinate " + i);
      }
    }
    for (final double x : former) {
      if (!Double.isFinite(x)) {
        throw new IllegalArgumentException("the former ν holds " + x);
      }
    }
  }

  private static void requireLength(final String name, final int length, final int expected) {
    if (length != expected) {
      throw new IllegalArgumentException(name + " has length " + length + ", not " + expected);
    }
  }
}
