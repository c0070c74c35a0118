package org.majorant.majorize;

import org.majorant.memory.SiteCodec;
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
  /** Its state, as it lies on the topic. */
  public byte[] state() {
    return SiteCodec.encode(merged.base().state());
  }

  /**
   * What is recorded of it.
   *
   * @param checksum of its state
   */
  public Round round(final long checksum) {
    merging.setChecksum(checksum);
    return new Round(head.getModel(), head.getBase(), time, null, merging);
  }
}
