package org.majorant.majorize;

import org.apache.avro.specific.SpecificRecord;

/**
 * A version or a base as it goes to its topic.
 *
 * @param head with the number of its snapshot, and the hash of all that it stands for
 * @param data what its blocks have: all, or what has changed
 * @param turn how many snapshots there were before its own
 * @param cost bytes that it takes of the budget, see {@link SnapshotSeries}
 */
public record Packed<H extends SpecificRecord>(H head, byte[] data, long turn, long cost) {}
