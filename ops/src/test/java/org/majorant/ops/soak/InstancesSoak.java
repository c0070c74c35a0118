package org.majorant.ops.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.ops.ExampleProducer;
import org.majorant.ops.broker.BrokerProcess;
import org.majorant.ops.broker.TopicPlan;
import org.majorant.ops.data.Adult;
import org.majorant.ops.learn.LearnerProcess;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.Topics;

/**
 * Two instances of a learner, one of them killed again and again, beside one that is left alone.
 */
class InstancesSoak {
  private static final int PARTITIONS = 4;
  private static final int PASSES = 2;
  private static final int CRASHES = 5;
  private static final double RATE = 1600;

  @Test
  void instance_killed_five_times_under_load_harms_neither_lineage_nor_loss(@TempDir final Path dir)
      throws Exception {
    final List<byte[]> adult = Adult.train();
    final long examples = (long) PASSES * adult.size();
    final Path shaken = spec(dir, "shaken");
    final Path calm = spec(dir, "calm");
    try (BrokerProcess broker = BrokerProcess.start(dir.resolve("broker"))) {
      final String servers = broker.bootstrapServers();
      final Map<String, Object> client = Map.of("bootstrap.servers", servers);
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, PARTITIONS);
      }
      try (LearnerProcess alone = new LearnerProcess(dir, calm, servers, "calm");
          LearnerProcess first = new LearnerProcess(dir, shaken, servers, "first");
          LearnerProcess second = new LearnerProcess(dir, shaken, servers, "second");
          ModelSubscriber reference = ModelSubscriber.start(client, "calm");
          ModelSubscriber subscriber = ModelSubscriber.start(client, "shaken");
          ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, RATE)) {
        for (int i = 0; i < examples; i++) {
          producer.send(adult.get(i % adult.size()));
          if (i > 0 && i % (examples / (CRASHES + 1)) == 0 && i < examples - 1000) {
            subscriber.awaitVersion(1, Duration.ofSeconds(60));
            second.kill();
            second.start();
          }
        }
        producer.flush();
        final ModelHead expected = awaitRecords(reference, examples);
        final ModelHead head = awaitRecords(subscriber, examples);
        final Tally tally = head.getTally();
        System.out.printf(
            "log-loss undisturbed %s, killed %d times %s%n",
            mean(expected.getTally()), CRASHES, mean(tally));
        assertThat(List.of(alone, first, second)).allMatch(LearnerProcess::isAlive);
        assertThat(tally.getExamples()).isEqualTo(examples);
        assertThat(tally.getLost()).isZero();
        assertThat(tally.getOffsetHash()).isEqualTo(expected.getTally().getOffsetHash());
        assertThat(head.getLineage()).isEqualTo(expected.getLineage());
        assertThat(head.getLineage().stream().mapToLong(PartitionOffset::getNext).sum())
            .isEqualTo(examples);
        assertThat(mean(tally)).isLessThanOrEqualTo(1.01 * mean(expected.getTally()));
      }
    }
  }

  private static double mean(final Tally tally) {
    return tally.getLogLoss() / tally.getWeight();
  }

  private static Path spec(final Path dir, final String model) throws Exception {
    return Files.writeString(
        dir.resolve(model + ".yaml"),
        "{model: %s, labels: [\"-1\", \"+1\"], features: {dimension: 124}}".formatted(model));
  }

  private static ModelHead awaitRecords(final ModelSubscriber subscriber, final long records)
      throws InterruptedException {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (System.nanoTime() < end) {
      final ModelHead head = subscriber.current().orElseThrow().head();
      if (head.getTally().getRecords() >= records) {
        return head;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("not all records within 90 s: " + subscriber.current());
  }
}
