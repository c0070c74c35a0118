package org.majorant.file.evaluate;

import java.util.Arrays;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor;

/** Scores of held-out points. */
final class HeldOutPoints extends HeldOut {
  private final PointPredictor predictor;
  private final double[] p;
  private double[] scores = new double[1024];
  private boolean[] positive = new boolean[1024];
  private int size;

  HeldOutPoints(final Model model) {
    super(model);
    predictor = new PointPredictor(model);
    p = new double[model.spec().getLabels().size()];
  }

  @Override
  void add(final Example example) {
    final SparsePoint x = (SparsePoint) example;
    predictor.probabilities(x, p);
    int best = 0;
    double right = 0;
    for (int y = 0; y < p.length; y++) {
      best = p[y] > p[best] ? y : best;
      right += x.admits(y) ? p[y] : 0;
    }
    add(
        x.weight,
        -x.weight * Math.log(Math.max(right, Double.MIN_NORMAL)),
        x.admits(best) ? x.weight : 0);
    if (x.label == SparsePoint.PARTIAL) {
      count(x.admissible, x.weight);
    } else {
      count(x.label, best, p[best], x.weight);
    }
    if (p.length == 2) {
      if (size == scores.length) {
        scores = Arrays.copyOf(scores, 2 * size);
        positive = Arrays.copyOf(positive, 2 * size);
      }
      scores[size] = p[1];
      positive[size++] = x.label == 1;
    }
  }

  /**
   * The share of (positive, negative) pairs in which the positive scores higher, ties half: the
   * rank statistic of Mann and Whitney. Null where there is no such pair.
   */
  @Override
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
