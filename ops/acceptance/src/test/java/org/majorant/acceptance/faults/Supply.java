package org.majorant.acceptance.faults;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.majorant.ops.operate.ExampleProducer;

/** Sends a round's records at a steady rate on a thread of its own, whatever happens meanwhile. */
final class Supply implements Input.Sending {
  private static final int PATIENCE_MILLIS = 600_000;

  private final ExampleProducer producer;
  private final ExampleStream stream;
  private final CompletableFuture<Long> sent;
  private volatile boolean enough;

  /**
   * @param rate records a second
   */
  Supply(
      final String bootstrapServers,
      final String topic,
      final ExampleStream stream,
      final double rate) {
    this.stream = stream;
    producer =
        new ExampleProducer(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "delivery.timeout.ms",
                PATIENCE_MILLIS,
                "max.block.ms",
                PATIENCE_MILLIS),
            topic,
            rate);
    sent = CompletableFuture.supplyAsync(this::send);
  }

  @Override
  public long finish() {
    enough = true;
    return sent.join();
  }

  private long send() {
    while (!enough) {
      producer.send(stream.at(producer.sent()).value());
    }
    producer.flush();
    return producer.sent();
  }

  @Override
  public void close() {
    enough = true;
    producer.close();
  }
}
