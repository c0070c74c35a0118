package org.majorant.store;

/**
 * One complete, verified snapshot, or the delta from the number before, which came just before it.
 *
 * @param head what the data is, and what it was made from
 * @param data all of its blocks, joined; nobody writes to it. Null where it is longer than the
 *     reader takes
 * @param place where it was read; null: it was not read from a topic
 */
public record Snapshot<H>(H head, byte[] data, SnapshotPlace place) {
  /** One that was not read from a topic. */
  public Snapshot(final H head, final byte[] data) {
    this(head, data, null);
  }

  /** The same without its data. */
  public Snapshot<H> withoutData() {
    return new Snapshot<>(head, null, place);
  }
}
