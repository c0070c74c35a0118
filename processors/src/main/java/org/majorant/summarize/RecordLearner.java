package org.majorant.summarize;

import java.util.List;
import java.util.function.Supplier;
import org.majorant.challenge.Contender;
import org.majorant.learn.Worker;
import org.majorant.log.InputRecord;
import org.majorant.schema.RejectedExample;
import org.majorant.tally.Baselines;

/**
 * Learns the examples of records. An exception while an example is learned ends no stream: the
 * worker goes back to its last summary, learns the range again in halves, and rejects the examples
 * of one record that are to blame. Hot: allocates nothing for a good record.
 */
public final class RecordLearner {
  private final ExampleIntake intake;
  private final Worker worker;
  private final UnshippedRange range;
  private final Contender contender;
  private final Supplier<Baselines> shipped;
  private Throwable failure; // of the last record; null: it was learned

  /**
   * @param contender is told each loss
   * @param shipped the baselines as they were at the last summary
   */
  public RecordLearner(
      final ExampleIntake intake,
      final Worker worker,
      final UnshippedRange range,
      final Contender contender,
      final Supplier<Baselines> shipped) {
    this.intake = intake;
    this.worker = worker;
    this.range = range;
    this.contender = contender;
    this.shipped = shipped;
  }

  /**
   * Learns the examples of a record. Where that fails, the rest of them is only looked at, {@link
   * #failure} says why, and {@link #goBack} has to come next.
   *
   * @param now milliseconds
   * @return its bad examples
   */
  public List<RejectedItem> learn(final InputRecord record, final long now) {
    List<RejectedItem> rejected = List.of();
    final double time = time(record, now);
    failure = null;
    intake.open(record);
    range.cover(record, intake.examples());
    for (int item = 0; item < intake.examples(); item++) {
      try {
        if (failure == null) {
          learn(record, item, time);
        } else {
          intake.check(item);
        }
      } catch (final RejectedExample e) {
        if (failure == null) {
          range.rejected();
        }
        rejected = ExampleIntake.with(rejected, intake.rejected(record, item, e));
      }
    }
    return rejected;
  }

  /** Why the last record cannot be learned; null where it was. */
  public Throwable failure() {
    return failure;
  }

  private void learn(final InputRecord record, final int item, final double time)
      throws RejectedExample {
    if (range.isUnlearnable(record, item)) {
      range.rejected();
      return;
    }
    switch (intake.read(item)) {
      case OF_ANOTHER_MODEL -> range.ofAnother();
      case PASSED_OVER -> range.passedOver();
      case UNLABELED -> range.unlabeled();
      case LABELED, REVISED -> learnExample(record, item, time);
    }
  }

  private void learnExample(final InputRecord record, final int item, final double time) {
    range.learning(record, item);
    try {
      contender.learned(record.offset(), item, intake.teach(worker, time));
    } catch (final RuntimeException | StackOverflowError e) {
      failure = e;
    }
  }

  /** A producer's clock that is ahead must not make the records of all others old. */
  private static double time(final InputRecord record, final long now) {
    return Math.min(record.timestamp(), now);
  }

  /**
   * Forgets all since the last summary, and learns half of it at most before the next one.
   *
   * @param error for which it cannot be learned or shipped
   * @param now milliseconds
   * @return the examples that are to blame, where it was one record
   */
  public List<RejectedItem> goBack(final Throwable error, final long now) {
    worker.goBack(shipped.get());
    return range
        .spoiled()
        .map(
            spoiled ->
                new PackedTrial(intake, range, worker, shipped, time(spoiled.record(), now))
                    .toBlame(spoiled, error))
        .orElse(List.of());
  }
}
