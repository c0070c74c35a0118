package org.majorant.store;

/** What a {@link SnapshotFollower} reads for. It is called on the follower's thread alone. */
@FunctionalInterface
public interface SnapshotSink<H> {
  /**
   * Takes a snapshot. A follower that had to begin anew gives those again that it gave before, so
   * only what is newer than what is known counts.
   *
   * @throws RuntimeException where it cannot be read: it is passed over, and the next one comes
   */
  void accept(Snapshot<H> snapshot);

  /**
   * A model has been deleted: what was read of it before is not on the topic any more. It may be
   * called several times.
   */
  default void deleted(final String model) {}

  /**
   * All that was on the topic a moment ago has been read; more may follow at any time. A sink that
   * does slow work with a snapshot should do it here, and not at each {@link #accept}. It is called
   * again and again, about twice a second where nothing comes.
   *
   * @throws RuntimeException where what was read makes no sense: it is passed over
   */
  default void caughtUp() {}
}
