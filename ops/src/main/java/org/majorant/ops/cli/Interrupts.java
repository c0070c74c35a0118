package org.majorant.ops.cli;

import java.util.concurrent.CountDownLatch;

/** How commands that run until Ctrl-C end. */
final class Interrupts {
  private Interrupts() {}

  /** For a shutdown hook: the process stays until everything is closed. */
  static void awaitQuietly(final CountDownLatch closed) {
    try {
      closed.await();
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
