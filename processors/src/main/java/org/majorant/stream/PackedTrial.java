package org.majorant.stream;

import org.majorant.learn.Worker;
import org.majorant.log.InputRecord;
import org.majorant.schema.RejectedExample;

/**
 * Finds the example that is to blame for a packed record that cannot be learned. Only whole records
 * are shipped, so that a range cannot be halved any further. But the examples up to some item can
 * be learned and thrown away again: the first that spoils the sums is found by halving between what
 * could be learned and what could not. Its last example is not to blame just because it came last:
 * numbers may be spoiled before one of them fails.
 */
final class PackedTrial {
  private final ExampleIntake intake;
  private final UnshippedRange range;
  private final Worker worker;
  private final WorkerCheckpoint checkpoint;

  /**
   * @param worker that has nothing unshipped, before and after
   */
  PackedTrial(
      final ExampleIntake intake,
      final UnshippedRange range,
      final Worker worker,
      final WorkerCheckpoint checkpoint) {
    this.intake = intake;
    this.range = range;
    this.worker = worker;
    this.checkpoint = checkpoint;
  }

  /**
   * The item that is to blame.
   *
   * @param tried items of the record that cannot be learned together
   * @param time of the record, milliseconds
   */
  int toBlame(final InputRecord record, final int tried, final double time) {
    intake.open(record);
    int good = 0;
    int bad = tried;
    while (bad - good > 1) {
      final int some = (good + bad) >>> 1;
      if (isLearnable(record, some, time)) {
        good = some;
      } else {
        bad = some;
      }
    }
    return bad - 1;
  }

  private boolean isLearnable(final InputRecord record, final int items, final double time) {
    try {
      for (int item = 0; item < items; item++) {
        if (!range.isUnlearnable(record, item) && isLabeled(item)) {
          worker.learn(intake.example(), time);
        }
      }
      worker.requireShippable();
      return true;
    } catch (final RuntimeException | StackOverflowError e) {
      return false;
    } finally {
      worker.goBack(checkpoint.baselines());
    }
  }

  private boolean isLabeled(final int item) {
    try {
      return intake.read(item) == ExampleIntake.Kind.LABELED;
    } catch (final RejectedExample e) {
      return false; // a dead letter for another reason
    }
  }
}
