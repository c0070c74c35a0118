package org.majorant.train;

import java.util.Arrays;
import org.majorant.clique.ChainPrior;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.features.SparseSequence;

/**
 * Sequences, a row each token. A hashed space is mostly empty, so features are numbered as they
 * occur; the loss's parameters are the weights of these, and the transitions.
 */
final class SequenceSet extends TrainingSet {
  final ChainPrior prior;
  final SeenFeatures seen;
  int[] starts = new int[1024]; // sequence i has the tokens [starts[i], starts[i + 1])
  double[] weights = new double[1024];
  int[] labels = new int[1 << 14]; // by token; negative where not observed
  int longest;
  boolean whole = true; // whether all labels are observed

  /**
   * @param emissions size of the index space of the model's features
   * @param prior of the model's labellings
   */
  SequenceSet(final int emissions, final ChainPrior prior) {
    super(emissions);
    this.prior = prior;
    seen = new SeenFeatures(emissions);
  }

  @Override
  void append(final Example example) {
    final SparseSequence x = (SparseSequence) example;
    if (size + 1 == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
      weights = Arrays.copyOf(weights, starts.length);
    }
    final int tokens = tokens();
    if (tokens + x.length > labels.length) {
      labels = Arrays.copyOf(labels, Math.max(tokens + x.length, 2 * labels.length));
    }
    System.arraycopy(x.labels, 0, labels, tokens, x.length);
    for (int t = 0; t < x.length; t++) {
      rows.append(x.indices, x.values, x.starts[t], x.starts[t + 1]);
      number(tokens + t);
      whole &= x.labels[t] != SparsePoint.UNLABELED;
    }
    longest = Math.max(longest, x.length);
    weights[size] = x.weight;
    starts[++size] = tokens + x.length;
  }

  private void number(final int token) {
    for (int j = rows.starts[token]; j < rows.starts[token + 1]; j++) {
      rows.indices[j] = seen.number(rows.indices[j]);
    }
  }

  /** Number of tokens. */
  int tokens() {
    return starts[size];
  }

  @Override
  public double weight() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      for (int t = starts[i]; t < starts[i + 1]; t++) {
        sum += labels[t] == SparsePoint.UNLABELED ? 0 : weights[i];
      }
    }
    return sum;
  }

  @Override
  public Loss loss() {
    return new SequenceLoss(this, seen.size(), prior);
  }

  @Override
  public double[] parameters(final double[] weights) {
    return seen.gather(weights, prior.labels());
  }

  @Override
  public double[] weights(final double[] parameters) {
    return seen.scatter(parameters, prior.labels());
  }

  /** Least weight of a sequence that has any. */
  double leastWeight() {
    return Arrays.stream(weights, 0, size).filter(w -> w > 0).min().orElse(0);
  }
}
