package org.majorant.acceptance.faults;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.store.Topics;

/** Sends records on a thread of its own, until it is closed. */
final class Flood implements AutoCloseable {
  private final CompletableFuture<Long> sent;
  private volatile boolean closed;

  /**
   * Starts.
   *
   * @param rate records a second; 0: as fast as it goes
   * @param records the value of each by its number
   */
  Flood(final Map<String, Object> client, final double rate, final IntFunction<byte[]> records) {
    sent = CompletableFuture.supplyAsync(() -> send(client, rate, records));
  }

  private long send(
      final Map<String, Object> client, final double rate, final IntFunction<byte[]> records) {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, rate)) {
      while (!closed) {
        producer.send(records.apply((int) producer.sent()));
      }
      producer.flush();
      return producer.sent();
    }
  }

  /**
   * Ends it.
   *
   * @return how many it has sent
   */
  long end() {
    closed = true;
    return sent.join();
  }

  @Override
  public void close() {
    end();
  }
}
