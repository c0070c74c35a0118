package org.majorant.acceptance.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeleteTopicsOptions;
import org.apache.kafka.clients.admin.DeleteTopicsResult;
import org.apache.kafka.clients.admin.ForwardingAdmin;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.majorant.acceptance.Jvm;
import org.majorant.log.AtomicWrite;
import org.majorant.ops.operate.ModelDeletion;
import org.majorant.ops.read.PublishedModels;
import org.majorant.schema.ModelHead;
import org.majorant.store.Topics;

/**
 * What {@code models delete} does, in a process that ends at a given moment as if it were killed:
 * by {@link Runtime#halt}, which runs nothing and closes nothing. A signal from outside would not
 * meet the moment.
 */
final class HaltedDeletion {
  /** As a process that was killed. */
  static final int KILLED = 137;

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** The moments between two of its writes, in their order. */
  enum Moment {
    GROUP_IS_GONE,
    ONE_STORE_IS_GONE,
    TWO_STORES_ARE_GONE,
    STORES_ARE_GONE,
    VERSIONS_ARE_IN_THE_TRANSACTION,
    BASES_ARE_IN_THE_TRANSACTION;

    private static Moment last;

    private void is(final boolean now) {
      if (now && this == last) {
        Runtime.getRuntime().halt(KILLED);
      }
    }
  }

  private HaltedDeletion() {}

  /**
   * Runs it.
   *
   * @return the exit code
   */
  static int run(final String servers, final String model, final Moment moment, final Path log)
      throws IOException, InterruptedException {
    return Jvm.command(
            Jvm.SHORT_LIVED, HaltedDeletion.class.getName(), servers, model, moment.name())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start()
        .waitFor();
  }

  /** Deletes a model up to a moment. */
  public static void main(final String[] args) throws Exception {
    Moment.last = Moment.valueOf(args[2]);
    final Map<String, Object> client = new HashMap<>(Map.of("bootstrap.servers", args[0]));
    final List<ModelHead> versions =
        PublishedModels.read(client, args[1]::equals, head -> false, PATIENCE).versions(args[1]);
    client.put(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, Written.class.getName());
    try (Admin admin = new Asked(client)) {
      final ModelHead newest = versions.get(versions.size() - 1);
      new ModelDeletion(admin, client, newest.getSpec(), newest.getVersion(), PATIENCE)
          .run(() -> true, AtomicWrite.of(List.of()));
    }
  }

  /** Halts before a topic is deleted. */
  private static final class Asked extends ForwardingAdmin {
    private int topics;

    Asked(final Map<String, Object> client) {
      super(client);
    }

    @Override
    public DeleteTopicsResult deleteTopics(
        final TopicCollection names, final DeleteTopicsOptions options) {
      Moment.GROUP_IS_GONE.is(topics == 0);
      Moment.ONE_STORE_IS_GONE.is(topics == 1);
      Moment.TWO_STORES_ARE_GONE.is(topics == 2);
      topics++;
      return super.deleteTopics(names, options);
    }
  }

  /**
   * Halts before a transaction, and when its first records on a topic are written. Consumers have
   * the property of that name as well, and must be able to use it.
   */
  public static final class Written
      implements ProducerInterceptor<byte[], byte[]>, ConsumerInterceptor<byte[], byte[]> {
    @Override
    public ProducerRecord<byte[], byte[]> onSend(final ProducerRecord<byte[], byte[]> record) {
      Moment.STORES_ARE_GONE.is(true);
      return record;
    }

    @Override
    public void onAcknowledgement(final RecordMetadata written, final Exception fault) {
      Moment.VERSIONS_ARE_IN_THE_TRANSACTION.is(written.topic().equals(Topics.MODELS));
      Moment.BASES_ARE_IN_THE_TRANSACTION.is(written.topic().equals(Topics.SURROGATES));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(final ConsumerRecords<byte[], byte[]> read) {
      return read;
    }

    @Override
    public void onCommit(final Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}

    @Override
    public void configure(final Map<String, ?> config) {}
  }
}
