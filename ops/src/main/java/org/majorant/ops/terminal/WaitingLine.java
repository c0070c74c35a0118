package org.majorant.ops.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Says on standard error that a command waits: at once, and then every minute, one line each. A
 * wait in silence looks like a fault, and a line for each attempt would fill a log.
 */
public final class WaitingLine {
  /** Between two lines. */
  public static final Duration PAUSE = Duration.ofMinutes(1);

  private final PrintWriter err;
  private final LongSupplier nanos;
  private boolean said;
  private long last; // when it said so, in nanoseconds of the clock

  public WaitingLine(final PrintWriter err) {
    this(err, System::nanoTime);
  }

  /** The same with a clock of the caller's. */
  WaitingLine(final PrintWriter err, final LongSupplier nanos) {
    this.err = err;
    this.nanos = nanos;
  }

  /**
   * To be called as often as it is so; most calls print nothing.
   *
   * @param message why it waits, without a full stop
   */
  public void say(final String message) {
    final long now = nanos.getAsLong();
    if (!said || now - last >= PAUSE.toNanos()) {
      said = true;
      last = now;
      err.println("majorant: " + message);
      err.flush();
    }
  }
}
