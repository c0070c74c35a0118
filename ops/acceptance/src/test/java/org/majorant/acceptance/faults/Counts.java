package org.majorant.acceptance.faults;

import org.majorant.schema.Tally;

/** What became of some records. */
record Counts(long learned, long rejected, long unlabeled, long ofAnother, long lost) {
  static Counts of(final Tally tally) {
    return new Counts(
        tally.getExamples(),
        tally.getRejected(),
        tally.getUnlabeled(),
        tally.getOthers(),
        tally.getLost());
  }

  static Counts of(final Fate fate) {
    return switch (fate) {
      case LEARNED -> new Counts(1, 0, 0, 0, 0);
      case REJECTED -> new Counts(0, 1, 0, 0, 0);
      case UNLABELED -> new Counts(0, 0, 1, 0, 0);
      case OF_ANOTHER_MODEL -> new Counts(0, 0, 0, 1, 0);
      case LOST -> new Counts(0, 0, 0, 0, 1);
    };
  }

  Counts plus(final Counts other) {
    return new Counts(
        learned + other.learned,
        rejected + other.rejected,
        unlabeled + other.unlabeled,
        ofAnother + other.ofAnother,
        lost + other.lost);
  }
}
