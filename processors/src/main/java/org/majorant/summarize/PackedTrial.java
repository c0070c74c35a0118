package org.majorant.summarize;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.majorant.learn.Worker;
import org.majorant.log.InputRecord;
import org.majorant.schema.ExamplePlace;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.tally.Baselines;

/**
 * Finds the examples because of which a record cannot be learned. Only whole records are shipped,
 * so that a range of one record cannot be halved any further. But some of its examples can be
 * learned and thrown away again. So the first that spoils the sums is found by halving between what
 * could be learned and what could not, and then the next, until all others can be learned together.
 * The example that failed is not to blame just because it failed: one before it may have spoiled
 * the numbers.
 */
final class PackedTrial {
  private static final RejectedExample NOT_FINITE =
      new RejectedExample(
          Rejection.VALUE,
          "learning it gives numbers that are not finite: scale down its values or its weight");

  private final ExampleIntake intake;
  private final UnshippedRange range;
  private final Worker worker;
  private final Supplier<Baselines> shipped;
  private final double time;
  private Throwable failure;
  private int tried;

  /**
   * @param worker that has nothing unshipped, before and after
   * @param time of the record, milliseconds
   */
  PackedTrial(
      final ExampleIntake intake,
      final UnshippedRange range,
      final Worker worker,
      final Supplier<Baselines> shipped,
      final double time) {
    this.intake = intake;
    this.range = range;
    this.worker = worker;
    this.shipped = shipped;
    this.time = time;
  }

  /**
   * The examples that are to blame, one at least; the range leaves them out from now on.
   *
   * @param spoiled what cannot be learned
   * @param error that said so
   */
  List<RejectedItem> toBlame(final UnshippedRange.SpoiledRecord spoiled, final Throwable error) {
    final InputRecord record = spoiled.record();
    intake.open(record);
    failure = error;
    tried = spoiled.tried();
    final List<RejectedItem> blamed = new ArrayList<>();
    final List<Integer> labeled = labeled(record);
    do {
      final RejectedExample why =
          failure instanceof ArithmeticException
              ? NOT_FINITE
              : RejectedExample.unlearnable(failure);
      final Integer item = firstToBlame(labeled.stream().filter(i -> i < tried).toList());
      labeled.remove(item);
      range.blame(new ExamplePlace(record.offset(), item));
      blamed.add(intake.rejected(record, item, why));
    } while (!labeled.isEmpty() && !isLearnable(labeled));
    return blamed;
  }

  /** Of items that cannot be learned together. */
  private int firstToBlame(final List<Integer> items) {
    int good = 0;
    int bad = items.size();
    while (bad - good > 1) {
      final int some = (good + bad) >>> 1;
      if (isLearnable(items.subList(0, some))) {
        good = some;
      } else {
        bad = some;
      }
    }
    return items.get(bad - 1);
  }

  private boolean isLearnable(final List<Integer> items) {
    try {
      for (final int item : items) {
        tried = item + 1;
        intake.read(item);
        intake.teach(worker, time);
      }
      worker.requireShippable();
      return true;
    } catch (final RejectedExample | RuntimeException | StackOverflowError e) {
      failure = e;
      return false;
    } finally {
      worker.goBack(shipped.get());
    }
  }

  /** The items that can be learned as far as is known. */
  private List<Integer> labeled(final InputRecord record) {
    final List<Integer> labeled = new ArrayList<>();
    for (int item = 0; item < intake.examples(); item++) {
      try {
        if (!range.isUnlearnable(record, item) && intake.read(item).isLearned()) {
          labeled.add(item);
        }
      } catch (final RejectedExample e) {
        continue; // a dead letter for another reason
      }
    }
    return labeled;
  }
}
