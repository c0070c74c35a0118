package org.majorant.merge;

import org.majorant.memory.Site;
import org.majorant.schema.Evidence;

/**
 * What a worker ships.
 *
 * @param partition the worker's
 * @param base number of the base that it learned on; 0: none
 * @param examples labeled examples learned; 0 with an empty site: it only says that it has data
 * @param held examples that the quota holds back
 * @param evidence for the κ-merge
 * @param members what the members of the mixture have lost on these examples; empty: not known
 * @param site what was learned
 */
public record Summary(
    int partition,
    long base,
    long examples,
    long held,
    Evidence evidence,
    double[] members,
    Site site) {
  /** The same with another site. */
  public Summary with(final Site other) {
    return new Summary(partition, base, examples, held, evidence, members, other);
  }
}
