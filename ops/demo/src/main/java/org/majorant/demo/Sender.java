package org.majorant.demo;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.majorant.ops.operate.ExampleProducer;

/** Sends examples on a thread of its own, until all are sent or it is closed. */
final class Sender implements Sending {
  private static final long CLOSE_MILLIS = 1000;

  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final Map<String, Object> client;
  private final String topic;
  private final Thread thread;
  private volatile boolean closed;
  private volatile long sent;

  /**
   * @param rate examples a second; 0: as fast as it goes
   * @param loop again and again
   * @param firstPass over these examples that this is, from 1
   */
  Sender(
      final Map<String, Object> client,
      final String topic,
      final List<byte[]> examples,
      final double rate,
      final boolean loop,
      final int firstPass) {
    this.client = client;
    this.topic = topic;
    thread = new Thread(() -> run(examples, rate, loop, firstPass), "majorant-demo-sender");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public long sent() {
    return sent;
  }

  @Override
  public boolean isDone() throws ExecutionException, InterruptedException {
    if (done.isCompletedExceptionally()) {
      done.get();
    }
    return done.isDone();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(CLOSE_MILLIS);
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(
      final List<byte[]> examples, final double rate, final boolean loop, final int firstPass) {
    try (ExampleProducer producer = new ExampleProducer(client, topic, rate)) {
      int pass = firstPass;
      do {
        producer.beginPass(pass++);
        for (int i = 0; i < examples.size() && !closed; i++) {
          producer.send(examples.get(i));
          sent = producer.sent();
        }
      } while (loop && !closed);
      if (!closed) {
        producer.flush();
      }
      done.complete(null);
    } catch (final RuntimeException | Error e) {
      done.completeExceptionally(e);
    }
  }
}
