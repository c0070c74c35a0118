package org.majorant.acceptance.faults;

import java.util.Map;
import org.majorant.log.KafkaGapLog;
import org.majorant.majorize.BaseReader;
import org.majorant.merge.Base;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFollower;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;

/**
 * Puts together each base that is broadcast, as a worker's feed does, and compares it with the hash
 * in its head. A base that does not follow the one before, or that is not what the majorizer had,
 * is one that could not be read.
 */
final class BaseWatch implements AutoCloseable {
  private final ModelSpec spec;
  private final SnapshotFollower<SurrogateHead> follower;
  private final KafkaGapLog log;
  private Base last;
  private long references;
  private long deltas;

  /** Has read the topic as it is now. */
  BaseWatch(final Map<String, Object> client, final ModelSpec spec) {
    this.spec = spec;
    log = new KafkaGapLog(client, "none");
    follower =
        new SnapshotFollower<>(
            "bases",
            SnapshotFormat.SURROGATES,
            spec.getModel()::equals,
            () -> SnapshotReader.consumer(client),
            this::see);
    follower.startAtEnd();
  }

  private synchronized void see(final Snapshot<SurrogateHead> next) {
    last = BaseReader.after(last, next, spec, log::reread);
    references += next.head().getByReference() ? 1 : 0;
    deltas += next.head().getSnapshot() > 0 ? 1 : 0;
  }

  /** Number of the newest base; 0: there is none. */
  synchronized long newest() {
    return last == null ? 0 : last.number();
  }

  /** How many of the bases were deltas. */
  synchronized long deltas() {
    return deltas;
  }

  /** How many of the deltas were by reference. */
  synchronized long references() {
    return references;
  }

  /** Bases, and records of them, that could not be read. */
  long unreadable() {
    return follower.unreadable();
  }

  @Override
  public void close() {
    follower.close();
    log.close();
  }
}
