package org.majorant.ops.learn;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.ops.broker.BrokerProcess;
import org.majorant.ops.broker.TopicPlan;
import org.majorant.ops.client.ExampleProducer;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/** A learner process on a broker of its own, killed and started again while records arrive. */
final class KilledLearner implements AutoCloseable {
  private final Path dir;
  private final Path spec;
  private final String model;
  private final BrokerProcess broker;

  /**
   * Starts the broker.
   *
   * @param spec the model's spec file
   * @param model its name
   * @param partitions of the examples' topic
   */
  KilledLearner(final Path dir, final Path spec, final String model, final int partitions)
      throws Exception {
    this.dir = dir;
    this.spec = spec;
    this.model = model;
    broker = BrokerProcess.start(dir.resolve("broker"));
    try (Admin admin = Admin.create(client())) {
      TopicPlan.create(admin, partitions);
    }
  }

  /** How to reach the broker. */
  Map<String, Object> client() {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  /**
   * Sends records, evenly over the partitions, and kills the learner at even distances.
   *
   * @param rate records a second
   * @return the version that covers them all
   */
  ModelVersion replay(final List<byte[]> records, final double rate, final int crashes)
      throws Exception {
    try (LearnerProcess learner = new LearnerProcess(dir, spec, broker.bootstrapServers(), "1");
        ModelSubscriber subscriber = ModelSubscriber.start(client(), model);
        ExampleProducer producer = new ExampleProducer(client(), Topics.EXAMPLES, rate)) {
      final int stretch = records.size() / (crashes + 1);
      for (int i = 0; i < records.size(); i++) {
        producer.send(records.get(i));
        if (i > 0 && i % stretch == 0 && i / stretch <= crashes) {
          subscriber.awaitVersion(1, Duration.ofSeconds(60));
          learner.kill();
          learner.start();
        }
      }
      producer.flush();
      return await(subscriber, records.size());
    }
  }

  @Override
  public void close() {
    broker.close();
  }

  private static ModelVersion await(final ModelSubscriber subscriber, final long records)
      throws InterruptedException {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (System.nanoTime() < end) {
      final ModelVersion version = subscriber.current().orElseThrow();
      if (version.head().getTally().getRecords() >= records) {
        return version;
      }
      Thread.sleep(50);
    }
    throw new AssertionError(
        "only " + subscriber.current().orElseThrow().head().getTally() + " after 120 s");
  }
}
