package org.majorant.majorize;

import org.majorant.memory.SiteCodec;
import org.majorant.merge.Merger;
import org.majorant.schema.SurrogateHead;

/**
 * A base with the solution that a version publishes, and what is told of it.
 *
 * @param head its number, lineage and tally
 * @param merged the base itself, solved
 */
public record SolvedBase(SurrogateHead head, Merger.Merged merged) {
  /** Its state, as it lies on the topic. */
  public byte[] state() {
    return SiteCodec.encode(merged.base().state());
  }
}
