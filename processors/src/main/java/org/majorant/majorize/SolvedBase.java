package org.majorant.majorize;

import org.majorant.memory.Surrogate;
import org.majorant.merge.Merger;
import org.majorant.schema.Merging;
import org.majorant.schema.Round;
import org.majorant.schema.SurrogateHead;

/**
 * A base with the solution that a version publishes, and how it came about.
 *
 * @param head its number, lineage and tally
 * @param merged the base itself, solved
 * @param merging the summaries that it was merged from; null where it was read back
 * @param time when it was merged, milliseconds
 */
public record SolvedBase(SurrogateHead head, Merger.Merged merged, Merging merging, long time) {
  /** All that it knows. */
  public Surrogate.State state() {
    return merged.base().state();
  }

  /**
   * What is recorded of it.
   *
   * @param checksum of its blocks
   * @param state the hash of its whole state; null where the blocks have all of it
   */
  public Round round(final long checksum, final Long state) {
    merging.setChecksum(checksum);
    merging.setState(state);
    return new Round(head.getModel(), head.getBase(), time, null, merging);
  }
}
