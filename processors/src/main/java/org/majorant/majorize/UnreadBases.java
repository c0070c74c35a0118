package org.majorant.majorize;

import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Snapshot;

/**
 * The bases of one model that have come and are not read yet: the last snapshot and its deltas.
 * What came before that snapshot is of no use any more, and reading a wide base takes seconds.
 */
public final class UnreadBases {
  private final List<Snapshot<SurrogateHead>> bases = new ArrayList<>();
  private boolean skipped; // some that came before them

  /** Takes the next one. */
  public void add(final Snapshot<SurrogateHead> next) {
    if (next.head().getSnapshot() == 0) {
      skipped |= !bases.isEmpty();
      bases.clear();
    }
    bases.add(next);
  }

  /**
   * Reads them.
   *
   * @param topic reads all that is on the topic again: where the last snapshot cannot be read, or
   *     is of another spec, the newest that can be may be one that was skipped
   * @throws RuntimeException where one of them cannot be read
   */
  public void read(final BaseReader reader, final Runnable topic) {
    boolean taken = false;
    try {
      bases.forEach(reader::accept);
      taken = !reader.isOfAnother();
    } finally {
      bases.clear();
      if (skipped && !taken) {
        topic.run();
      }
      skipped = false;
    }
  }
}
