package org.majorant.acceptance.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.store.Topics;

@Tag("long")
class BrokerProcessIT {
  /** Kafka's default of {@code broker.session.timeout.ms} is 9 s. */
  private static final Duration STANDSTILL = Duration.ofSeconds(11);

  @TempDir private Path home;

  @Test
  void broker_killedOrClosed_keepsItsAddressAndRecords() throws Exception {
    final BrokerProcess first = ShortLivedBroker.start(home);
    create(first);
    send(first, "a");
    first.kill();
    assertThat(first.isAlive()).isFalse();

    final BrokerProcess second = ShortLivedBroker.start(home);
    assertThat(second.bootstrapServers()).isEqualTo(first.bootstrapServers());
    assertThat(Files.readString(second.log())).doesNotContain("DUPLICATE_BROKER_REGISTRATION");
    send(second, "b");
    final long closing = System.nanoTime();
    second.close();
    assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofSeconds(10));
    assertThat(second.isAlive()).isFalse();

    try (BrokerProcess third = ShortLivedBroker.start(home)) {
      assertThat(third.bootstrapServers()).isEqualTo(first.bootstrapServers());
      assertThat(read(third)).containsExactly("a", "b");
    }
  }

  /**
   * Longer than a broker's session is by default. A broker that fenced itself when it went on, as
   * it did in about every second run, forgot transactions, and their readers hung.
   */
  @Test
  void broker_thatStoodStill_goesOnLeadingItsPartitions() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(home)) {
      create(broker);
      final ProcessHandle process = ShortLivedBroker.process();
      LearnerProcess.signal(process, "STOP");
      try {
        Thread.sleep(STANDSTILL.toMillis());
      } finally {
        LearnerProcess.signal(process, "CONT");
      }
      send(broker, "a");

      assertThat(Files.readString(broker.log())).doesNotContain("Fencing broker");
      assertThat(read(broker)).containsExactly("a");
    }
  }

  @Test
  void start_directoryInUse_isRefusedAndHarmless() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(home)) {
      final String settings = Files.readString(home.resolve("server.properties"));

      assertThatThrownBy(() -> ShortLivedBroker.start(home))
          .isInstanceOf(CommandFailed.class)
          .hasMessageContaining("a broker runs in " + home + " already");

      assertThat(broker.isAlive()).isTrue();
      assertThat(home.resolve("server.properties")).hasContent(settings);
    }
  }

  @Test
  void start_serverFails_quotesItsLog() throws Exception {
    Files.createDirectories(home.resolve("topics"));
    Files.writeString(home.resolve("topics/meta.properties"), "version=1\nnode.id=7\ncluster.id=x");

    assertThatThrownBy(() -> ShortLivedBroker.start(home))
        .isInstanceOf(CommandFailed.class)
        .hasMessageStartingWith("the broker has not started, see " + home.resolve("broker.log"))
        .hasMessageContaining("Stored node id 7");
  }

  @Test
  void ended_processDies_saysHow() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(home)) {
      ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);

      assertThatThrownBy(() -> broker.ended().get())
          .cause()
          .isInstanceOf(CommandFailed.class)
          .hasMessageContaining("broker.log: exit code 137");
    }
  }

  private static void create(final BrokerProcess broker) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      TopicPlan.create(admin, 1);
    }
  }

  private static void send(final BrokerProcess broker, final String value) throws Exception {
    final Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
    final StringSerializer serializer = new StringSerializer();
    try (var producer = new KafkaProducer<>(config, serializer, serializer)) {
      producer.send(new ProducerRecord<>(Topics.EXAMPLES, value)).get();
    }
  }

  private static List<String> read(final BrokerProcess broker) {
    final Map<String, Object> config =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "auto.offset.reset", "earliest");
    final StringDeserializer deserializer = new StringDeserializer();
    try (var consumer = new KafkaConsumer<>(config, deserializer, deserializer)) {
      final TopicPartition partition = new TopicPartition(Topics.EXAMPLES, 0);
      consumer.assign(List.of(partition));
      return consumer.poll(Duration.ofSeconds(10)).records(partition).stream()
          .map(ConsumerRecord::value)
          .toList();
    }
  }
}
