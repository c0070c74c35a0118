package org.majorant.summarize;

import java.time.Duration;

/**
 * How long a worker has waited for a base. While the machine is paused no base can come, so the
 * time between two looks counts for a second at most. Times are milliseconds.
 */
public final class BaseWait {
  private static final long MOST_MILLIS = 1000;

  private final long longest;
  private long lookedAt;
  private long waited;

  /**
   * @param longest after which the worker learns on without a base
   */
  public BaseWait(final Duration longest, final long now) {
    this.longest = longest.toMillis();
    lookedAt = now;
  }

  /** Time passes. */
  public void look(final long now) {
    waited += Math.min(now - lookedAt, MOST_MILLIS);
    lookedAt = now;
  }

  /** Whether the wait is over although no base came. */
  public boolean isOver() {
    return waited > longest;
  }

  /** A base came, or the worker has learned on without one. */
  public void begin() {
    waited = 0;
  }
}
