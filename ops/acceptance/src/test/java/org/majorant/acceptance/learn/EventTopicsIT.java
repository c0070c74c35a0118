package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import picocli.CommandLine;

/**
 * Topics of events in the shapes of {@code ops/examples/event-shapes.json}: {@code spec infer}
 * writes a spec for each, and with it each record is learned or passed over, and none rejected.
 */
@Tag("long")
class EventTopicsIT {
  private static final int EVENTS = 60;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  private final List<String> schemas = new ArrayList<>();
  private HttpServer registry;
  private BrokerProcess broker;

  @BeforeEach
  void start() throws IOException {
    registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    registry.createContext(
        "/schemas/ids/",
        exchange -> {
          final String[] path = exchange.getRequestURI().getPath().split("/");
          final int id = Integer.parseInt(path[path.length - 1]);
          final byte[] answer = JSON.writeValueAsBytes(Map.of("schema", schemas.get(id - 1)));
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    registry.start();
    broker = ShortLivedBroker.start(dir.resolve("broker"));
  }

  @AfterEach
  void stop() {
    broker.close();
    registry.stop(0);
  }

  @Test
  @Timeout(180)
  void shapes_ofTopics_areLearnedByInferredSpecs() throws Exception {
    final JsonNode shapes = JSON.readTree(Path.of("../ops/examples/event-shapes.json").toFile());
    try (Admin admin = Admin.create(client())) {
      admin
          .createTopics(
              IntStream.rangeClosed(0, shapes.size())
                  .mapToObj(i -> new NewTopic("shape-" + i, 2, (short) 1))
                  .toList())
          .all()
          .get();
    }
    assertFails("spec infer --topic shape-0", "topic shape-0 has no records: let some come first");
    assertFails("spec infer --topic nowhere", "no topic nowhere at");
    int deletions = 0;
    for (int i = 0; i < shapes.size(); i++) {
      if (shapes.get(i).get("learned").asBoolean()) {
        produce("shape-" + i, shapes.get(i), false);
        requireLearned("shape-" + i, shapes.get(i), "", 0);
      } else { // what was deleted was inserted before
        deletions += EVENTS;
        produce("shape-0", shapes.get(i), false);
        requireLearned("shape-0", shapes.get(0), "", deletions);
      }
      if (shapes.get(i).has("schema")) {
        produce("shape-" + shapes.size(), shapes.get(i), true);
        assertFails(
            "spec infer --topic shape-%d".formatted(shapes.size()),
            "topic shape-%d has values in Confluent's wire format: name their registry by --registry-url"
                .formatted(shapes.size()));
        requireLearned(
            "shape-" + shapes.size(),
            shapes.get(i),
            " --registry-url http://localhost:" + registry.getAddress().getPort(),
            0);
      }
    }
    produce("shape-0", shapes.get(shapes.size() - 1), false);
    assertFails(
        "spec infer --topic shape-0", "topic shape-0 has records of several formats (60 json, ");
    requireLearner(2 * EVENTS + deletions);
  }

  /** A spec that somebody has written is tried on its topic, too. */
  @Test
  @Timeout(60)
  void check_ofATopic_saysWhatDoesNotFit_butNoValues() throws Exception {
    try (Admin admin = Admin.create(client())) {
      admin
          .createTopics(
              List.of(new NewTopic("orders", 2, (short) 1), new NewTopic("paid", 1, (short) 1)))
          .all()
          .get();
    }
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      for (int i = 0; i < EVENTS; i++) {
        final String order =
            i == 1
                ? "secret"
                : i == 2
                    ? "{\"type\": \"placed\", \"y\": {\"z\": \"secret\"}}"
                    : i < 6
                        ? "{\"type\": \"placed\", \"y\": \"secret\", \"x\": 1}"
                        : "{\"type\": \"%s\", \"x\": %d, \"y\": \"%s\", \"city\": \"secret\"}"
                            .formatted(i % 3 == 0 ? "viewed" : "placed", i, i % 2 == 0 ? "a" : "b");
        producer.send(new ProducerRecord<>("orders", text("k" + i), text(order)));
        producer.send(
            new ProducerRecord<>(
                "paid",
                text("k" + (i + EVENTS / 2)),
                text("{\"is\": \"%s\"}".formatted(i == 7 ? "secret" : "a"))));
      }
    }
    final String columns =
        " labels: [a, b], features: {hash-bits: 8}, columns: {label: y, category: [campain]}";
    final Path spec =
        Files.writeString(
            dir.resolve("orders.yaml"),
            "{model: orders, input: {topic: orders, format: json, where: {type: placed}},%s}"
                .formatted(columns));
    final Said said = run("spec check " + spec + " --records 1000" + at());
    assertThat(said.code()).isEqualTo(1);
    assertThat(said.out())
        .contains("60 records, of which 18 are passed over")
        .contains("40 examples: 6 would be rejected, 0 have no label")
        .contains("5 by label; first partition")
        .contains("1 by undecodable; first partition")
        .contains("4 labels are not in the spec")
        .contains("in the spec, but in no record: campain")
        .contains("so read as they are: city, x, y.z")
        .contains("labels: ", "a (18)", "b (18)")
        .doesNotContain("secret");

    final Path late =
        Files.writeString(
            dir.resolve("late.yaml"),
            """
            {model: late, input: {topic: orders, format: json, where: {type: [placed, viewed]}},
             labels: [a, b], features: {hash-bits: 8}, columns: {ignore: [y]},
             label: {topic: paid, path: is, wait: 1h}}
            """);
    assertThat(run("spec check " + late + " --records 1000" + at()).out())
        .contains("60 late labels: 30 have the key of one of these events, 0 have no label or key;")
        .contains("1 labels are not in the spec")
        .doesNotContain("secret");
  }

  /** Two topics become a model by one command: the spec that it writes is learned as it stands. */
  @Test
  @Timeout(120)
  void labels_ofATopicOfTheirOwn_areJoinedByTheInferredSpec() throws Exception {
    try (Admin admin = Admin.create(client())) {
      TopicPlan.create(admin, 1);
      admin
          .createTopics(
              List.of(new NewTopic("orders", 2, (short) 1), new NewTopic("outcomes", 1, (short) 1)))
          .all()
          .get();
    }
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      for (int i = 0; i < EVENTS; i++) {
        final String order =
            "{\"id\": \"o-%d\", \"x\": %d, \"c\": \"%s\"}"
                .formatted(i, i * 7 % 11, i % 2 == 0 ? "red" : "blue");
        producer.send(new ProducerRecord<>("orders", text("k" + i), text(order)));
        final String outcome = "{\"order_id\": \"o-%d\", \"paid\": %s}".formatted(i, i % 3 == 0);
        producer.send(new ProducerRecord<>("outcomes", null, text(outcome)));
      }
    }
    assertFails(
        "spec infer --topic orders --label-topic outcomes --label-key id",
        "no record of topic outcomes has 'id': name one by --label-key of 'order_id', 'paid'");
    final Said inferred = run("spec infer --topic orders --label-topic outcomes --wait 2h" + at());
    assertThat(inferred.code()).as(inferred.err()).isZero();
    assertThat(inferred.out())
        .contains("Labels have at 'order_id' what events have at 'id': so 60 of")
        .contains("  key: id", "  key: order_id", "  path: paid", "  wait: 2h");
    final Path spec = Files.writeString(dir.resolve("paid.yaml"), inferred.out());
    assertThat(run("spec check " + spec + at()).out())
        .contains("60 late labels: 60 have the key of one of these events");
    try (LearnerProcess learner = new LearnerProcess(dir, spec, broker.bootstrapServers(), "1");
        ModelSubscriber subscriber = ModelSubscriber.start(client(), "orders")) {
      ModelVersion version = subscriber.awaitVersion(1, PATIENCE);
      while (version.head().getTally().getExamples() < EVENTS) {
        version = subscriber.awaitVersion(version.version() + 1, PATIENCE);
      }
      assertThat(version.head().getTally().getRejected()).as(learner.log()).isZero();
    }
  }

