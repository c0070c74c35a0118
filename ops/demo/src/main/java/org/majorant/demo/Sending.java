package org.majorant.demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Sends examples on a thread of its own, until all are sent or it is closed. */
abstract class Sending implements AutoCloseable {
  private static final long CLOSE_MILLIS = 1000;

  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final Thread thread;
  private volatile boolean closed;
  private volatile long sent;

  /**
   * @param name of the thread
   */
  Sending(final String name) {
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Begins; of an object that is made. */
  final Sending begin() {
    thread.start();
    return this;
  }

  /** Sends all, and waits until they are on their topic; less where it is closed meanwhile. */
  abstract void send() throws Exception;

  /** Whether no more is to be sent. */
  final boolean isClosed() {
    return closed;
  }

  final void sent(final long examples) {
    sent = examples;
  }

  /** Examples sent so far. */
  final long sent() {
    return sent;
  }

  /**
   * Whether all are on the topic.
   *
   * @throws ExecutionException with the reason for which they will never be
   */
  final boolean isDone() throws ExecutionException, InterruptedException {
    if (done.isCompletedExceptionally()) {
      done.get();
    }
    return done.isDone();
  }

  private void run() {
    try {
      send();
      done.complete(null);
    } catch (final Exception | Error e) {
      done.completeExceptionally(e);
    }
  }

  /**
   * Sends no more; a thread that still waits, for its moment or for a broker, is left to itself.
   */
  @Override
  public final void close() {
    closed = true;
    try {
      thread.join(CLOSE_MILLIS);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
