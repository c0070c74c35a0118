package org.majorant.stream.join;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.processor.TaskId;
import org.majorant.join.Joiner;

/**
 * What waits in an instance, for those who watch it, as its tasks have said last: a join is for one
 * thread, and nobody else may look into it. Safe for use by many threads.
 */
public final class Waiting {
  private final Map<TaskId, Seen> open = new ConcurrentHashMap<>();

  private record Seen(long pending, long oldest, long onDisk) {}

  /** A task has looked at its own join. */
  void seen(final TaskId task, final Joiner joiner) {
    open.put(task, new Seen(joiner.pending(), joiner.oldest(), joiner.bytesOnDisk()));
  }

  void closed(final TaskId task) {
    open.remove(task);
  }

  /** Events that wait for their labels. */
  public long pending() {
    return open.values().stream().mapToLong(Seen::pending).sum();
  }

  /** Bytes of it that lie on disk. */
  public long bytesOnDisk() {
    return open.values().stream().mapToLong(Seen::onDisk).sum();
  }

  /** For how long the oldest has waited, seconds. */
  public double oldestSeconds() {
    final long oldest = open.values().stream().mapToLong(Seen::oldest).min().orElse(Long.MAX_VALUE);
    return oldest == Long.MAX_VALUE ? 0 : Math.max(0, System.currentTimeMillis() - oldest) / 1e3;
  }
}
