package org.majorant.acceptance.tools;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.Demo;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.schema.ModelSpec;

/** A demo that replays until it is closed. */
final class RunningDemo implements AutoCloseable {
  private final Demo demo;
  private final CompletableFuture<Void> replay;
  private volatile boolean ends;

  RunningDemo(
      final Path dir,
      final int port,
      final ModelSpec spec,
      final List<byte[]> examples,
      final double rate)
      throws ExecutionException, InterruptedException {
    demo = new Demo(dir, spec, 2, 0, port, ShortLivedBroker.jvm());
    replay =
        CompletableFuture.runAsync(
            () -> {
              try {
                demo.replay(examples, rate, true, progress -> {}, () -> ends);
              } catch (final ExecutionException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
  }

  String url() {
    return demo.url();
  }

  String bootstrapServers() {
    return demo.bootstrapServers();
  }

  void startedBy(final String command) {
    demo.startedBy(command);
  }

  void send(final byte[] record) throws IOException {
    final var client = Map.of("bootstrap.servers", demo.bootstrapServers());
    try (var producer = new ExampleProducer(client, Adult.spec().getInput(), 0)) {
      producer.send(record);
      producer.flush();
    }
  }

  @Override
  public void close() {
    ends = true;
    replay.join();
    demo.close();
  }
}
