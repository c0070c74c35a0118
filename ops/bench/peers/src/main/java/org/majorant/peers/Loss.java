package org.majorant.peers;

/** The mean log-loss of the probabilities that labels had which came, nats, and the accuracy. */
final class Loss {
  /**
   * A peer that is as sure as it can be of what is wrong does not lose everything by it. One whose
   * weights are finite no more knows nothing, and loses as much.
   */
  private static final double LEAST = 1e-15;

  private long count;
  private long right;
  private double sum;

  /**
   * @param probabilities of the labels; a label beyond them has none
   * @param label that came
   */
  void add(final double[] probabilities, final int label) {
    final double own = label < probabilities.length ? probabilities[label] : 0;
    sum -= Math.log(own > LEAST ? own : LEAST); // NaN is not more
    count++;
    boolean most = own > 0;
    for (int other = 0; other < probabilities.length; other++) {
      most &= other == label || probabilities[other] < own;
    }
    right += most ? 1 : 0;
  }

  /** Of two labels, by the probability of the second. */
  void add(final double one, final int label) {
    add(new double[] {1 - one, one}, label);
  }

  long count() {
    return count;
  }

  double mean() {
    return sum / count;
  }

  /** Share of examples whose label was more probable than any other. */
  double accuracy() {
    return (double) right / count;
  }
}
