package org.majorant.store;

/** One record to write: a block or a head of a snapshot. */
public record SnapshotRecord(byte[] key, byte[] value) {}
