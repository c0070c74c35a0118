package org.majorant.train;

import java.util.Arrays;
import org.majorant.bound.MulticlassBound;
import org.majorant.clique.LogPartition;
import org.majorant.likelihood.JensenBound;

/**
 * Multinomial logistic regression, with m hidden states a label (JC12 section 4; m = 1: none),
 * where of an example's label all is known or that it is one of some, Y_i:
 *
 * <pre>
 *     loss = Σ_i w_i [log Σ_y Σ_h e^(s_yh) − log Σ_{y ∈ Y_i} Σ_h e^(s_yh)],
 *     s_yh = θ_yhᵀ x_i + log h_i(y)
 * </pre>
 *
 * <p>Algorithm 1 bounds the first term; Jensen's inequality the second, by a linear function, so
 * that the bound's curvature is that of the first alone.
 *
 * <p>Parameters are feature-major, all vectors of a feature together. Two outcomes may have one
 * vector, that of the second.
 */
public final class PointLoss implements Loss {
  private final PointSet data;
  private final int states;
  private final int outcomes;
  private final int vectors;
  private final int first; // outcome of the first vector: of two outcomes the second has it
  private final double[] scores; // size × outcomes, at θ
  private final MulticlassBound bound;
  private final JensenBound numerator;
  private final double[] s;
  private final double[] p;
  private final double[] t;
  private final double[] u;
  private long passes;

  /**
   * @param labels number of labels
   * @param states hidden states a label, m
   * @param vectors weight vectors: labels · states, or one for two outcomes
   */
  public PointLoss(final PointSet data, final int labels, final int states, final int vectors) {
    this.data = data;
    this.states = states;
    this.vectors = vectors;
    outcomes = labels * states;
    if (vectors != outcomes && !(vectors == 1 && outcomes == 2)) {
      throw new IllegalArgumentException(outcomes + " outcomes by " + vectors + " vectors");
    }
    first = outcomes - vectors;
    scores = new double[Math.multiplyExact(data.size, outcomes)];
    bound = new MulticlassBound(outcomes);
    numerator = new JensenBound(labels, states);
    s = new double[outcomes];
    p = new double[outcomes];
    t = new double[outcomes];
    u = new double[outcomes];
  }

  @Override
  public int parameters() {
    return Math.multiplyExact(data.rows.columns, vectors);
  }

  @Override
  public double at(final double[] theta, final double[] gradient) {
    passes++;
    Arrays.fill(gradient, 0);
    double loss = 0;
    for (int i = 0; i < data.size; i++) {
      products(i, theta, s);
      addPrior(i, s);
      System.arraycopy(s, 0, scores, i * outcomes, outcomes);
      final double logPartition = LogPartition.probabilities(s, p);
      admit(i);
      loss += data.weights[i] * (logPartition - numerator.expand(s));
      final double[] q = numerator.responsibilities();
      for (int o = 0; o < outcomes; o++) {
        p[o] -= q[o];
      }
      add(i, data.weights[i], p, gradient);
    }
    return loss;
  }

  @Override
  public void addTimes(
      final Curve curve, final double scale, final double[] v, final double[] out) {
    if (curve == Curve.HESSIAN && !isConvex()) {
      throw new UnsupportedOperationException(
          "hidden states and labels that are one of several make the Hessian indefinite");
    }
    passes++;
    for (int i = 0; i < data.size; i++) {
      products(i, v, t);
      System.arraycopy(scores, i * outcomes, s, 0, outcomes);
      if (curve == Curve.BOUND) {
        bound.expand(s);
        bound.times(t, u);
      } else {
        covarianceTimes();
      }
      add(i, scale * data.weights[i], u, out);
    }
  }

