package org.majorant.stream.join;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.processor.TaskId;
import org.majorant.join.Joiner;

/** What waits in an instance, for those who watch it. Safe for use by many threads. */
public final class Waiting {
  private final Map<TaskId, Joiner> open = new ConcurrentHashMap<>();

  void opened(final TaskId task, final Joiner joiner) {
    open.put(task, joiner);
  }

  void closed(final TaskId task, final Joiner joiner) {
    open.remove(task, joiner);
  }

  /** Events that wait for their labels. */
  public long pending() {
    return open.values().stream().mapToLong(Joiner::pending).sum();
  }

  /** For how long the oldest has waited, seconds. */
  public double oldestSeconds() {
    final long oldest =
        open.values().stream().mapToLong(Joiner::oldest).min().orElse(Long.MAX_VALUE);
    return oldest == Long.MAX_VALUE ? 0 : Math.max(0, System.currentTimeMillis() - oldest) / 1e3;
  }
}
