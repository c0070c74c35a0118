package org.majorant.peers;

/** The mean log-loss of probabilities of label 1, nats. */
final class Loss {
  /** A peer that is as sure as it can be of what is wrong does not lose everything by it. */
  private static final double LEAST = 1e-15;

  private long count;
  private double sum;

  void add(final int label, final double probability) {
    sum -= Math.log(Math.max(LEAST, label == 1 ? probability : 1 - probability));
    count++;
  }

  long count() {
    return count;
  }

  double mean() {
    return sum / count;
  }
}
