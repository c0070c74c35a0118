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
  /**
   * The worker holds its records until a base tells what they need: the moments of the features, on
   * which all workers agree, or the numbers of labels that are new.
   */
  WAITING,
  /** It learns each record as it comes, until the quota is used up. */
  LEARNING,
  /** It holds records, and learns them in order as far as the quota allows. */
  HOLDING,
  /**
   * It leaves records to the log and reads them again before it takes any later one. What came
   * before that base was too much to hold, or a range could not be learned, or the gap at its start
   * is longer than other workers of the task can wait for.
   */
  BEHIND;

  private Set<WorkerState> next() {
    return switch (this) {
      case NEW -> EnumSet.of(WAITING, LEARNING, BEHIND);
      case WAITING -> EnumSet.of(LEARNING, HOLDING, BEHIND);
      case LEARNING -> EnumSet.of(HOLDING, BEHIND);
      case HOLDING -> EnumSet.of(LEARNING, WAITING, BEHIND);
      case BEHIND -> EnumSet.of(WAITING, LEARNING, HOLDING);
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
