package org.majorant.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import vowpalWabbit.learner.VWLearners;
import vowpalWabbit.learner.VWScalarLearner;
import vowpalWabbit.learner.VWScalarsLearner;

/**
 * Vowpal Wabbit with its defaults but for the loss, which must be logistic, and the bits of its
 * table, which must be enough for each weight to have a place of its own. More than two labels are
 * learned one against all, and their probabilities scaled to the sum 1. Reading the file counts, as
 * its own program reads the file that it learns; it parses each line itself.
 */
final class VowpalWabbit implements Peer {
  private static final int DEFAULT_BITS = 18;

  private final Double rate;
  private final boolean coin;

  /**
   * @param rate of learning; null: its own
   * @param coin whether it bets on coins, which needs no rate
   */
  VowpalWabbit(final Double rate, final boolean coin) {
    this.rate = rate;
    this.coin = coin;
  }

  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    final Size size = Size.of(train, test);
    final int labels = size.labels();
    final int bits = bits(size.features() + 1) + (labels > 2 ? bits(labels) : 0);
    final String options =
        "--quiet --loss_function logistic -b %d%s%s"
            .formatted(
                Math.max(DEFAULT_BITS, bits),
                rate == null ? "" : " -l " + rate,
                coin ? " --coin" : "");
    if (labels > 2) {
      try (VWScalarsLearner learner =
          VWLearners.create(options + " --probabilities --oaa " + labels)) {
        return run(
            train,
            test,
            (label, x) -> wide(learner.learn((label + 1) + x)),
            (label, x) -> wide(learner.predict(x)));
      }
    }
    try (VWScalarLearner learner = VWLearners.create(options + " --link logistic")) {
      return run(
          train,
          test,
          (label, x) -> ofTwo(learner.learn((label == 0 ? "-1" : "1") + x)),
          (label, x) -> ofTwo(learner.predict(x)));
    }
  }

  /** Of numbers below a size. */
  private static int bits(final int size) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
  }

  private static double[] ofTwo(final double one) {
    return new double[] {1 - one, one};
  }

  private static double[] wide(final float[] narrow) {
    final double[] wide = new double[narrow.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = narrow[i];
    }
    return wide;
  }

  /** The probabilities of all labels, before the line's own is learned where it is. */
  private interface Line {
    double[] take(int label, String x);
  }

  private static Outcome run(
      final Path train, final Path test, final Line learn, final Line predict) throws IOException {
    final long start = System.nanoTime();
    final Loss progressive = pass(train, learn);
    final double seconds = (System.nanoTime() - start) / 1e9;
    final Loss heldOut = pass(test, predict);
    return Outcome.of(progressive.count(), seconds, progressive.mean(), heldOut);
  }

  /** A bar is before the features. */
  private static Loss pass(final Path file, final Line each) throws IOException {
    final Loss loss = new Loss();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        final int space = line.indexOf(' ');
        final int end = space < 0 ? line.length() : space;
        final int label = Integer.parseInt(line, 0, end, 10);
        loss.add(each.take(label, " |" + line.substring(end)), label);
      }
    }
    return loss;
  }
}
