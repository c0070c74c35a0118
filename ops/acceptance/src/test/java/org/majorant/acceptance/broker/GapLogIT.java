package org.majorant.acceptance.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.log.GapLog;
import org.majorant.log.KafkaGapLog;

/** What a real broker says of offsets that were not delivered. */
class GapLogIT {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  @TempDir private Path dir;

  @Test
  void markersAndAbortedRecords_areNotReadable() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir)) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        try (KafkaGapLog log = new KafkaGapLog(client, "t")) {
          write(client, log);
          assertThat(log.isReadable(PARTITION, 3, 4)).isFalse();
          assertThat(log.isReadable(PARTITION, 3, 10)).isFalse();
          assertThat(log.isReadable(PARTITION, 3, 11)).isTrue();
          assertThat(log.isReadable(PARTITION, 2, 10)).isTrue();

          admin.deleteRecords(Map.of(PARTITION, RecordsToDelete.beforeOffset(3))).all().get();
          assertThat(log.start(PARTITION)).isEqualTo(3);
          assertThat(log.isReadable(PARTITION, 3, 10)).isFalse();
        }
      }
    }
  }

  @Test
  void end_isBeforeAnOpenTransaction_andThatOfAllBehindIt() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir)) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client);
          KafkaProducer<byte[], byte[]> producer = producer(client);
          KafkaGapLog log = new KafkaGapLog(client, "t")) {
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        producer.initTransactions();
        send(producer, 2);
        assertThat(log.end(PARTITION)).isZero();
        assertThat(log.endOfAll(PARTITION)).isEqualTo(2);
      }
    }
  }

  /** As after a broker has lost the end of its log: nobody waits for what is not there. */
  @Test
  void logThatEndsBeforeWhatIsAskedFor_isReadToItsEnd() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir)) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client);
          KafkaGapLog log = new KafkaGapLog(client, "t")) {
        assertThat(log.topic("t")).isEqualTo(GapLog.Topic.NONE);
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        final GapLog.Topic first = await(log, 1);
        write(client, log);
        final List<Long> read = new ArrayList<>();
        assertThat(log.replay(PARTITION, 1, 800, record -> read.add(record.offset())))
            .isEqualTo(12);
        assertThat(read).containsExactly(1L, 2L, 10L);
        final List<Long> again = new ArrayList<>();
        for (int twice = 0; twice < 2; twice++) {
          log.reread(PARTITION, 1, 800, record -> again.add(record.offset()));
        }
        assertThat(again).containsExactly(1L, 2L, 10L, 1L, 2L, 10L);
        assertThat(log.isReadable(PARTITION, 11, 800)).isFalse();
        assertThat(log.isReadable(PARTITION, 20, 800)).isFalse();
        assertThat(log.committed(PARTITION)).isEmpty();

        admin.deleteTopics(List.of("t")).all().get();
        admin.createTopics(List.of(new NewTopic("t", 3, (short) 1))).all().get();
        assertThat(await(log, 3).id()).isNotEqualTo(first.id());
        assertThat(log.replay(PARTITION, 1, 800, record -> read.add(record.offset()))).isZero();
        assertThat(read).hasSize(3);
      }
    }
  }

  /** A forged base may name one, and all models of an instance would wait for an answer. */
  @Test
  void partitionThatDoesNotExist_hasNothingToRead() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir)) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client);
          KafkaGapLog log = new KafkaGapLog(client, "t")) {
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        await(log, 1);
        for (final TopicPartition none :
            List.of(
                new TopicPartition("t", 1),
                new TopicPartition("t", -1),
                new TopicPartition("none", 0))) {
          assertTimeoutPreemptively(
              Duration.ofSeconds(30),
              () -> log.reread(none, 0, 5, record -> fail("nothing is there")));
        }
      }
    }
  }

  /** A broker hears of a topic soon after its controller has made it. */
  private static GapLog.Topic await(final KafkaGapLog log, final int partitions)
      throws InterruptedException {
    final long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    GapLog.Topic topic = log.topic("t");
    while (topic.partitions() != partitions) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(20);
      topic = log.topic("t");
    }
    return topic;
  }

  /**
   * Writes 0 to 2 committed, 3 marker, 4 to 8 aborted, 9 marker, 10 committed, 11 marker. The
   * coordinator writes a marker soon after it has answered the producer.
   */
  private static void write(final Map<String, Object> client, final KafkaGapLog log)
      throws ExecutionException, InterruptedException {
    try (KafkaProducer<byte[], byte[]> producer = producer(client)) {
      producer.initTransactions();
      send(producer, 3);
      producer.commitTransaction();
      send(producer, 5);
      producer.abortTransaction();
      send(producer, 1);
      producer.commitTransaction();
    }
    final long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (log.end(PARTITION) < 12) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(final Map<String, Object> client) {
    final Map<String, Object> config = new HashMap<>(client);
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "t");
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static void send(final KafkaProducer<byte[], byte[]> producer, final int records)
      throws ExecutionException, InterruptedException {
    producer.beginTransaction();
    for (int i = 0; i < records; i++) {
      producer.send(new ProducerRecord<>("t", new byte[] {1})).get();
    }
  }
}
