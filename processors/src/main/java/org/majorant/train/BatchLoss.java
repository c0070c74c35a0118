package org.majorant.train;

import java.util.Arrays;
import org.majorant.features.Dimensions;
import org.majorant.likelihood.Likelihood;

/**
 * The loss of all examples of a set, whatever their structure:
 *
 * <pre>
 *   loss = Σ_i w_i [log Z(s_i) − log Z(s_i; observed)],    s_i = X_i θ + log h_i
 *   gradient = Σ_i w_i X_iᵀ(p_i − q_i),    curvature = Σ_i w_i X_iᵀ C_i X_i
 * </pre>
 *
 * <p>log Z, p and q are those of {@link Likelihood}, C those of {@link ExampleLoss}. The scores at
 * θ are kept, so that the line along a direction needs no features.
 *
 * <p>Parameters are feature-major, all vectors of a feature together. The transitions of sequences
 * come last, row: the label before; they are scores of each sequence.
 */
final class BatchLoss implements Loss {
  private final TrainingSet data;
  private final ExampleLoss each;
  private final boolean convex;
  private final int vectors;
  private final int emissions; // numbers before those of the transitions, as the next
  private final int transitions;
  private final double[] scores; // by row and vector, at θ
  private final double[] shared; // the transitions' scores at θ
  private final double[] s; // of one example, as the next two
  private final double[] g;
  private final double[] r;
  private double gap;
  private long passes;

  /**
   * @param sizes of the parameters
   */
  BatchLoss(final TrainingSet data, final ExampleLoss each, final Dimensions sizes) {
    this.data = data;
    this.each = each;
    convex = data.isWhole() && sizes.states() == 1;
    vectors = sizes.vectors();
    emissions = Math.multiplyExact(sizes.emissions(), vectors);
    transitions = sizes.transitions() * vectors;
    scores = new double[Math.multiplyExact(data.rows.rows(), vectors)];
    shared = new double[transitions];
    s = new double[data.mostRows() * vectors + transitions];
    g = new double[s.length];
    r = new double[s.length];
  }

  @Override
  public int parameters() {
    return Math.addExact(emissions, transitions);
  }

  /** Infinite where the scores are too large for inference. */
  @Override
  public double at(final double[] theta, final double[] gradient) {
    passes++;
    Arrays.fill(gradient, 0);
    System.arraycopy(theta, emissions, shared, 0, transitions);
    each.move();
    gap = 0;
    double loss = 0;
    for (int i = 0; i < data.size(); i++) {
      final double w = data.weights[i];
      final Likelihood x = each.open(i);
      score(i, theta, s);
      x.addLogPrior(s);
      System.arraycopy(s, 0, scores, from(i), from(i + 1) - from(i));
      try {
        loss += w * x.loss(s);
      } catch (final ArithmeticException e) {
        return Double.POSITIVE_INFINITY;
      }
      gap += w * x.gap();
      x.residuals(r);
      add(i, w, r, gradient);
    }
    return loss;
  }

  @Override
  public void addTimes(
      final Curve curve, final double scale, final double[] v, final double[] out) {
    if (curve == Curve.HESSIAN && !convex) {
      throw new UnsupportedOperationException(
          "hidden states and what was not observed make the Hessian indefinite");
    }
    passes++;
    for (int i = 0; i < data.size(); i++) {
      expand(curve, i);
      score(i, v, g);
      each.times(g, r);
      add(i, scale * data.weights[i], r, out);
    }
  }

  @Override
  public void addDiagonal(final Curve curve, final double[] out) {
    passes++;
    for (int i = 0; i < data.size(); i++) {
      expand(curve, i);
      each.addDiagonal(i, data.weights[i], out);
    }
  }

  /** Hidden states, and what was not observed, are summed out: then it is not. */
  @Override
  public boolean isConvex() {
    return convex;
  }

  /**
   * Below it, of each example, the k labellings that agree with it have more than k times the mass
   * of the others, so the best of them beats all others, and does so by more as θ grows.
   */
  @Override
  public double separated() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < data.size(); i++) {
      if (data.weights[i] > 0) {
        least = Math.min(least, data.weights[i] * Math.log1p(1 / each.agreeing(i)));
      }
    }
    return Double.isFinite(least) ? least : 0;
  }

  @Override
  public double gap() {
    return gap;
  }

  @Override
  public long passes() {
    return passes;
  }

  @Override
  public Line along(final double[] direction) {
    passes++;
    final double[] slopes = new double[scores.length];
    for (int row = 0; row < data.rows.rows(); row++) {
      data.rows.times(row, direction, vectors, slopes, row * vectors);
    }
    return new ScoreLine(slopes, Arrays.copyOfRange(direction, emissions, emissions + transitions));
  }

  private final class ScoreLine implements Line {
    private final double[] slopes;
    private final double[] sharedSlopes;

    private ScoreLine(final double[] slopes, final double[] sharedSlopes) {
      this.slopes = slopes;
      this.sharedSlopes = sharedSlopes;
    }

    @Override
    public double value(final double alpha) {
      double loss = 0;
      for (int i = 0; i < data.size(); i++) {
        final int from = from(i);
        final int n = from(i + 1) - from;
        for (int at = 0; at < n; at++) {
          s[at] = scores[from + at] + alpha * slopes[from + at];
        }
        for (int at = 0; at < transitions; at++) {
          s[n + at] = shared[at] + alpha * sharedSlopes[at];
        }
        loss += data.weights[i] * each.open(i).loss(s);
      }
      return loss;
    }

    @Override
    public double bend() {
      double bend = 0;
      for (int i = 0; i < data.size(); i++) {
        expand(Curve.BOUND, i);
        take(i, slopes, sharedSlopes, g);
        bend += data.weights[i] * each.along(g);
      }
      return bend;
    }
  }

  private void expand(final Curve curve, final int i) {
    take(i, scores, shared, s);
    each.expand(curve, i, s);
  }

  /** Where the scores of an example begin. */
  private int from(final int i) {
    return data.firsts[i] * vectors;
  }

  /** An example's own numbers, and those that it shares. */
  private void take(final int i, final double[] own, final double[] others, final double[] out) {
    final int n = from(i + 1) - from(i);
    System.arraycopy(own, from(i), out, 0, n);
    System.arraycopy(others, 0, out, n, transitions);
  }

  /** out ← Xθ of an example. */
  private void score(final int i, final double[] theta, final double[] out) {
    data.score(i, theta, vectors, out);
    System.arraycopy(theta, emissions, out, from(i + 1) - from(i), transitions);
  }

  /** out ← out + scale · Xᵀ by. */
  private void add(final int i, final double scale, final double[] by, final double[] out) {
    data.add(i, scale, by, vectors, out);
    final int n = from(i + 1) - from(i);
    for (int at = 0; at < transitions; at++) {
      out[emissions + at] += scale * by[n + at];
    }
  }
}
