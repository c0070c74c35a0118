package org.majorant.file.evaluate;

import java.util.Arrays;

/** How well the probabilities of an event rank it: the area under the ROC curve. */
final class Ranking {
  private double[] scores = new double[1024];
  private boolean[] positive = new boolean[1024];
  private int size;

  /**
   * @param p of the event
   * @param came whether it came
   */
  void add(final double p, final boolean came) {
    if (size == scores.length) {
      scores = Arrays.copyOf(scores, 2 * size);
      positive = Arrays.copyOf(positive, 2 * size);
    }
    scores[size] = p;
    positive[size++] = came;
  }

  /**
   * The share of (positive, negative) pairs in which the positive scores higher, ties half: the
   * rank statistic of Mann and Whitney. Null where there is no such pair.
   */
  Double auc() {
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
