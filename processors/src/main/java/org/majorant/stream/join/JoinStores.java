package org.majorant.stream.join;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.join.Entries;
import org.majorant.join.JoinFull;

/**
 * The stores of an instance's joins, which share the memory that they may use: beyond it, the bytes
 * of what waits lie on disk.
 */
final class JoinStores implements KeyValueBytesStoreSupplier {
  static final String NAME = "majorant-join";

  /** The store of {@link ReadOffsets}. */
  static final String READ = "majorant-join-read";

  private final long most;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong index = new AtomicLong();
  private final Map<TaskId, JoinStore> open = new ConcurrentHashMap<>();

  /**
   * @param most bytes of heap for all of them
   */
  JoinStores(final long most) {
    this.most = most;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public KeyValueStore<Bytes, byte[]> get() {
    return new JoinStore(this);
  }

  @Override
  public String metricsScope() {
    return "majorant-join";
  }

  /** What waits in a task, which must not be changed but through Kafka Streams' own store. */
  Entries of(final TaskId task) {
    return open.get(task).entries();
  }

  void opened(final TaskId task, final JoinStore store) {
    open.put(task, store);
  }

  void closed(final TaskId task, final JoinStore store) {
    open.remove(task, store);
  }

  /** Whether stores must spill. */
  boolean isFull() {
    return used.get() > most;
  }

  /** A task spills what it need not have in memory since others have more. */
  void spill(final TaskId task) {
    open.get(task).spill();
  }

  /**
   * A store uses more, or less.
   *
   * @param more bytes of heap
   * @param ofIndex those of them that cannot be spilled. Nothing may be dropped, so that a join
   *     ends that needs more than it may have
   */
  void uses(final long more, final long ofIndex) {
    used.addAndGet(more);
    if (index.addAndGet(ofIndex) > most && ofIndex > 0) {
      throw new JoinFull(
          "events that wait for their labels, or may be revised, need more than the %,d MB of --join-memory, even with their bytes on disk: start with more memory, or a shorter label.wait or label.revise"
              .formatted(most >> 20));
    }
  }
}
