package org.majorant.acceptance.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.operate.TopicPlan.Outcome;
import org.majorant.store.Topics;

class TopicPlanIT {
  @TempDir private Path home;

  @Test
  void topics_createdAndCreatedAgain_areAsPlanned() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(home);
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      assertThat(TopicPlan.create(admin, 3)).containsExactlyElementsOf(outcomes(3, true));
      assertThat(TopicPlan.create(admin, 3)).containsExactlyElementsOf(outcomes(3, false));
      assertThat(TopicPlan.create(admin, 5)).containsExactlyElementsOf(outcomes(3, false));

      assertConfig(admin, Topics.SUMMARIES, Map.of("retention.ms", "86400000"));
      assertConfig(admin, Topics.ROUNDS, Map.of("retention.ms", "86400000"));
      assertConfig(admin, Topics.DEAD_LETTERS, Map.of("retention.ms", "1209600000"));
      for (final String topic : List.of(Topics.SURROGATES, Topics.MODELS, Topics.SPECS)) {
        assertConfig(admin, topic, Map.of("cleanup.policy", "compact"));
      }
      assertConfig(admin, Topics.SURROGATES, Map.of("segment.ms", "60000"));
      assertConfig(admin, Topics.MODELS, Map.of("max.message.bytes", "1048588"));
      sendMegabytes(broker, Topics.SUMMARIES, 19);
      sendMegabytes(broker, Topics.DEAD_LETTERS, 19);
    }
  }

  private static List<Outcome> outcomes(final int partitions, final boolean created) {
    return List.of(
        new Outcome(Topics.EXAMPLES, partitions, created),
        new Outcome(Topics.SUMMARIES, 1, created),
        new Outcome(Topics.ROUNDS, 1, created),
        new Outcome(Topics.SURROGATES, 1, created),
        new Outcome(Topics.MODELS, 1, created),
        new Outcome(Topics.DEAD_LETTERS, 1, created),
        new Outcome(Topics.SPECS, 1, created));
  }

  private static void assertConfig(
      final Admin admin, final String topic, final Map<String, String> expected) throws Exception {
    final ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    final Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
    expected.forEach((key, value) -> assertThat(config.get(key).value()).as(key).isEqualTo(value));
  }

  private static void sendMegabytes(
      final BrokerProcess broker, final String topic, final int megabytes) throws Exception {
    final Map<String, Object> config =
        Map.of(
            "bootstrap.servers", broker.bootstrapServers(),
            "max.request.size", 20 << 20,
            "buffer.memory", 64 << 20);
    final ByteArraySerializer serializer = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(config, serializer, serializer)) {
      producer.send(new ProducerRecord<>(topic, new byte[megabytes << 20])).get();
    }
  }
}
