package org.majorant.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import vowpalWabbit.learner.VWLearners;
import vowpalWabbit.learner.VWScalarLearner;

/**
 * Vowpal Wabbit with all its defaults but the loss, which must be logistic. Reading the file
 * counts, as its own program reads the file that it learns; it parses each line itself.
 */
final class VowpalWabbit implements Peer {
  @Override
  public Outcome run(final Path train, final Path test) throws IOException {
    try (VWScalarLearner learner =
        VWLearners.create("--loss_function logistic --link logistic --quiet")) {
      final long start = System.nanoTime();
      final Loss progressive = new Loss();
      pass(train, (label, line) -> progressive.add(label, learner.learn(line)));
      final double seconds = (System.nanoTime() - start) / 1e9;
      final Loss heldOut = new Loss();
      pass(test, (label, line) -> heldOut.add(label, learner.predict(line)));
      return new Outcome(progressive.count(), seconds, progressive.mean(), heldOut.mean());
    }
  }

  private interface Line {
    void take(int label, String line);
  }

  /** Its labels are −1 and 1, and a bar is before the features. */
  private static void pass(final Path file, final Line each) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        final int label = line.charAt(0) - '0';
        each.take(label, (label == 0 ? "-1 |" : "1 |") + line.substring(1));
      }
    }
  }
}
