package org.majorant.learn;

import org.majorant.features.Example;
import org.majorant.memory.Memory;
import org.majorant.tally.ProgressiveTally;

/** How examples of one task are learned, one after the other, into a memory. */
interface TaskLearner {
  /**
   * Learns one labeled example, and tells {@link ProgressiveTally} how it went.
   *
   * @return its progressive loss, nats, for weight one
   */
  double learn(Example example);

  /** What it learns into. */
  Memory memory();
}
