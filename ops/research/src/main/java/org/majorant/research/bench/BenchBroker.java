package org.majorant.research.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.log.KafkaGapLog;
import org.majorant.memory.SiteCodec;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;

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

  /** Bytes of a model's summaries, for each feature that one of them has. */
  double summaryBytes(final ModelSpec spec) {
    final SiteBytes bytes = new SiteBytes(spec);
    final AvroSerde<BoundSummary> serde = AvroSerde.of(BoundSummary.class);
    final TopicPartition all = new TopicPartition(Topics.SUMMARIES, 0);
    try (KafkaGapLog log = new KafkaGapLog(client(), "none")) {
      log.replay(
          all,
          log.start(all),
          log.end(all),
          record -> {
            final BoundSummary summary = serde.decode(record.value());
            if (summary.getModel().equals(spec.getModel())) {
              bytes.add(record.serializedValueSize(), summary.getState());
            }
          });
    }
    return bytes.each();
  }

  /** Bytes of the bases that are left of a model, for each feature that one of them has. */
  double baseBytes(final ModelSpec spec) {
    final SiteBytes bytes = new SiteBytes(spec);
    try (SnapshotReader<SurrogateHead> reader =
        new SnapshotReader<>(
            SnapshotFormat.SURROGATES,
            SnapshotReader.consumer(client()),
            spec.getModel()::equals,
            SnapshotReader.TIMEOUT)) {
      reader.readToEnd(base -> bytes.add(base.data().length, ByteBuffer.wrap(base.data())));
    }
    return bytes.each();
  }

  /** Bytes, and the features that they are of. */
  private static final class SiteBytes {
    private final ModelSpec spec;
    private long bytes;
    private long features;

    SiteBytes(final ModelSpec spec) {
      this.spec = spec;
    }

    void add(final int length, final ByteBuffer site) {
      bytes += length;
      features += site.hasRemaining() ? SiteCodec.decode(site.slice(), spec).size() : 0;
    }

    double each() {
      return (double) bytes / features;
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
