package org.majorant.stream.join;

import java.util.ArrayList;
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
  private Entries entries = new Entries();
  private StateStoreContext context; // null: not open
  private long counted;

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
    final long bytes = entries.bytes();
    if (bytes != counted) {
      stores.uses(bytes - counted);
      counted = bytes;
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

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    final List<KeyValue<Bytes, byte[]>> all = new ArrayList<>();
    entries.each((key, value) -> all.add(KeyValue.pair(Bytes.wrap(key), value)));
    return new Copied(all);
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
    return context != null;
  }

  @Override
  public void close() {
    if (context != null) {
      stores.closed(context.taskId(), this);
      stores.uses(-counted);
      counted = 0;
      context = null;
      entries = new Entries(); // a task that is revived restores them again
    }
  }

  private static final class Copied implements KeyValueIterator<Bytes, byte[]> {
    private final List<KeyValue<Bytes, byte[]>> all;
    private int next;

    Copied(final List<KeyValue<Bytes, byte[]>> all) {
      this.all = all;
    }

    @Override
    public boolean hasNext() {
      return next < all.size();
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      return all.get(next++);
    }

    @Override
    public Bytes peekNextKey() {
      return all.get(next).key;
    }

    @Override
    public void close() {}
  }
}
