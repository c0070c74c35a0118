package org.majorant.acceptance.faults;

import org.majorant.acceptance.learn.LearnerProcess;

/**
 * What may happen to a system that learns. A fault begins, lasts for a while, and ends; when it has
 * ended, each process that should run has been started again.
 */
interface Fault {
  /** How it is told and listed. */
  String label();

  /**
   * @param learner the one that it may fall on
   */
  void begin(LiveSystem system, LearnerProcess learner) throws Exception;

  void end(LiveSystem system, LearnerProcess learner) throws Exception;

  /** How long it lasts at least, seconds. */
  default double leastSeconds() {
    return 0.5;
  }

  /** How long it lasts at most, seconds. */
  default double mostSeconds() {
    return 3;
  }

  /** Whether records of the input topic are deleted. */
  default boolean deletesInput() {
    return false;
  }

  /** Whether it needs a {@link SmallDisk}. */
  default boolean needsDisk() {
    return false;
  }
}
