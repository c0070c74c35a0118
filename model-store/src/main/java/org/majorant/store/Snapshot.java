package org.majorant.store;

/**
 * One complete, verified snapshot, or the delta from the number before, which came just before it.
 *
 * @param head what the data is, and what it was made from
 * @param data all of its blocks, joined; nobody writes to it. Null where it is longer than the
 *     reader takes
 */
public record Snapshot<H>(H head, byte[] data) {}
