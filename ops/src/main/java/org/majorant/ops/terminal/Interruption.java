package org.majorant.ops.terminal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Ctrl-C or SIGTERM, for a command that runs until then. It is the first resource that such a
 * command opens, hence the last that it closes: the process stays until all others are closed, each
 * in its order, on the command's own thread. What may wait for a broker comes before it: there is
 * nothing to close yet, and a signal ends the process at once.
 */
public final class Interruption implements AutoCloseable {
  private final CompletableFuture<Void> signal = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  public Interruption() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::hold, "majorant-interruption"));
  }

  /** Whether the command should end. */
  public boolean isPending() {
    return signal.isDone();
  }

  /** Waits until the command should end. */
  public void await() throws ExecutionException, InterruptedException {
    signal.get();
  }

  /** Waits so long, or until the command should end: is that so? */
  public boolean await(final Duration time) throws ExecutionException, InterruptedException {
    return await(new CompletableFuture<>(), time);
  }

  /**
   * Waits so long, or until the command should end, or something that it needs has ended.
   *
   * @return false if it was so long
   * @throws ExecutionException with the reason for which that has ended
   */
  public boolean await(final CompletableFuture<?> needed, final Duration time)
      throws ExecutionException, InterruptedException {
    try {
      CompletableFuture.anyOf(signal, needed).get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (final TimeoutException e) {
      return false;
    }
  }

  /**
   * Waits until the command should end, or something that it needs has ended.
   *
   * @throws ExecutionException with the reason for which that has ended
   */
  public void await(final CompletableFuture<?> needed)
      throws ExecutionException, InterruptedException {
    CompletableFuture.anyOf(signal, needed).get();
  }

  /** Lets the process end. */
  @Override
  public void close() {
    closed.countDown();
  }

  private void hold() {
    signal.complete(null);
    try {
      closed.await();
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
