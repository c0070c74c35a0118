package org.majorant.ops.http.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.majorant.schema.ModelHead;
import org.majorant.store.IncomingVersions;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotPlace;
import org.majorant.store.StoreException;

/**
 * The parameters of one model's newest version. They are read once, when somebody asks for them;
 * after that a follower gives what comes, and an answer waits for nothing. What comes while they
 * are read is put over them then, so that no version is missed between the two.
 */
final class FollowedModel {
  private static final int MOST_READS = 3;

  private final long bytes;
  private IncomingVersions versions = new IncomingVersions();
  private List<Snapshot<ModelHead>> meanwhile = new ArrayList<>(); // null: they are read
  private volatile LoadedVersion current; // null: they are being read

  /** Reads what lies at a place of the topic. */
  @FunctionalInterface
  interface Reading {
    void read(SnapshotPlace place, Consumer<Snapshot<ModelHead>> versions);
  }

  FollowedModel(final ModelHead head) {
    bytes = bytes(head);
  }

  /** The memory that it takes: beside the version itself there is what the next ones change. */
  static long bytes(final ModelHead head) {
    return 2 * LoadedVersion.bytes(head);
  }

  long bytes() {
    return bytes;
  }

  /** The newest version; null while it is being read. */
  LoadedVersion current() {
    return current;
  }

  /**
   * Reads the newest version and what follows it.
   *
   * @param known the model as it stands after the follower knows of this one
   * @return false where the topic was faster each time
   * @throws StoreException where its bytes are not a model's parameters
   */
  boolean read(final PublishedModel known, final Reading topic) {
    SnapshotPlace place = known.place(known.newest().getVersion());
    known.packed(known.newest().getVersion()).ifPresent(versions::accept);
    for (int read = 0; read < MOST_READS; read++) {
      if (versions.version() == 0) {
        topic.read(place, versions::accept);
      }
      synchronized (this) {
        if (catchesUp()) {
          meanwhile = null;
          caughtUp();
          return true;
        }
        if (!meanwhile.isEmpty()) {
          place = meanwhile.get(meanwhile.size() - 1).place();
          meanwhile.clear();
        }
        versions = new IncomingVersions();
      }
    }
    return false;
  }

  /** Puts over what was read what came meanwhile, where that can follow. */
  private boolean catchesUp() {
    for (final Snapshot<ModelHead> next : meanwhile) {
      final boolean isRead = next.head().getVersion() <= versions.version();
      if (!isRead && next.data() == null) {
        return false;
      }
      try {
        if (!isRead) {
          versions.accept(next);
        }
      } catch (final StoreException e) {
        return false;
      }
    }
    return versions.version() > 0;
  }

  /**
   * Takes the next version; by the follower's thread, as the next.
   *
   * @return false where it cannot follow: its parameters are too many, or what it changes is not
   *     here
   */
  synchronized boolean accept(final Snapshot<ModelHead> next) {
    if (meanwhile != null) {
      return meanwhile.add(next);
    }
    if (next.data() == null || bytes(next.head()) != bytes) {
      return false;
    }
    try {
      versions.accept(next);
      return true;
    } catch (final StoreException e) {
      return false;
    }
  }

  /** Has answers be of the last version that came. */
  synchronized void caughtUp() {
    if (meanwhile == null) {
      versions.take().map(LoadedVersion::new).ifPresent(next -> current = next);
    }
  }
}
