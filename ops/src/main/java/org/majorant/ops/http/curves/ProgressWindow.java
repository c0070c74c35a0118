package org.majorant.ops.http.curves;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Tally;

/**
 * How well a model that others learn predicted the last examples before they were learned, by what
 * its versions say: a version's tally has the sums since the model began, so that the difference of
 * two is of the examples between them. The window is that of {@link LearnerMeters}, so that two
 * models compare; where versions come seldom, it is the time between two of them. What only the
 * learner knows is NaN.
 */
final class ProgressWindow {
  private final Deque<Sums> window = new ArrayDeque<>();

  /** What was scored up to a version, and how well. */
  private record Sums(
      long created,
      double weight,
      double logLoss,
      double noChange,
      double classFrequency,
      double correct,
      double served,
      double servedLogLoss) {
    static Sums of(final ModelHead head) {
      final Tally tally = head.getTally();
      return new Sums(
          head.getCreated(),
          tally.getWeight(),
          tally.getLogLoss(),
          tally.getNoChangeLogLoss(),
          tally.getClassFrequencyLogLoss(),
          tally.getCorrect(),
          tally.getServedWeight(),
          tally.getServedLogLoss());
    }
  }

  /**
   * Takes a version.
   *
   * @return a row under {@link LearnerMeters#COLUMNS}
   */
  double[] row(final ModelHead head) {
    final Sums now = Sums.of(head);
    final boolean batch = head.getSource() != null; // its tally is of its own
    if (batch || !window.isEmpty() && now.weight < window.getLast().weight) {
      window.clear(); // a model that went back has a difference of nothing
    }
    if (window.isEmpty() && (batch || head.getParent() == 0)) {
      window.add(new Sums(now.created, 0, 0, 0, 0, 0, 0, 0));
    }
    window.add(now);
    final long begin = now.created - 1000L * LearnerMeters.WINDOW;
    while (window.size() > 2 && second().created <= begin) {
      window.remove();
    }
    return row(window.getFirst(), now);
  }

  private Sums second() {
    final var sums = window.iterator();
    sums.next();
    return sums.next();
  }

  private static double[] row(final Sums first, final Sums now) {
    final double scored = now.weight - first.weight; // 0/0 is NaN: none came
    final double[] row = new double[LearnerMeters.COLUMNS.length];
    Arrays.fill(row, Double.NaN);
    row[column("time")] = now.created;
    row[column("logLoss")] = (now.logLoss - first.logLoss) / scored;
    row[column("noChange")] = (now.noChange - first.noChange) / scored;
    row[column("classFrequency")] = (now.classFrequency - first.classFrequency) / scored;
    row[column("servedLogLoss")] =
        (now.servedLogLoss - first.servedLogLoss) / (now.served - first.served);
    row[column("accuracy")] = (now.correct - first.correct) / scored;
    return row;
  }

  private static int column(final String name) {
    return List.of(LearnerMeters.COLUMNS).indexOf(name);
  }
}
