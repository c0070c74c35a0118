package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/**
 * Confluent's wire format from producers to consumers with a real registry: examples by Apicurio's
 * own serializer and by {@code produce}, versions read by Apicurio's deserializer and by ours.
 */
@Tag("tools")
class RegistryToolsIT {
  private static final String SERDE = "io.apicurio.registry.serde.avro.AvroKafka";
  private static final int EACH = 1000;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  @Test
  void examplesAndVersions_goThroughTheRegistry() throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"));
        RegistryProcess registry = new RegistryProcess(dir, broker.bootstrapServers())) {
      final String servers = broker.bootstrapServers();
      final String[] connection = {
        "--bootstrap-server", servers, "--registry-url", registry.confluentUrl()
      };
      final Map<String, Object> client =
          Map.of("bootstrap.servers", servers, SchemaRegistry.URL, registry.confluentUrl());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
        admin.createTopics(List.of(new NewTopic("taken", 1, (short) 1))).all().get();
      }
      final List<LabeledExample> examples =
          Adult.train().subList(0, 2 * EACH).stream()
              .map(AvroSerde.of(LabeledExample.class)::decode)
              .toList();
      final Path spec = Shipped.ROOT.resolve("ops/data/adult/adult.yaml");
      final String[] options = {"--registry-url", registry.confluentUrl()};
      try (LearnerProcess learner = new LearnerProcess(dir, spec, servers, "1", options);
          ModelSubscriber subscriber = ModelSubscriber.start(client, "adult")) {
        produceNatively(servers, registry, examples.subList(0, EACH));
        final Path file = lines(examples.subList(EACH, 2 * EACH));
        final String[] produce = {"produce", "--format", "jsonl", "--data", file.toString()};
        assertThat(run(produce, connection)).as(err.toString()).isZero();

        final ModelVersion version = awaitItems(subscriber, 2 * EACH);
        assertThat(version.head().getTally().getExamples()).isEqualTo(2 * EACH);
        assertThat(version.head().getTally().getRejected()).isZero();

        final List<GenericRecord> records = readNatively(servers, registry);
        assertThat(records)
            .filteredOn(r -> r.getSchema().getName().equals("ModelHead"))
            .last()
            .satisfies(head -> assertThat(head.get("version")).isEqualTo(version.version()))
            .satisfies(head -> assertThat(head.get("model")).hasToString("adult"));
        assertThat(records).anyMatch(r -> r.getSchema().getName().equals("ModelBlock"));

        final String[] predict = {
          "predict", "--model", "adult", "--format", "jsonl", "--data", file.toString()
        };
        assertThat(run(predict, connection)).as(err.toString()).isZero();
        assertThat(out.toString().lines()).hasSize(EACH);
        assertThat(run(predict, "--bootstrap-server", servers)).isEqualTo(1);
        assertThat(err.toString()).contains("is in a schema registry, and none is named");

        refuseIncompatible(registry, file, connection);
        produceUnknownSchema(client);
        produceNatively(servers, registry, examples.subList(0, 10));
        final Tally tally = awaitItems(subscriber, 2 * EACH + 11).head().getTally();
        assertThat(tally.getExamples()).isEqualTo(2 * EACH + 10);
        assertThat(tally.getRejected()).as("of a schema that nobody knows").isEqualTo(1);
        assertThat(learner.isAlive()).isTrue();
      }
    }
  }

  /** A subject with a schema that no example can be read by says so in a line. */
  private void refuseIncompatible(
      final RegistryProcess registry, final Path file, final String... connection)
      throws Exception {
    final String subject = "taken-" + LabeledExample.getClassSchema().getFullName();
    final String other =
        "{'type':'record','name':'LabeledExample','namespace':'org.majorant.schema',"
            + "'fields':[{'name':'weight','type':'string'}]}";
    final var body = Map.of("schema", other.replace('\'', '"'));
    final String json = new ObjectMapper().writeValueAsString(body);
    registry.send("POST", "/subjects/" + subject + "/versions", json);
    registry.send("PUT", "/config/" + subject, "{\"compatibility\": \"BACKWARD\"}");
    final String[] produce = {
      "produce", "--format", "jsonl", "--data", file.toString(), "--topic", "taken"
    };
    assertThat(run(produce, connection)).isEqualTo(1);
    assertThat(err.toString())
        .hasLineCount(1)
        .contains("does not take LabeledExample for subject " + subject + ": 409 ");
  }

  /** An example under a number that the registry does not have. */
  private static void produceUnknownSchema(final Map<String, Object> client) throws Exception {
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client, bytes, bytes)) {
      final byte[] value = ByteBuffer.allocate(9).putInt(1, 4711).array();
      producer.send(new ProducerRecord<>(Topics.EXAMPLES, value)).get();
    }
  }

  private int run(final String[] command, final String... connection) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    final List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of(connection));
    return Majorant.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }

  /** As JSON lines, which have all that these examples have. */
  private Path lines(final List<LabeledExample> examples) throws Exception {
    final List<String> lines = new ArrayList<>();
    for (final LabeledExample example : examples) {
      final var point = (Point) example.getStructure();
      final var vector = (SparseVector) point.getFeatures();
      lines.add(
          "{\"vector\": {\"indices\": %s}, \"label\": \"%s\"}"
              .formatted(vector.getIndices(), point.getLabel()));
    }
    return Files.write(dir.resolve("examples.jsonl"), lines);
  }

  private static void produceNatively(
      final String servers, final RegistryProcess registry, final List<LabeledExample> examples)
      throws Exception {
    final Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            servers,
            "key.serializer",
            ByteArraySerializer.class.getName(),
            "value.serializer",
            SERDE + "Serializer",
            "apicurio.registry.url",
            registry.nativeUrl(),
            "apicurio.registry.auto-register",
            true,
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
            1); // as ExampleProducer
    try (KafkaProducer<byte[], LabeledExample> producer = new KafkaProducer<>(config)) {
      for (final LabeledExample example : examples) {
        producer.send(new ProducerRecord<>(Topics.EXAMPLES, example));
      }
    }
  }

  private static List<GenericRecord> readNatively(
      final String servers, final RegistryProcess registry) {
    final Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            servers,
            "isolation.level",
            "read_committed",
            "key.deserializer",
            "org.apache.kafka.common.serialization.StringDeserializer",
            "value.deserializer",
            SERDE + "Deserializer",
            "apicurio.registry.url",
            registry.nativeUrl());
    final List<GenericRecord> records = new ArrayList<>();
    try (KafkaConsumer<String, GenericRecord> consumer = new KafkaConsumer<>(config)) {
      final Set<TopicPartition> partitions = new TreeSet<>((a, b) -> a.partition() - b.partition());
      consumer
          .partitionsFor(Topics.MODELS)
          .forEach(p -> partitions.add(new TopicPartition(p.topic(), p.partition())));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (final ConsumerRecord<String, GenericRecord> r : consumer.poll(Duration.ofSeconds(1))) {
          records.add(r.value());
        }
      }
    }
    return records;
  }

  private static ModelVersion awaitItems(final ModelSubscriber subscriber, final long items)
      throws Exception {
    ModelVersion version = subscriber.awaitVersion(1, Duration.ofSeconds(60));
    while (items(version) < items) {
      version = subscriber.awaitVersion(version.version() + 1, Duration.ofSeconds(60));
    }
    return version;
  }

  /** Examples and what was rejected: records, or packed into one. */
  private static long items(final ModelVersion version) {
    return version.head().getTally().getRecords() + version.head().getTally().getPacked();
  }
}
