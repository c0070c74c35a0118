package org.majorant.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.Dimensions;
import org.majorant.features.SparsePoint;
import org.majorant.features.Views;
import org.majorant.schema.Member;

/** The scores of a point by each reading of a version that has {@link Views}. For one thread. */
final class ViewScores {
  private final Model model;
  private final Views views;
  private final int vectors;
  private final Stack stack;
  private final Member[] readers; // of each reading the first member, which has its weights
  private final IntToDoubleFunction[] theta; // of each reading, by position
  private final double[] variance; // of each view, V each
  private final double[] plain; // of each reading but the stack's, V each
  private final IntToDoubleFunction learned; // by the stack

  ViewScores(final Model model) {
    this.model = model;
    views = Views.of(model.spec());
    vectors = Dimensions.of(model.spec()).vectors();
    stack = new Stack(model.spec());
    final int[] readings = Mixture.readings(model.members());
    readers = new Member[readings[readings.length - 1] + 1];
    for (int k = readings.length - 1; k >= 0; k--) {
      readers[readings[k]] = model.members().get(k);
    }
    theta = Arrays.stream(readers).map(model::weights).toArray(IntToDoubleFunction[]::new);
    variance = new double[views.blocks().size() * vectors];
    plain = new double[(readers.length - 1) * vectors];
    final int from = views.end() * vectors;
    learned = place -> model.weights()[from + place * vectors];
  }

  /**
   * @param x clipped
   * @param out written, by reading, V each; that of the stack is the last
   */
  void read(final SparsePoint x, final double[][] out) {
    read(x);
    for (int r = 0; r < readers.length - 1; r++) {
      System.arraycopy(plain, r * vectors, out[r], 0, vectors);
    }
    stack.read(plain, variance);
    stack.score(learned, out[readers.length - 1], 0);
  }

  /**
   * Reads a point for what the other methods are asked.
   *
   * @param x clipped
   */
  void read(final SparsePoint x) {
    Arrays.fill(variance, 0);
    Arrays.fill(plain, 0);
    for (int r = 0; r < readers.length - 1; r++) {
      read(x, r);
    }
  }

  /**
   * Scores by the stack of a point that differs a little from the one read last, which stays so.
   *
   * @param out written, V
   */
  void stack(final List<MeanPoint.Change> changes, final double[] out) {
    final double[] scores = plain.clone();
    final double[] variances = variance.clone();
    for (final MeanPoint.Change change : changes) {
      final Views.Block block = views.block(change.feature());
      for (int c = 0; c < vectors; c++) {
        for (int r = 0; r < readers.length - 1; r++) {
          if (readers[r].getView() == block.number()) {
            scores[r * vectors + c] +=
                (change.after() - change.before())
                    * theta[r].applyAsDouble(change.feature() * vectors + c);
          }
        }
        variances[block.number() * vectors + c] +=
            added(block, change.feature(), c, change.after())
                - added(block, change.feature(), c, change.before());
      }
    }
    stack.read(scores, variances);
    stack.score(learned, out, 0);
  }

  private double added(
      final Views.Block block, final int feature, final int c, final double value) {
    return value == 0 ? 0 : variance(block, feature, c, value);
  }

  /**
   * The standard deviation of what some changes add to a score by the stack, as if all weights were
   * independent.
   *
   * @param c vector
   */
  double deviation(final List<MeanPoint.Change> changes, final int c) {
    double sum = 0;
    for (final MeanPoint.Change change : changes) {
      final double by = change.after() - change.before();
      sum += stackVariance(views.block(change.feature()), change.feature(), by, c);
    }
    return Math.sqrt(sum);
  }

  /** The variance of what a feature of a value adds to a score by the stack. */
  double stackVariance(
      final Views.Block block, final int feature, final double value, final int c) {
    return stack.variance(
        block.number(), variance, learned, c, k -> variance(block, feature, k, value));
  }

  private void read(final SparsePoint x, final int reading) {
    final Views.Block block = views.blocks().get(readers[reading].getView());
    final boolean first = reading == 0 || readers[reading - 1].getView() != block.number();
    for (int j = 0; j < x.size; j++) {
      final int feature = x.indices[j];
      if (feature >= block.offset() && feature < block.end()) {
        final double value = x.values[j];
        for (int c = 0; c < vectors; c++) {
          plain[reading * vectors + c] +=
              value * theta[reading].applyAsDouble(feature * vectors + c);
          if (first) {
            variance[block.number() * vectors + c] += variance(block, feature, c, value);
          }
        }
      }
    }
  }

  /** Of what a feature adds to a score: one that was never seen has the prior of its value. */
  private double variance(
      final Views.Block block, final int feature, final int c, final double value) {
    if (model.rms()[feature] > 0) {
      return value * value / model.precision()[feature * vectors + c];
    }
    final double squares = block.sharesScale(feature) ? value * value / model.commonSquare() : 1;
    return squares / model.spec().getL2();
  }

  /**
   * What a feature weighs in the score by which the stack predicts the example read last.
   *
   * @param c vector
   */
  double weight(final int feature, final int c) {
    return weight(views.block(feature), feature, c);
  }

  /** The same, where its view is known. */
  double weight(final Views.Block block, final int feature, final int c) {
    return stack.weight(
        block.number(),
        (reading, vector) -> theta[reading].applyAsDouble(feature * vectors + vector),
        variance,
        learned,
        c);
  }
}
