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
  double[] logPriors = {}; // log h of each token's labels; empty while no sequence has any
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
    appendPrior(x, tokens);
    longest = Math.max(longest, x.length);
    weights[size] = x.weight;
    starts[++size] = tokens + x.length;
  }

  private void appendPrior(final SparseSequence x, final int tokens) {
    final int m = prior.labels();
    if (x.logPrior == null && logPriors.length == 0) {
      return;
    }
    final int needed = Math.multiplyExact(tokens + x.length, m);
    if (logPriors.length < needed) {
      logPriors = Arrays.copyOf(logPriors, Math.max(needed, 2 * logPriors.length));
    }
    if (x.logPrior != null) {
      System.arraycopy(x.logPrior, 0, logPriors, tokens * m, x.length * m);
    }
  }

  /** Adds log h to the scores of the labels of sequence i, T×M. */
  void addLogPrior(final int i, final double[] scores) {
    final int from = starts[i] * prior.labels();
    final int to = logPriors.length == 0 ? from : starts[i + 1] * prior.labels();
    for (int at = from; at < to; at++) {
      scores[at - from] += logPriors[at];
    }
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

  /**
   * Least weight of a sequence that has any; 0 where a prior may have decided what weights did not.
   */
  double leastWeight() {
    if (logPriors.length > 0) {
      return 0;
    }
    return Arrays.stream(weights, 0, size).filter(w -> w > 0).min().orElse(0);
  }
}