  @Override
  public void addDiagonal(final Curve curve, final double[] out) {
    passes++;
    final SparseMatrix rows = data.rows;
    for (int i = 0; i < data.size; i++) {
      System.arraycopy(scores, i * outcomes, s, 0, outcomes);
      if (curve == Curve.BOUND) {
        bound.expand(s);
        bound.diagonal(u);
      } else {
        LogPartition.probabilities(s, p);
        for (int y = 0; y < outcomes; y++) {
          u[y] = p[y] * (1 - p[y]);
        }
      }
      for (int j = rows.starts[i]; j < rows.starts[i + 1]; j++) {
        final int o = rows.indices[j] * vectors;
        final double x = rows.values[j];
        for (int c = 0; c < vectors; c++) {
          out[o + c] += data.weights[i] * u[first + c] * x * x;
        }
      }
    }
  }

  @Override
  public Line along(final double[] direction) {
    passes++;
    final double[] slopes = new double[scores.length];
    for (int i = 0; i < data.size; i++) {
      products(i, direction, t);
      System.arraycopy(t, 0, slopes, i * outcomes, outcomes);
    }
    return new ScoreLine(slopes);
  }

  /** Hidden states, and labels that are one of several, make the Hessian indefinite. */
  @Override
  public boolean isConvex() {
    return states == 1 && !data.partial;
  }

  /**
   * Below it, of each example, the k outcomes that agree with it have more than k times the mass of
   * the others, so the best of them beats all others, and does so by more as θ grows.
   */
  @Override
  public double separated() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < data.size; i++) {
      admit(i);
      final double loss = data.weights[i] * Math.log1p(1.0 / numerator.size());
      least = loss > 0 ? Math.min(least, loss) : least;
    }
    return Double.isFinite(least) ? least : 0;
  }

  @Override
  public long passes() {
    return passes;
  }

  /** In score space no features are needed. */
  private final class ScoreLine implements Line {
    private final double[] slopes;

    private ScoreLine(final double[] slopes) {
      this.slopes = slopes;
    }

    @Override
    public double value(final double alpha) {
      double loss = 0;
      for (int i = 0; i < data.size; i++) {
        for (int y = 0; y < outcomes; y++) {
          s[y] = scores[i * outcomes + y] + alpha * slopes[i * outcomes + y];
        }
        admit(i);
        loss += data.weights[i] * (LogPartition.of(s) - numerator.logMass(s));
      }
      return loss;
    }

    @Override
    public double bend() {
      double bend = 0;
      for (int i = 0; i < data.size; i++) {
        System.arraycopy(scores, i * outcomes, s, 0, outcomes);
        System.arraycopy(slopes, i * outcomes, t, 0, outcomes);
        bound.expand(s);
        bound.times(t, u);
        for (int y = 0; y < outcomes; y++) {
          bend += data.weights[i] * t[y] * u[y];
        }
      }
      return bend;
    }
  }

  /** u = (diag(p) − ppᵀ) t. */
  private void covarianceTimes() {
    LogPartition.probabilities(s, p);
    double mean = 0;
    for (int y = 0; y < outcomes; y++) {
      mean += p[y] * t[y];
    }
    for (int y = 0; y < outcomes; y++) {
      u[y] = p[y] * (t[y] - mean);
    }
  }

  private void admit(final int i) {
    if (data.admissible[i] == null) {
      numerator.admit(data.labels[i]);
    } else {
      numerator.admit(data.admissible[i]);
    }
  }

  private void addPrior(final int i, final double[] out) {
    if (data.logPriors[i] != null) {
      for (int y = 0; y < outcomes; y++) {
        out[y] += data.logPriors[i][y / states];
      }
    }
  }

  /** θᵀx of each outcome. */
  private void products(final int i, final double[] theta, final double[] out) {
    Arrays.fill(out, 0, first, 0);
    data.rows.times(i, theta, vectors, out, first);
  }

  /** out ← out + scale · (by outcome) ⊗ x. */
  private void add(final int i, final double scale, final double[] by, final double[] out) {
    data.rows.addTransposeTimes(i, scale, by, first, vectors, out);
  }
}
