package org.majorant.research.bench;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.terminal.CommandFailed;

/** A broker of a bench's own, with the topics of Majorant. */
final class BenchBroker implements AutoCloseable {
  private final BrokerProcess process;

  /**
   * @param dir where it keeps its data
   * @param partitions of the examples
   */
  BenchBroker(final Path dir, final int partitions) throws InterruptedException {
    process = BrokerProcess.start(dir.resolve("broker"));
    try (Admin admin = Admin.create(client())) {
      TopicPlan.create(admin, partitions);
    } catch (final ExecutionException e) {
      process.close();
      throw new CommandFailed("cannot create the topics: " + e.getCause().getMessage(), e);
    }
  }

  /** How to reach it. */
  Map<String, Object> client() {
    return Map.of("bootstrap.servers", process.bootstrapServers());
  }

  /** The processor time of its process, nanoseconds. */
  long nanos() {
    return process.processorTime().toNanos();
  }

  @Override
  public void close() {
    process.close();
  }
}
