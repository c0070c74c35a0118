package org.majorant.model;

import java.util.List;
import org.majorant.features.Dimensions;
import org.majorant.features.Views;
import org.majorant.schema.View;

/**
 * What each feature weighs in the score of a label, as people look at it. Without views that is θ.
 * With views no θ is what the model does, but what the {@link Stack} makes of all readings of it,
 *
 * <pre>
 *   weight_j = Σ_r w_r θ_rj + w' (θ_j − mean θ_j) / √(1 + π/8 v)
 * </pre>
 *
 * <p>with the variance v of the feature's view at the {@link MeanPoint}; elsewhere moderated scores
 * count somewhat more or less. Most views have the features of the example among theirs: these have
 * one weight, the sum, and so have the intercepts.
 *
 * <p>Of two labels the first one's weight is the second's, negated. For one thread.
 */
public final class LabelWeights {
  private final Model model;
  private final int vectors;
  private final int states;
  private final int first; // vector of the label
  private final boolean negated;
  private final ViewScores scores; // null: θ alone predicts
  private final List<Views.Block> blocks;
  private final int inputs;
  private final int
      firstCopy; // where the features of the example begin in the first view with them
  private final double[] weights; // by feature, of each state

  /**
   * @param label its place in the spec; of choices, which have none, 0
   */
  public LabelWeights(final Model model, final int label) {
    this.model = model;
    final Dimensions shape = Dimensions.of(model.spec());
    final boolean one = shape.vectors() < shape.labels();
    vectors = shape.vectors();
    states = shape.states();
    first = one ? 0 : label * states;
    negated = one && label == 0;
    final boolean stacked = areStacked(model);
    scores = stacked ? new ViewScores(model) : null;
    blocks = stacked ? Views.of(model.spec()).blocks() : List.of();
    inputs = Dimensions.inputs(model.spec().getFeatures());
    firstCopy =
        blocks.stream()
            .filter(block -> block.view() != View.COUNTS)
            .mapToInt(Views.Block::offset)
            .findFirst()
            .orElse(0);
    weights = stacked ? stacked() : own();
  }

  /** Whether a model's weights are what a stack makes of views. */
  public static boolean areStacked(final Model model) {
    return Views.areIn(model.spec()) && !model.members().isEmpty();
  }

  private double[] own() {
    final double[] all = new double[model.weights().length / vectors * states];
    for (int i = 0; i < all.length; i++) {
      all[i] = model.weights()[position(i)];
    }
    return all;
  }

  private double[] stacked() {
    scores.read(new MeanPoint(model).point());
    final double[] all = new double[blocks.get(blocks.size() - 1).end()];
    for (final Views.Block block : blocks) {
      for (int own = 0; own < block.size(); own++) {
        all[place(block, own)] += scores.weight(block, block.offset() + own, first);
      }
    }
    return all;
  }

  /** The feature of the first view that has the same, which stands for all. */
  private int place(final Views.Block block, final int own) {
    if (own == block.size() - 1) {
      return blocks.get(0).end() - 1;
    }
    final boolean copied = own < inputs && block.view() != View.COUNTS;
    return (copied ? firstCopy : block.offset()) + own;
  }

  /** How many there are: each feature has one of each hidden state, or one. */
  public int size() {
    return weights.length;
  }

  /** The feature of a weight; one that an earlier view has as well has the weight 0. */
  public int feature(final int i) {
    return i / states;
  }

  /** Hidden state of the label whose weight it is; null where there are none. */
  public Integer state(final int i) {
    return states > 1 ? i % states : null;
  }

  public double weight(final int i) {
    return negated ? -weights[i] : weights[i];
  }

  /**
   * Standard deviation of a weight under the model's own posterior, which may be {@link
   * Model#conditional}; null where a batch training knows none. With views that of a sum, as if its
   * terms were independent, and all readings of a view as sure as the first.
   */
  public Double deviation(final int i) {
    if (scores == null) {
      final float precision = model.precision()[position(i)];
      return precision > 0 ? 1 / Math.sqrt(precision) : null;
    }
    double variance = 0;
    for (final Views.Block block : blocks) {
      final int own = own(block, i);
      if (own >= 0) {
        variance += scores.stackVariance(block, block.offset() + own, 1, first);
      }
    }
    return Math.sqrt(variance);
  }

  /** The feature of a view whose weight is one of the terms of a sum; -1 where none is. */
  private int own(final Views.Block block, final int place) {
    final int same =
        place == blocks.get(0).end() - 1
            ? block.size() - 1
            : place - (isCopy(place) ? firstCopy : block.offset());
    return same >= 0 && same < block.size() && place(block, same) == place ? same : -1;
  }

  private boolean isCopy(final int place) {
    return place >= firstCopy && place < firstCopy + inputs;
  }

  private int position(final int i) {
    return i / states * vectors + first + i % states;
  }
}
