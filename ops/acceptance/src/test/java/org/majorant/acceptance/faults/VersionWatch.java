package org.majorant.acceptance.faults;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.majorant.lineage.Lineage;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.ModelVersion;
import org.majorant.store.PackedVersion;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFollower;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;

/**
 * Sees each version that is published, as a subscriber does, and remembers what should never be
 * seen: a number that is not the next greater one, a lineage that goes back, a version that is
 * there a second time and is another one, a delta whose parameters are not those of its hash.
 */
final class VersionWatch implements AutoCloseable {
  private final SnapshotFollower<ModelHead> follower;
  private final Map<Long, ModelHead> seen = new HashMap<>();
  private final StringBuilder faults = new StringBuilder();
  private PackedVersion newest;
  private long deltas;

  VersionWatch(final Map<String, Object> client, final String model) {
    follower =
        new SnapshotFollower<>(
            "versions",
            SnapshotFormat.MODELS,
            model::equals,
            () -> SnapshotReader.consumer(client),
            this::see);
    follower.start();
  }

  /** Where each partition's lineage is in the newest version; empty before the first. */
  synchronized List<PartitionOffset> lineage() {
    return newest == null ? List.of() : newest.head().getLineage();
  }

  /** Waits until the newest version's lineage is as it should be. */
  void await(final String what, final Predicate<List<PartitionOffset>> lineage) throws Exception {
    LiveSystem.await(what, () -> lineage.test(lineage()));
  }

  synchronized ModelVersion newest() {
    return newest.unpack();
  }

  /** How many of the versions were deltas. */
  synchronized long deltas() {
    return deltas;
  }

  /** What should not have been seen, a line each. */
  synchronized String faults() {
    return faults + (follower.unreadable() == 0 ? "" : "some records could not be read");
  }

  private synchronized void see(final Snapshot<ModelHead> snapshot) {
    final ModelHead head = snapshot.head();
    final ModelHead before = seen.putIfAbsent(head.getVersion(), head);
    if (before != null) {
      require(before.equals(head), "version %d is there twice", head.getVersion());
      return; // the follower had to begin anew
    }
    if (newest != null) {
      final ModelHead last = newest.head();
      require(
          head.getVersion() > last.getVersion(),
          "version %d came after %d",
          head.getVersion(),
          last.getVersion());
      require(
          goesOn(last.getLineage(), head.getLineage()),
          "version %d goes back to %s from %s",
          head.getVersion(),
          head.getLineage(),
          last.getLineage());
    }
    newest = PackedVersion.after(newest, snapshot);
    if (head.getSnapshot() > 0) {
      deltas++;
      newest.unpack(); // what it throws is a record that could not be read
    }
  }

  /** Whether each partition of a lineage is further in a later one. */
  static boolean isBeyond(final List<PartitionOffset> before, final List<PartitionOffset> after) {
    final Lineage lineage = new Lineage(after);
    return before.stream().allMatch(was -> lineage.next(was.getPartition()) > was.getNext());
  }

  private static boolean goesOn(
      final List<PartitionOffset> before, final List<PartitionOffset> after) {
    final Lineage lineage = new Lineage(after);
    return before.stream().allMatch(was -> lineage.next(was.getPartition()) >= was.getNext());
  }

  private void require(final boolean good, final String fault, final Object... values) {
    if (!good) {
      faults.append(fault.formatted(values)).append('\n');
    }
  }

  @Override
  public void close() {
    follower.close();
  }
}
