package org.majorant.demo;

import java.util.concurrent.ExecutionException;

/** Examples on their way to a topic, until all are sent or it is closed. */
interface Sending extends AutoCloseable {
  /** Examples sent so far. */
  long sent();

  /**
   * Whether all are on the topic.
   *
   * @throws ExecutionException with the reason for which they will never be
   */
  boolean isDone() throws ExecutionException, InterruptedException;

  /**
   * Sends no more; a thread that still waits, for its moment or for a broker, is left to itself.
   */
  @Override
  void close();
}
