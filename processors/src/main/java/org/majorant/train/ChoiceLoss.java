package org.majorant.train;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.majorant.bound.MulticlassBound;
import org.majorant.model.LogPartition;

/**
 * The general log-linear model over explicit alternatives (conditional logit),
 *
 * <pre>    loss = Σ_i w_i [log Σ_{a ∈ i} h_a e^(θᵀx_a) − log h_y − θᵀx_y],    y the target of i
 * </pre>
 *
 * <p>whose bound is Algorithm 1's in the scores of each choice, Σ = Σ_i w_i X_iᵀ C_i X_i.
 */
public final class ChoiceLoss implements Loss {
  private final ChoiceSet data;
  private final double[] scores; // by row, at θ
  private final Map<Integer, Scratch> bySize = new HashMap<>();
  private final int[] places; // by feature, while a choice's columns are looked at
  private long passes;

  /** Room for a choice's scores. */
  private static final class Scratch {
    private final MulticlassBound bound;
    private final double[] s;
    private final double[] t;
    private final double[] u;

    private Scratch(final int size) {
      bound = new MulticlassBound(size);
      s = new double[size];
      t = new double[size];
      u = new double[size];
    }
  }

  public ChoiceLoss(final ChoiceSet data) {
    this.data = data;
    scores = new double[data.rows];
    places = new int[data.features];
  }

  @Override
  public int parameters() {
    return data.features;
  }

  @Override
  public double at(final double[] theta, final double[] gradient) {
    passes++;
    products(theta, scores);
    for (int row = 0; row < data.rows; row++) {
      scores[row] += data.logPriors[row];
    }
    Arrays.fill(gradient, 0);
    double loss = 0;
    for (int i = 0; i < data.size; i++) {
      final Scratch room = opened(i);
      final double logPartition = LogPartition.probabilities(room.s, room.u);
      loss += data.weights[i] * (logPartition - scores[data.targets[i]]);
      add(i, data.weights[i], room.u, gradient);
      addRow(data.targets[i], -data.weights[i], gradient);
    }
    return loss;
  }

  @Override
  public void addTimes(
      final Curve curve, final double scale, final double[] v, final double[] out) {
    passes++;
    final double[] products = new double[data.rows];
    products(v, products);
    for (int i = 0; i < data.size; i++) {
      final Scratch room = expanded(i, curve);
      System.arraycopy(products, data.firsts[i], room.t, 0, room.t.length);
      times(curve, room);
      add(i, scale * data.weights[i], room.u, out);
    }
  }

  @Override
  public void addDiagonal(final Curve curve, final double[] out) {
    passes++;
    for (int i = 0; i < data.size; i++) {
      final Scratch room = expanded(i, curve);
      final double[][] columns = columns(i, room.t.length);
      for (int row = data.firsts[i]; row < data.lasts[i]; row++) {
        for (int at = data.starts[row]; at < data.starts[row + 1]; at++) {
          final int feature = data.indices[at];
          if (places[feature] > 0) {
            System.arraycopy(columns[places[feature] - 1], 0, room.t, 0, room.t.length);
            places[feature] = 0;
            times(curve, room);
            out[feature] += data.weights[i] * Vectors.dot(room.t, room.u);
          }
        }
      }
    }
  }

  @Override
  public Line along(final double[] direction) {
    passes++;
    final double[] slopes = new double[data.rows];
    products(direction, slopes);
    return new ScoreLine(slopes);
  }

  @Override
  public boolean isConvex() {
    return true;
  }

  /** Below it each chosen alternative has more than half of the mass. */
  @Override
  public double separated() {
    return Math.log(2) * data.leastWeight();
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
        final Scratch room = room(i);
        for (int a = 0; a < room.s.length; a++) {
          final int row = data.firsts[i] + a;
          room.s[a] = scores[row] + alpha * slopes[row];
        }
        final int target = data.targets[i];
        final double own = scores[target] + alpha * slopes[target];
        loss += data.weights[i] * (LogPartition.of(room.s) - own);
      }
      return loss;
    }

    @Override
    public double bend() {
      double bend = 0;
      for (int i = 0; i < data.size; i++) {
        final Scratch room = expanded(i, Curve.BOUND);
        System.arraycopy(slopes, data.firsts[i], room.t, 0, room.t.length);
        times(Curve.BOUND, room);
        bend += data.weights[i] * Vectors.dot(room.t, room.u);
      }
      return bend;
    }
  }

  private Scratch room(final int i) {
    return bySize.computeIfAbsent(data.lasts[i] - data.firsts[i], Scratch::new);
  }

  /** With the choice's scores. */
  private Scratch opened(final int i) {
    final Scratch room = room(i);
    System.arraycopy(scores, data.firsts[i], room.s, 0, room.s.length);
    return room;
  }

  /** With the bound expanded at the scores, or their probabilities in place of them. */
  private Scratch expanded(final int i, final Curve curve) {
    final Scratch room = opened(i);
    if (curve == Curve.BOUND) {
      room.bound.expand(room.s);
    } else {
      LogPartition.probabilities(room.s, room.s);
    }
    return room;
  }

  /** u = Ct, or (diag(p) − ppᵀ) t. */
  private static void times(final Curve curve, final Scratch room) {
    if (curve == Curve.BOUND) {
      room.bound.times(room.t, room.u);
      return;
    }
    final double mean = Vectors.dot(room.s, room.t);
    for (int a = 0; a < room.u.length; a++) {
      room.u[a] = room.s[a] * (room.t[a] - mean);
    }
  }

  /**
   * Each feature's values over the alternatives, n long; a feature's place is its column, from 1.
   */
  private double[][] columns(final int i, final int n) {
    final double[][] columns =
        new double[data.starts[data.lasts[i]] - data.starts[data.firsts[i]]][];
    int size = 0;
    for (int row = data.firsts[i]; row < data.lasts[i]; row++) {
      for (int at = data.starts[row]; at < data.starts[row + 1]; at++) {
        final int feature = data.indices[at];
        if (places[feature] == 0) {
          columns[size++] = new double[n];
          places[feature] = size;
        }
        columns[places[feature] - 1][row - data.firsts[i]] += data.values[at];
      }
    }
    return columns;
  }

  /** θᵀx of each row. */
  private void products(final double[] theta, final double[] out) {
    for (int row = 0; row < data.rows; row++) {
      double product = 0;
      for (int at = data.starts[row]; at < data.starts[row + 1]; at++) {
        product += data.values[at] * theta[data.indices[at]];
      }
      out[row] = product;
    }
  }

  /** out ← out + scale · Σ by_a x_a over the alternatives. */
  private void add(final int i, final double scale, final double[] by, final double[] out) {
    for (int a = 0; a < by.length; a++) {
      addRow(data.firsts[i] + a, scale * by[a], out);
    }
  }

  private void addRow(final int row, final double scale, final double[] out) {
    for (int at = data.starts[row]; at < data.starts[row + 1]; at++) {
      out[data.indices[at]] += scale * data.values[at];
    }
  }
}
