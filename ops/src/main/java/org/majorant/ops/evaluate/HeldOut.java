package org.majorant.ops.evaluate;

import java.util.Arrays;
import org.majorant.model.SparseExample;

/** Scores of held-out examples: mean log-loss, accuracy and, for two labels, the AUC. */
public final class HeldOut {
  private double weight;
  private double logLoss;
  private double correct;
  private double[] scores = new double[1024];
  private boolean[] positive = new boolean[1024];
  private int size;
  private long rejected;

  /** One labeled example with its predicted probabilities. */
  void add(final SparseExample x, final double[] p) {
    int best = 0;
    for (int y = 1; y < p.length; y++) {
      best = p[y] > p[best] ? y : best;
    }
    weight += x.weight;
    logLoss -= x.weight * Math.log(Math.max(p[x.label], Double.MIN_NORMAL));
    correct += best == x.label ? x.weight : 0;
    if (p.length == 2) {
      if (size == scores.length) {
        scores = Arrays.copyOf(scores, 2 * size);
        positive = Arrays.copyOf(positive, 2 * size);
      }
      scores[size] = p[1];
      positive[size++] = x.label == 1;
    }
  }

  /** One record that does not fit the model. */
  void reject() {
    rejected++;
  }

  /** Records that do not fit the model. */
  public long rejected() {
    return rejected;
  }

  /** Nats an example; null where there was none. */
  public Double logLoss() {
    return weight > 0 ? logLoss / weight : null;
  }

  /** Share of examples; null where there was none. */
  public Double accuracy() {
    return weight > 0 ? correct / weight : null;
  }

  /**
   * The share of (positive, negative) pairs in which the positive scores higher, ties half: the
   * rank statistic of Mann and Whitney. Null where there is no such pair.
   */
  public Double auc() {
    final Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(scores[a], scores[b]));
    double positives = 0;
    double rankSum = 0;
    for (int from = 0, to; from < size; from = to) {
      to = from + 1;
      while (to < size && scores[order[to]] == scores[order[from]]) {
        to++;
      }
      final double midRank = 0.5 * (from + 1 + to);
      for (int i = from; i < to; i++) {
        if (positive[order[i]]) {
          positives++;
          rankSum += midRank;
        }
      }
    }
    final double pairs = positives * (size - positives);
    return pairs > 0 ? (rankSum - positives * (positives + 1) / 2) / pairs : null;
  }
}
