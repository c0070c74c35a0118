package org.majorant.majorize;

import java.util.Optional;
import org.majorant.merge.Base;

/** The newest base, swapped in atomically by whoever reads the surrogate topic. */
public interface BaseFeed {
  /** The newest base, which is the last on the log; never blocks. */
  Optional<Base> current();

  /**
   * What a majorizer that starts goes on from. It may wait for a broker, and for the transactions
   * that are open on the topic now.
   *
   * @param known number of the last base that was written, as far as the progress tells
   * @return the last base on the log, whether it is that one, a newer one whose progress was not
   *     committed, or an older one; empty where there is none
   */
  Optional<Base> find(long known);

  /**
   * The majorizer of this process is about to write a base. When it has come on the log, its state
   * need not be put together from what was written; until then nobody learns on it.
   */
  default void expect(final Base written) {}
}
