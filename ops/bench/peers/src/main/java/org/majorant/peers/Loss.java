package org.majorant.peers;

/** The mean log-loss of the probabilities that labels had which came, nats. */
final class Loss {
  /**
   * A peer that is as sure as it can be of what is wrong does not lose everything by it. One whose
   * weights are finite no more knows nothing, and loses as much.
   */
  private static final double LEAST = 1e-15;

  private long count;
  private double sum;

  /**
   * @param probability of the label that came
   */
  void add(final double probability) {
    sum -= Math.log(probability > LEAST ? probability : LEAST); // NaN is not more
    count++;
  }

  long count() {
    return count;
  }

  double mean() {
    return sum / count;
  }
}
