package org.majorant.acceptance.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.memory.SiteCodec;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;

/** elec2 in time order, on four partitions in turn, with a half-life of 300 examples. */
@Tag("soak")
class DriftSoak {
  private static final Path ELEC2 = Path.of("../../shared/data/elec2/elec2.csv.gz");
  private static final int PARTITIONS = 4;
  private static final double RATE = 1500;

  /** Half a minute's examples: only what has stopped takes longer. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Of the file in its order; a partition of it sees less persistence. */
  private static final double NO_CHANGE = 0.417;

  @Test
  void short_memory_on_four_partitions_does_not_diverge(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    assumeTrue(Files.exists(ELEC2) || System.getenv("CI") != null, "elec2 is not shipped");
    final List<byte[]> examples = read();
    final Path file =
        Files.writeString(
            dir.resolve("elec.yaml"),
            "{model: elec, labels: [\"0\", \"1\"], features: {hash-bits: 8},"
                + " forgetting: {half-life: 300}}");
    final ModelSpec spec = SpecFile.read(Files.readString(file));
    try (BrokerProcess broker = BrokerProcess.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, PARTITIONS);
      }
      try (LearnerProcess learner =
              new LearnerProcess(Jvm.LONG_LIVED, dir, file, broker.bootstrapServers(), "1");
          ModelSubscriber subscriber = ModelSubscriber.start(client, "elec");
          SnapshotReader<SurrogateHead> bases =
              new SnapshotReader<>(
                  SnapshotFormat.SURROGATES,
                  SnapshotReader.consumer(client),
                  "elec"::equals,
                  SnapshotReader.TIMEOUT)) {
        final var sending = CompletableFuture.runAsync(() -> send(client, examples));
        final long end = System.nanoTime() + PATIENCE.toNanos();
        long positive = 0;
        while (records(subscriber) < examples.size()) {
          if (System.nanoTime() > end || !learner.isAlive() || sending.isCompletedExceptionally()) {
            fail(
                "%d records of %d; sending: %s; %s",
                records(subscriber), examples.size(), sending, learner.log());
          }
          final List<byte[]> states = new ArrayList<>();
          bases.poll(Duration.ofMillis(100), base -> states.add(base.data()));
          for (final byte[] state : states) {
            SiteCodec.decode(ByteBuffer.wrap(state), spec); // refuses what is not positive
            positive++;
          }
        }
        sending.join();
        final Tally tally = subscriber.current().orElseThrow().head().getTally();
        final double loss = tally.getLogLoss() / tally.getWeight();
        System.out.printf("log-loss %.4f, no change %.3f, %d bases%n", loss, NO_CHANGE, positive);
        assertThat(tally.getExamples()).isEqualTo(examples.size());
        assertThat(positive).isGreaterThan(20);
        assertThat(loss).isLessThan(0.55);
        assertThat(tally.getSlackMin()).isGreaterThan(-1e-9);
      }
    }
  }

  private static long records(final ModelSubscriber subscriber) {
    return subscriber.current().map(version -> version.head().getTally().getRecords()).orElse(0L);
  }

  private static void send(final Map<String, Object> client, final List<byte[]> examples) {
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, RATE)) {
      examples.forEach(producer::send);
      producer.flush();
    }
  }

  private static List<byte[]> read() throws IOException {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> records = new ArrayList<>();
    try (ExampleReader reader = ExampleReader.open(Format.CSV, ELEC2.toString())) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        records.add(serde.encode(e));
      }
    }
    return records;
  }
}
