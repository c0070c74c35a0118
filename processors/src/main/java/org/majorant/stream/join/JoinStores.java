package org.majorant.stream.join;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.join.Entries;

/** The stores of a model's join, one of each of its tasks that an instance has. */
final class JoinStores implements KeyValueBytesStoreSupplier {
  static final String NAME = "majorant-join";

  /** The store of {@link ReadOffsets}. */
  static final String READ = "majorant-join-read";

  private final JoinMemory memory;
  private final Map<TaskId, JoinStore> open = new ConcurrentHashMap<>();

  JoinStores(final JoinMemory memory) {
    this.memory = memory;
  }

  JoinMemory memory() {
    return memory;
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

  /** A task spills what it need not have in memory since others have more. */
  void spill(final TaskId task) {
    open.get(task).spill();
  }
}
