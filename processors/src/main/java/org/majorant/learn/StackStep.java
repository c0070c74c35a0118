package org.majorant.learn;

import org.majorant.features.SparsePoint;
import org.majorant.features.Views;
import org.majorant.likelihood.PointLikelihood;
import org.majorant.memory.Memory;
import org.majorant.model.Stack;
import org.majorant.schema.ModelSpec;

/**
 * Learns what the scores of views weigh, see {@link Stack}, by one step an example. With the inputs
 * F, a row a weight and a column a score, and s = Fᵀw + log h,
 *
 * <pre>
 *   r = p − q      g = ω F r      C = ω F (diag(p) − ppᵀ) Fᵀ      d = −(A + P + C)⁻¹ g
 *   w ← w + ηd     where ω loss(s + ηFᵀd) + ½ η² dᵀ(A + P)d ≤ ω loss(s),   η = 1, ½, …
 *   A ← A + C' at the new scores;   b ← (A + P)(w − w₀)
 * </pre>
 *
 * <p>with the example's weight ω. It learns by the scores that predicted the example, and so before
 * the views learn it. Allocates nothing for an example.
 */
final class StackStep {
  private static final int MOST_HALVINGS = 30;

  private final Stack stack;
  private final PointLikelihood likelihood;
  private final Memory.Joint memory;
  private final int[] places;
  private final int n; // weights
  private final int vectors;
  private final double[] learned; // w − w₀
  private final double[] byPlace; // the same among all places
  private final double[] gradient;
  private final double[] curvature;
  private final double[] direction;
  private final double[] push;
  private final double[] scores;
  private final double[] along; // Fᵀd
  private final double[] moved;
  private final double[] p;
  private final double[] q;
  private final double[] mean; // Σ p F
  private double[] inputs; // F

  StackStep(final ModelSpec spec, final PointLikelihood likelihood) {
    stack = new Stack(spec);
    this.likelihood = likelihood;
    final Views views = Views.of(spec);
    memory = Memory.Joint.of(views.stack());
    places = stack.places();
    n = places.length;
    vectors = spec.getLabels().size() == 2 ? 1 : spec.getLabels().size();
    learned = new double[n];
    byPlace = new double[Views.STACKED * views.blocks().size()];
    gradient = new double[n];
    curvature = new double[n * n];
    direction = new double[n];
    push = new double[n];
    scores = new double[vectors];
    along = new double[vectors];
    moved = new double[vectors];
    p = new double[vectors];
    q = new double[vectors];
    mean = new double[n];
  }

  Memory memory() {
    return memory;
  }

  /**
   * Scores an example.
   *
   * @param readings the scores of each reading of the views, V each
   * @param variance of each view's first reading, V each
   * @param out written from {@code at} on, V
   */
  void read(final double[] readings, final double[] variance, final double[] out, final int at) {
    inputs = stack.read(readings, variance);
    readWeights();
    stack.score(place -> byPlace[place], scores, 0);
    System.arraycopy(scores, 0, out, at, vectors);
  }

  private void readWeights() {
    memory.read(places, n, learned);
    for (int i = 0; i < n; i++) {
      byPlace[places[i]] = learned[i];
    }
  }

  /** Learns the example just read, on which the likelihood stands. */
  void learn(final SparsePoint x) {
    for (final int place : places) {
      memory.count(place, 1);
    }
    readWeights();
    likelihood.addLogPrior(scores);
    final double loss = likelihood.loss(scores);
    likelihood.marginals(p);
    likelihood.observedMarginals(q);
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int c = 0; c < vectors; c++) {
        sum += (p[c] - q[c]) * inputs[i * vectors + c];
      }
      gradient[i] = x.weight * sum;
    }
    curve(x.weight);
    memory.turn(places, n, curvature, gradient, direction);
    write(step(x.weight, loss), x.weight);
  }

  /** C at p. */
  private void curve(final double weight) {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int c = 0; c < vectors; c++) {
        sum += p[c] * inputs[i * vectors + c];
      }
      mean[i] = sum;
    }
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        double sum = -mean[i] * mean[j];
        for (int c = 0; c < vectors; c++) {
          sum += p[c] * inputs[i * vectors + c] * inputs[j * vectors + c];
        }
        curvature[i * n + j] = weight * sum;
        curvature[j * n + i] = weight * sum;
      }
    }
  }

  /** η, and {@link #moved} the scores after the step. */
  private double step(final double weight, final double loss) {
    for (int c = 0; c < vectors; c++) {
      along[c] = 0;
      for (int i = 0; i < n; i++) {
        along[c] += direction[i] * inputs[i * vectors + c];
      }
    }
    double stiffness = 0; // dᵀ(A + P)d = −dᵀ(g + Cd)
    for (int i = 0; i < n; i++) {
      stiffness -= direction[i] * pull(i);
    }
    double step = 1;
    for (int i = 0; i < MOST_HALVINGS; i++, step /= 2) {
      for (int c = 0; c < vectors; c++) {
        moved[c] = scores[c] + step * along[c];
      }
      if (weight * likelihood.loss(moved) + 0.5 * step * step * stiffness <= weight * loss) {
        return step;
      }
    }
    System.arraycopy(scores, 0, moved, 0, vectors);
    likelihood.loss(moved);
    return 0;
  }

  /** (g + Cd)_i = −((A + P)d)_i, with C as it was when d was found. */
  private double pull(final int i) {
    double sum = gradient[i];
    for (int j = 0; j < n; j++) {
      sum += curvature[i * n + j] * direction[j];
    }
    return sum;
  }

  /** b changes by C'w' + (A + P)(w' − w). */
  private void write(final double step, final double weight) {
    for (int i = 0; i < n; i++) {
      push[i] = -step * pull(i);
    }
    likelihood.marginals(p);
    curve(weight);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        push[i] += curvature[i * n + j] * (learned[j] + step * direction[j]);
      }
    }
    memory.write(places, n, curvature, push);
  }
}
