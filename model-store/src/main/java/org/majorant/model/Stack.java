package org.majorant.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.ModelSpec;

/**
 * Predicts from the scores of all {@link Views} by a log-linear model of its own, whose features
 * are the views' readings. With the scores s_rk of label k by reading r, and by the variance v_k of
 * its view's first reading,
 *
 * <pre>
 *   p(k) ∝ exp(Σ_r w_r s_rk + Σ_view w'_view m_k)       m_k = (s_k − mean s) / √(1 + π/8 v_k)
 * </pre>
 *
 * <p>m are <em>moderated</em> scores (MacKay 1992): a view that is not sure of a score should count
 * less, and how much less is learned. w is around w₀, the mean of all views, half of it plain and
 * half moderated; what the model holds is w − w₀. Of two labels there is one score, the second's.
 *
 * <p>For one thread.
 */
public final class Stack {
  /**
   * Of a view, the place of its moderated score among the weights; those of its readings follow.
   */
  private static final int MODERATED = 0;

  private static final double HALF = 0.5;

  private final int vectors;
  private final int[] places; // of the weights that are used, ascending
  private final int[] readings; // of each: the reading whose score it weighs
  private final int[] views; // of each: the view
  private final boolean[] moderated;
  private final double[] means; // w₀ of each
  private final double[] inputs; // what they weigh, V each

  public Stack(final ModelSpec spec) {
    vectors = Dimensions.of(spec).vectors();
    final List<Reading> all = Mixture.of(spec).eachReading();
    final int size = Views.of(spec).blocks().size();
    final List<int[]> used = new ArrayList<>(); // place, reading, view
    for (int r = 0, place = 0; r < all.size() - 1; r++) {
      final int view = all.get(r).view();
      if (r == 0 || all.get(r - 1).view() != view) {
        place = view * Views.STACKED + MODERATED;
        used.add(new int[] {place, r, view});
      }
      used.add(new int[] {++place, r, view});
    }
    places = used.stream().mapToInt(each -> each[0]).toArray();
    readings = used.stream().mapToInt(each -> each[1]).toArray();
    views = used.stream().mapToInt(each -> each[2]).toArray();
    moderated = new boolean[places.length];
    means = new double[places.length];
    for (int i = 0; i < places.length; i++) {
      final int own = places[i] % Views.STACKED;
      moderated[i] = own == MODERATED;
      means[i] = own <= MODERATED + 1 ? HALF / size : 0;
    }
    inputs = new double[places.length * vectors];
  }

  /** The places of its inputs among the weights of the stack, ascending. */
  public int[] places() {
    return places;
  }

  /** What its inputs weigh before anything is learned: w₀, by place in {@link #places}. */
  public double mean(final int input) {
    return means[input];
  }

  /**
   * Reads the scores of an example.
   *
   * @param scores of each reading but its own, V each
   * @param variance of each view's first, V each
   * @return its inputs, those of one weight together, V each; the same array each time
   */
  public double[] read(final double[] scores, final double[] variance) {
    for (int i = 0, at = 0; i < places.length; i++, at += vectors) {
      final int from = readings[i] * vectors;
      if (moderated[i]) {
        moderate(scores, from, variance, views[i] * vectors, at);
      } else {
        System.arraycopy(scores, from, inputs, at, vectors);
      }
    }
    return inputs;
  }

  private void moderate(
      final double[] scores, final int from, final double[] variance, final int of, final int at) {
    final double mean = mean(vectors, c -> scores[from + c]);
    for (int c = 0; c < vectors; c++) {
      inputs[at + c] = (scores[from + c] - mean) / spread(variance[of + c]);
    }
  }

  /** Of the scores of all labels; of two labels there is one score, and nothing to subtract. */
  private static double mean(final int vectors, final IntToDoubleFunction score) {
    double mean = 0;
    for (int c = 0; vectors > 1 && c < vectors; c++) {
      mean += score.applyAsDouble(c) / vectors;
    }
    return mean;
  }

  private static double spread(final double variance) {
    return Math.sqrt(1 + Math.PI / 8 * variance);
  }

  /**
   * What a feature weighs in the score by which the stack predicts the example read last, which is
   * linear in the weights of a view once the variances are known.
   *
   * @param view of the feature
   * @param theta its weight by reading and vector
   * @param variance of each view's first reading, V each
   * @param learned w − w₀ by place among the stack's weights
   * @param vector of the score
   */
  double weight(
      final int view,
      final Weights theta,
      final double[] variance,
      final IntToDoubleFunction learned,
      final int vector) {
    double weight = 0;
    for (int i = 0; i < places.length; i++) {
      if (views[i] == view) {
        final int reading = readings[i];
        final double plain = theta.of(reading, vector);
        final double own =
            moderated[i]
                ? (plain - mean(vectors, c -> theta.of(reading, c)))
                    / spread(variance[view * vectors + vector])
                : plain;
        weight += (means[i] + learned.applyAsDouble(places[i])) * own;
      }
    }
    return weight;
  }

  /**
   * The variance of what a feature adds to a score by the stack, where all readings of a view are
   * as sure as its first:
   *
   * <pre>
   *   Σ_k (δ_kc (w + m) − m/V)² v_k,    w = Σ of the plain weights,  m = w' / √(1 + π/8 v)
   * </pre>
   *
   * @param view of the feature
   * @param variance of each view's first reading, V each
   * @param learned w − w₀ by place among the stack's weights
   * @param vector c, of the score
   * @param own v_k, of what the feature adds to the first reading
   */
  double variance(
      final int view,
      final double[] variance,
      final IntToDoubleFunction learned,
      final int vector,
      final IntToDoubleFunction own) {
    double all = 0;
    double mean = 0;
    for (int i = 0; i < places.length; i++) {
      if (views[i] == view) {
        final double weight = means[i] + learned.applyAsDouble(places[i]);
        final double by = moderated[i] ? spread(variance[view * vectors + vector]) : 1;
        all += weight / by;
        mean += moderated[i] && vectors > 1 ? weight / by / vectors : 0;
      }
    }
    double sum = 0;
    for (int k = 0; k < vectors; k++) {
      final double factor = (k == vector ? all : 0) - mean;
      sum += factor * factor * own.applyAsDouble(k);
    }
    return sum;
  }

  /** Weights of one feature. */
  interface Weights {
    double of(int reading, int vector);
  }

  /**
   * Scores by the inputs that were read last.
   *
   * @param learned w − w₀ by place among the stack's weights
   * @param out written from {@code at} on, V
   */
  public void score(final IntToDoubleFunction learned, final double[] out, final int at) {
    for (int c = 0; c < vectors; c++) {
      out[at + c] = 0;
    }
    for (int i = 0, from = 0; i < places.length; i++, from += vectors) {
      final double weight = means[i] + learned.applyAsDouble(places[i]);
      for (int c = 0; c < vectors; c++) {
        out[at + c] += weight * inputs[from + c];
      }
    }
  }
}
