package org.majorant.stream.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.join.Origin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Up to where a task has read each partition that its events or labels come from. A group's
 * committed offsets say the same, but brokers forget them: a week after the learner was stopped, or
 * when somebody deletes the group. Then all records come again, and those that were read before
 * must be passed over, or each event would be joined twice.
 *
 * <pre>
 *   key   = label? (1) | partition (4)
 *   value = next offset (8) | id of the topic
 * </pre>
 *
 * <p>The store is cached, so that Kafka Streams writes what has changed once a commit, together
 * with what was joined. For one thread.
 */
final class ReadOffsets {
  private static final Logger LOG = LoggerFactory.getLogger(ReadOffsets.class);

  private final KeyValueStore<byte[], byte[]> store;
  private final JoinSettings settings;
  private final Map<Boolean, Map<Integer, Long>> next = new HashMap<>(); // by whether it is a label

  ReadOffsets(final KeyValueStore<byte[], byte[]> store, final JoinSettings settings) {
    this.store = store;
    this.settings = settings;
    next.put(true, new HashMap<>());
    next.put(false, new HashMap<>());
    try (KeyValueIterator<byte[], byte[]> all = store.all()) {
      all.forEachRemaining(entry -> read(ByteBuffer.wrap(entry.key), ByteBuffer.wrap(entry.value)));
    }
  }

  /** Offsets of a topic that was deleted and made again say nothing of the new one. */
  private void read(final ByteBuffer key, final ByteBuffer value) {
    final boolean label = key.get() == 1;
    final int partition = key.getInt();
    final long offset = value.getLong();
    if (UTF_8.decode(value).toString().equals(topicId(label))) {
      next.get(label).put(partition, offset);
    } else {
      LOG.warn(
          "{} was deleted and made again: partition {} is read from its beginning",
          label ? settings.labels().getTopic() : settings.spec().getInput(),
          partition);
    }
  }

  private String topicId(final boolean label) {
    return label ? settings.labelsTopic().id() : settings.eventsTopic().id();
  }

  /** Whether a record is read for the first time, and notes that it is read. */
  boolean isNew(final boolean label, final Origin origin) {
    final Map<Integer, Long> side = next.get(label);
    if (origin.offset() < side.getOrDefault(origin.partition(), 0L)) {
      return false;
    }
    side.put(origin.partition(), origin.offset() + 1);
    final byte[] id = topicId(label).getBytes(UTF_8);
    store.put(
        ByteBuffer.allocate(1 + Integer.BYTES)
            .put((byte) (label ? 1 : 0))
            .putInt(origin.partition())
            .array(),
        ByteBuffer.allocate(Long.BYTES + id.length).putLong(origin.offset() + 1).put(id).array());
    return true;
  }
}
