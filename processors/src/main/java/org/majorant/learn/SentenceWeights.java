package org.majorant.learn;

import java.util.Arrays;
import org.majorant.model.Dimensions;
import org.majorant.model.SparseSequence;
import org.majorant.schema.ModelSpec;

/**
 * The part of a {@link SequenceMemory} that one sequence touches, dense: the M parameters of each
 * distinct feature in a slot, where features that tokens share are read and written once.
 *
 * <p>Hot: all loops over features of tokens are here. Allocates nothing once its buffers have
 * grown.
 */
final class SentenceWeights {
  private final int m;
  private final int[] slotOf; // by feature; right where features[slot] is that feature
  private int size;
  private int[] features = new int[256];
  private int[] slots = new int[1024]; // by position in the sequence
  private double[] theta = {};
  private double[] variance = {};
  private double[] gain = {};
  private double[] gradient = {};
  private double[] direction = {};
  private SparseSequence x;

  SentenceWeights(final ModelSpec spec) {
    final Dimensions dimensions = Dimensions.of(spec);
    m = dimensions.vectors();
    slotOf = new int[dimensions.features()];
  }

  /** Takes a sequence: counts its features, and reads their parameters. */
  void open(final SparseSequence sequence, final SequenceMemory memory) {
    x = sequence;
    size = 0;
    final int end = x.starts[x.length];
    if (slots.length < end) {
      slots = new int[2 * end];
    }
    if (features.length < end) {
      features = Arrays.copyOf(features, 2 * end);
    }
    for (int j = 0; j < end; j++) {
      final int feature = x.indices[j];
      int slot = slotOf[feature];
      if (slot >= size || features[slot] != feature) {
        slot = size++;
        slotOf[feature] = slot;
        features[slot] = feature;
      }
      slots[j] = slot;
      memory.count(feature, x.values[j]);
    }
    if (theta.length < size * m) {
      final int room = 2 * size * m;
      theta = new double[room];
      variance = new double[room];
      gain = new double[room];
      gradient = new double[room];
      direction = new double[room];
    }
    for (int slot = 0; slot < size; slot++) {
      memory.read(features[slot], theta, variance, slot * m);
    }
    Arrays.fill(gain, 0, size * m, 0);
    Arrays.fill(gradient, 0, size * m, 0);
  }

  /**
   * Scores and their variances, a token and label each.
   *
   * @param scores T×M, written: Σ x θ
   * @param variances T×M, written: Σ x²/D
   */
  void score(final double[] scores, final double[] variances) {
    Arrays.fill(scores, 0, x.length * m, 0);
    Arrays.fill(variances, 0, x.length * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          scores[t * m + c] += value * theta[row + c];
          variances[t * m + c] += value * value * variance[row + c];
        }
      }
    }
  }

  /**
   * Takes what the tokens say, gradient += x r and gain += x² c, and turns against it: d =
   * −gradient / (D + gain).
   *
   * @param residuals r, T×M
   * @param curvatures c, T×M
   * @param along T×M, written: the direction's scores, Σ x d
   */
  void turn(final double[] residuals, final double[] curvatures, final double[] along) {
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          gradient[row + c] += value * residuals[t * m + c];
          gain[row + c] += value * value * curvatures[t * m + c];
        }
      }
    }
    for (int at = 0; at < size * m; at++) {
      direction[at] = -gradient[at] * variance[at] / (1 + gain[at] * variance[at]);
    }
    Arrays.fill(along, 0, x.length * m, 0);
    for (int t = 0; t < x.length; t++) {
      for (int j = x.starts[t]; j < x.starts[t + 1]; j++) {
        final double value = x.values[j];
        final int row = slots[j] * m;
        for (int c = 0; c < m; c++) {
          along[t * m + c] += value * direction[row + c];
        }
      }
    }
  }

  /** Learns the step: θ ← θ + ηd, A ← A + gain; so b ← b + gain θ − η gradient. */
  void write(final double step, final SequenceMemory memory) {
    for (int at = 0; at < size * m; at++) {
      gradient[at] = gain[at] * theta[at] - step * gradient[at];
    }
    for (int slot = 0; slot < size; slot++) {
      memory.write(features[slot], gain, gradient, slot * m);
    }
  }
}
