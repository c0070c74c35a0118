package org.majorant.research.reproduce;

import java.util.stream.IntStream;

/**
 * How many of what is right have a score above a threshold, against how many of what is wrong.
 *
 * @param falsePositives shares of what is wrong, from 0 to 1, a threshold each
 * @param truePositives shares of what is right, likewise
 */
record Roc(double[] falsePositives, double[] truePositives) {
  /**
   * @param right whether each is; some are and some are not
   */
  static Roc of(final double[] scores, final boolean[] right) {
    final int[] order =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted((a, b) -> Double.compare(scores[b], scores[a]))
            .mapToInt(i -> i)
            .toArray();
    final int[] ends = // of each score among equal ones
        IntStream.range(0, order.length)
            .filter(i -> i + 1 == order.length || scores[order[i]] != scores[order[i + 1]])
            .toArray();
    final double positives = IntStream.of(order).filter(i -> right[i]).count();
    final double[] falsePositives = new double[ends.length + 1];
    final double[] truePositives = new double[ends.length + 1];
    int above = 0;
    int found = 0;
    for (int t = 0; t < ends.length; t++) {
      for (; above <= ends[t]; above++) {
        found += right[order[above]] ? 1 : 0;
      }
      falsePositives[t + 1] = (above - found) / (order.length - positives);
      truePositives[t + 1] = found / positives;
    }
    return new Roc(falsePositives, truePositives);
  }

  /** Area under it: how often something right has a higher score than something wrong. */
  double area() {
    return IntStream.range(1, falsePositives.length)
        .mapToDouble(
            t ->
                0.5
                    * (falsePositives[t] - falsePositives[t - 1])
                    * (truePositives[t] + truePositives[t - 1]))
        .sum();
  }

  /** The share of what is right at a share of what is wrong, on the line between two thresholds. */
  double at(final double falsePositive) {
    int t = 1;
    while (falsePositives[t] < falsePositive) {
      t++;
    }
    final double width = falsePositives[t] - falsePositives[t - 1];
    final double share = width > 0 ? (falsePositive - falsePositives[t - 1]) / width : 1;
    return truePositives[t - 1] + share * (truePositives[t] - truePositives[t - 1]);
  }
}
