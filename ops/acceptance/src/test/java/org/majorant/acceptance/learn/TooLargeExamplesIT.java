package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.schema.ExampleDecoder;

/**
 * A file with rows that the topic, or the client, takes for too large. {@code produce} ended with
 * the first of them, and who sent the file again had learned twice what had gone before.
 */
class TooLargeExamplesIT {
  private static final int ROWS = 500;

  @Test
  void rowsThatAreTooLarge_areNamedAndCounted_andAllOthersAreSentOnce(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    final StringBuilder table = new StringBuilder("label,a\n");
    for (int i = 0; i < ROWS; i++) {
      final int length = i == 100 ? 5_000 : i == 200 ? 2_000_000 : 30;
      table.append("x,").append("w".repeat(length)).append(i).append('\n');
    }
    table.append("x\n");
    Files.writeString(dir.resolve("rows.csv"), table);
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        for (final String topic : List.of("singles", "packs")) {
          final NewTopic small = new NewTopic(topic, 2, (short) 1);
          admin
              .createTopics(List.of(small.configs(Map.of("max.message.bytes", "2000"))))
              .all()
              .get();
        }
      }
      for (final String how : List.of("singles --pack 1", "packs --pack 100")) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final String command =
            "produce --data %s --topic %s --bootstrap-server %s"
                .formatted(dir.resolve("rows.csv"), how, broker.bootstrapServers());
        final int exit =
            Majorant.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(command.split(" "));
        assertThat(exit).as("%s %s", out, err).isEqualTo(1);
        assertThat(out.toString())
            .startsWith("Sent 498 of 501 examples in 502 lines to ")
            .contains("; 1 malformed, 2 too large");
        assertThat(err.toString())
            .contains("rows.csv:102: a", "rows.csv:202: a", "rows.csv:502: 1");
        assertThat(examples(client, how.split(" ")[0])).isEqualTo(ROWS - 2);
      }
    }
  }

  private static int examples(final Map<String, Object> client, final String topic)
      throws Exception {
    final List<TopicPartition> partitions =
        List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
    final ExampleDecoder decoder = new ExampleDecoder(Integer.MAX_VALUE);
    int examples = 0;
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      final long end =
          consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
      for (long seen = 0; seen < end; ) {
        for (final ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofSeconds(1))) {
          seen++;
          examples += decoder.open(each.value());
        }
      }
    }
    return examples;
  }
}