  private void requireLearned(
      final String topic, final JsonNode shape, final String registry, final int passedOver)
      throws IOException {
    final String label = shape.get("columns").asText().replaceAll(".*label: ([a-z.]+).*", "$1");
    final String schema =
        shape.has("schema") && registry.isEmpty()
            ? " --schema "
                + Files.writeString(dir.resolve("schema.avsc"), shape.get("schema").toString())
            : "";
    final Said inferred =
        run(
            "spec infer --topic %s --label-column %s --model m-%s".formatted(topic, label, topic)
                + schema
                + registry
                + at());
    assertThat(inferred.code()).as("%s: %s", shape.get("name"), inferred).isZero();
    final Path spec = Files.writeString(dir.resolve(topic + ".yaml"), inferred.out());
    final Said checked = run("spec check " + spec + " --json" + registry + at());
    assertThat(checked.code()).as("%s: %s", shape.get("name"), checked).isZero();
    final JsonNode report = JSON.readTree(checked.out()).get("topic");
    assertThat(report.get("passedOver").asInt()).isEqualTo(passedOver);
    assertThat(report.get("examples").get("examples").asInt()).isEqualTo(EVENTS);
    assertThat(report.get("examples").get("unlabeled").asInt()).isZero();
  }

  /** Of the topic with inserts, deletions and tombstones, and at last some records of JSON. */
  private void requireLearner(final int records) throws Exception {
    try (Admin admin = Admin.create(client())) {
      TopicPlan.create(admin, 1);
    }
    final Path spec = dir.resolve("shape-0.yaml");
    try (LearnerProcess learner = new LearnerProcess(dir, spec, broker.bootstrapServers(), "1");
        ModelSubscriber subscriber = ModelSubscriber.start(client(), "m-shape-0")) {
      ModelVersion version = subscriber.awaitVersion(1, PATIENCE);
      while (version.head().getTally().getRecords() < records) {
        version = subscriber.awaitVersion(version.version() + 1, PATIENCE);
      }
      final Tally tally = version.head().getTally();
      assertThat(tally.getExamples()).as(learner.log()).isEqualTo(EVENTS);
      assertThat(tally.getRejected()).isEqualTo(EVENTS);
      assertThat(tally.getPassedOver()).isEqualTo(records - 2 * EVENTS);
    }
  }

