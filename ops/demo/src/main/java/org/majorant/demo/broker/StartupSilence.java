package org.majorant.demo.broker;

import java.time.Duration;

/**
 * How long a server that starts has been silent. A busy machine or a long log to recover makes a
 * start slow, and then the server's own log goes on; a server that hangs writes nothing more. So
 * the silence tells the two apart, and the time since the start does not.
 */
final class StartupSilence {
  /** Far longer than the longest step of a start that writes nothing. */
  static final Duration LIMIT = Duration.ofMinutes(10);

  private long size;
  private long since;

  /**
   * @param size of the log at the start, bytes
   * @param nanos when that is
   */
  StartupSilence(final long size, final long nanos) {
    this.size = size;
    this.since = nanos;
  }

  /**
   * Whether it has lasted too long.
   *
   * @param now the log's size, bytes
   * @param nanos when that is
   */
  boolean isTooLong(final long now, final long nanos) {
    if (now != size) {
      size = now;
      since = nanos;
    }
    return nanos - since >= LIMIT.toNanos();
  }
}
