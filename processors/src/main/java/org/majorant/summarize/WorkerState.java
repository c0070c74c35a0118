package org.majorant.summarize;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a worker does with the records of its partition. A move that is not named here is a fault of
 * the program.
 */
public enum WorkerState {
  /** Nothing of the partition was ever taken, and nobody knows yet where it begins. */
  NEW,
  /** The worker holds its records until all workers have agreed on the moments of the features. */
  WAITING_FOR_MOMENTS,
  /** It learns each record as it comes, until the quota is used up. */
  LEARNING,
  /** It holds records, and learns them in order as far as the quota allows. */
  HOLDING,
  /**
   * It leaves records to the log and reads them again before it takes any later one. What came
   * before the moments was too much to hold, or a range could not be learned, or the gap at its
   * start is longer than other workers of the task can wait for.
   */
  BEHIND;

  private Set<WorkerState> next() {
    return switch (this) {
      case NEW -> EnumSet.of(WAITING_FOR_MOMENTS, LEARNING, BEHIND);
      case WAITING_FOR_MOMENTS -> EnumSet.of(LEARNING, HOLDING, BEHIND);
      case LEARNING -> EnumSet.of(HOLDING, BEHIND);
      case HOLDING -> EnumSet.of(LEARNING, BEHIND);
      case BEHIND -> EnumSet.of(WAITING_FOR_MOMENTS, LEARNING, HOLDING);
    };
  }

  /**
   * Moves on.
   *
   * @throws IllegalStateException where no worker can get there from here
   */
  public WorkerState to(final WorkerState other) {
    if (other != this && !next().contains(other)) {
      throw new IllegalStateException("a worker that is %s cannot be %s".formatted(this, other));
    }
    return other;
  }
}
