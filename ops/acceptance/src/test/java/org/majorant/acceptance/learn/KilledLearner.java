package org.majorant.acceptance.learn;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/** A learner process on a broker of its own, killed and started again while records arrive. */
final class KilledLearner implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final int TICKS = 20; // a second

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
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    try (Admin admin = Admin.create(client())) {
      TopicPlan.create(admin, partitions);
    }
  }

  /** How to reach the broker. */
  Map<String, Object> client() {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  /**
   * Sends records, evenly over the partitions, and kills the learner at even distances. Half-way to
   * each crash it waits for a version, so that none is killed before it learns.
   *
   * @param rate records a second, at most
   * @return the version that covers them all
   */
  ModelVersion replay(final List<byte[]> records, final int rate, final int crashes)
      throws Exception {
    try (LearnerProcess learner = new LearnerProcess(dir, spec, broker.bootstrapServers(), "1");
        ModelSubscriber subscriber = ModelSubscriber.start(client(), model);
        ExampleProducer producer = new ExampleProducer(client(), Topics.EXAMPLES, 0)) {
      final int half = records.size() / (2 * crashes + 2);
      long version = 0;
      for (int crash = 0; crash < crashes; crash++) {
        final int from = 2 * half * crash;
        send(producer, records.subList(from, from + half), rate);
        version = subscriber.awaitVersion(version + 1, PATIENCE).version();
        send(producer, records.subList(from + half, from + 2 * half), rate);
        learner.kill();
        learner.start();
        version = subscriber.current().orElseThrow().version();
      }
      send(producer, records.subList(2 * half * crashes, records.size()), rate);
      producer.flush();
      return await(subscriber, records.size());
    }
  }

  /** What was late is not made up for, as the producer does it: that would be a burst. */
  private static void send(
      final ExampleProducer producer, final List<byte[]> records, final int rate)
      throws InterruptedException {
    for (int i = 0; i < records.size(); i++) {
      producer.send(records.get(i));
      if (i % (rate / TICKS) == 0) {
        Thread.sleep(1000 / TICKS);
      }
    }
  }

  @Override
  public void close() {
    broker.close();
  }

  private static ModelVersion await(final ModelSubscriber subscriber, final long records)
      throws InterruptedException {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      final ModelVersion version = subscriber.current().orElseThrow();
      if (version.head().getTally().getRecords() >= records) {
        return version;
      }
      Thread.sleep(50);
    }
    throw new AssertionError(
        "only %s after %s"
            .formatted(subscriber.current().orElseThrow().head().getTally(), PATIENCE));
  }
}
