package org.majorant.ops.http.inference;

import io.javalin.http.Handler;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How many requests that take much memory are answered at once: few, so that no number of them ends
 * a learner. Others wait a while for their turn.
 */
public final class HeavyRequests {
  private static final long BYTES_EACH = 96L << 20; // of the heap
  private static final int MOST = 8;
  private static final long WAIT_SECONDS = 5;

  private final Semaphore turns;

  private HeavyRequests(final int atOnce) {
    turns = new Semaphore(atOnce, true);
  }

  /** One at once. */
  public static HeavyRequests one() {
    return new HeavyRequests(1);
  }

  /** As many as the heap allows, one at least. */
  public static HeavyRequests ofHeap() {
    final long allowed = Runtime.getRuntime().maxMemory() / BYTES_EACH;
    return new HeavyRequests((int) Math.max(1, Math.min(MOST, allowed)));
  }

  /**
   * A handler that waits for its turn.
   *
   * @throws ServiceUnavailableResponse where that does not come in a few seconds
   */
  public Handler inTurn(final Handler handler) {
    return ctx -> {
      if (!turns.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new ServiceUnavailableResponse(
            "there are more requests than this process has memory for: try again in a moment");
      }
      try {
        handler.handle(ctx);
      } finally {
        turns.release();
      }
    };
  }
}
