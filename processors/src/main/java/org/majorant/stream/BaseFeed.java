package org.majorant.stream;

import java.util.Optional;
import org.majorant.majorize.BroadcastBase;

/** The newest base, swapped in atomically by whoever reads the surrogate topic. */
public interface BaseFeed {
  /** The newest base, which is the last on the log; never blocks. */
  Optional<BroadcastBase> current();

  /**
   * What a majorizer that starts goes on from. It may wait for a broker, and for the transactions
   * that are open on the topic now.
   *
   * @param known number of the last base that was written
   * @return the base of that number, or one that the log goes on with after it; else the newest one
   *     before it; empty where there is none either
   */
  Optional<BroadcastBase> find(long known);
}
