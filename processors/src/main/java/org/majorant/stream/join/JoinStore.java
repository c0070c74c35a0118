package org.majorant.stream.join;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.join.Entries;

/**
 * The {@link Entries} of a task as a store of Kafka Streams, which writes all changes to its
 * changelog. The join reads the entries themselves, in ways that a store does not have.
 */
final class JoinStore implements KeyValueStore<Bytes, byte[]> {
  private final JoinStores stores;
  private Entries entries; // null: not open
  private StateStoreContext context;
  private long counted; // bytes that the stores know of
  private long countedOfIndex;

  JoinStore(final JoinStores stores) {
    this.stores = stores;
  }

  Entries entries() {
    return entries;
  }

  @Override
  public String name() {
    return JoinStores.NAME;
  }

  @Override
  public void init(final StateStoreContext opened, final StateStore root) {
    context = opened;
    if (entries == null) {
      stores.memory().opened();
    }
    entries = new Entries(opened.stateDir().toPath()); // a task that is revived restores them again
    stores.opened(opened.taskId(), this);
    opened.register(
        root, (key, value) -> put(Bytes.wrap(key), value)); // the state as it was committed
  }

  @Override
  public byte[] get(final Bytes key) {
    return entries.get(key.get());
  }

  @Override
  public void put(final Bytes key, final byte[] value) {
    entries.put(key.get(), value);
    spill();
  }

  /** Writes the oldest bytes to disk as long as all stores have too much in memory. */
  void spill() {
    count(entries.bytes(), entries.indexBytes());
    while (stores.memory().isFull() && entries.spill()) {
      count(entries.bytes(), entries.indexBytes());
    }
  }

  private void count(final long bytes, final long ofIndex) {
    if (bytes != counted || ofIndex != countedOfIndex) {
      final long more = bytes - counted;
      final long moreOfIndex = ofIndex - countedOfIndex;
      counted = bytes;
      countedOfIndex = ofIndex;
      stores.memory().uses(more, moreOfIndex, ofIndex);
    }
  }

  @Override
  public byte[] putIfAbsent(final Bytes key, final byte[] value) {
    final byte[] before = get(key);
    if (before == null) {
      put(key, value);
    }
    return before;
  }

  @Override
  public void putAll(final List<KeyValue<Bytes, byte[]>> all) {
    all.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public byte[] delete(final Bytes key) {
    final byte[] before = get(key);
    put(key, null);
    return before;
  }

  /** What waits has no order of keys. */
  @Override
  public KeyValueIterator<Bytes, byte[]> range(final Bytes from, final Bytes to) {
    throw new UnsupportedOperationException("entries of a join have no order of keys");
  }

  /** Nobody wants a copy of all that waits. */
  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    throw new UnsupportedOperationException("entries of a join are not copied");
  }

  @Override
  public long approximateNumEntries() {
    return entries.size();
  }

  @Override
  public Position getPosition() {
    return Position.emptyPosition();
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return entries != null;
  }

  @Override
  public void close() {
    if (entries != null) {
      stores.closed(context.taskId(), this);
      count(0, 0);
      stores.memory().closed();
      entries.close();
      entries = null;
    }
  }
}
