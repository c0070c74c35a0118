package org.majorant.store;

/**
 * Where a snapshot lies on its topic, with the snapshot that it changes where it is a delta: all
 * its records are among these. Others may be among them, too.
 *
 * @param first offset of the snapshot's first block
 * @param last offset of its head, or of the delta's
 */
public record SnapshotPlace(int partition, long first, long last) {}