  private void produce(final String topic, final JsonNode shape, final boolean registered)
      throws IOException {
    if (registered) {
      schemas.add(shape.get("schema").toString());
    }
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      for (int i = 0; i < EVENTS; i++) {
        final int at = i;
        final String record = shape.get("record").textValue();
        final byte[] plain = record == null ? null : value(filled(record, i), shape);
        final ProducerRecord<byte[], byte[]> sent =
            new ProducerRecord<>(
                topic,
                text("k" + i),
                registered
                    ? ByteBuffer.allocate(5 + plain.length)
                        .put((byte) 0)
                        .putInt(schemas.size())
                        .put(plain)
                        .array()
                    : plain);
        shape
            .path("headers")
            .forEachEntry(
                (name, value) -> sent.headers().add(name, text(filled(value.asText(), at))));
        producer.send(sent);
      }
    }
  }

  private static String filled(final String text, final int i) {
    final boolean yes = i % 3 == 0;
    return text.replace("${x}", String.valueOf(i % 10))
        .replace("${c}", yes ? "red" : "blue")
        .replace("${y}", yes ? "yes" : "no");
  }

  private static byte[] value(final String json, final JsonNode shape) throws IOException {
    if (!shape.has("schema")) {
      return text(json);
    }
    final Schema schema = new Schema.Parser().parse(shape.get("schema").toString());
    final GenericRecord record =
        new GenericDatumReader<GenericRecord>(schema)
            .read(null, DecoderFactory.get().jsonDecoder(schema, json));
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static byte[] text(final String text) {
    return text.getBytes(UTF_8);
  }

  private Map<String, Object> client() {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(client(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private String at() {
    return " --bootstrap-server " + broker.bootstrapServers();
  }

  private void assertFails(final String command, final String message) {
    final Said said = run(command + at());
    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).contains(message).hasLineCount(1);
  }

  /** What a command has printed. */
  private record Said(int code, String out, String err) {}

  private static Said run(final String command) {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final CommandLine line =
        Majorant.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    final int code =
        line.execute(
            Arrays.stream(command.split(" ")).filter(s -> !s.isEmpty()).toArray(String[]::new));
    return new Said(code, out.toString(), err.toString());
  }
}
