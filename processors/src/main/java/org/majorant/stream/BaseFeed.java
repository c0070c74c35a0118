package org.majorant.stream;

import java.time.Duration;
import java.util.Optional;
import org.majorant.majorize.BroadcastBase;

/** The newest base, swapped in atomically by whoever reads the surrogate topic. */
public interface BaseFeed {
  /** The newest base; never blocks. */
  Optional<BroadcastBase> current();

  /**
   * Waits for a base at least as new as that.
   *
   * @throws IllegalStateException where it does not come in time
   */
  BroadcastBase await(long base, Duration timeout);
}
