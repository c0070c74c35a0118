package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.SnapshotReader;

/**
 * What {@code serve} answers is on a topic, the labels come on another, and a learner joins and
 * learns them: it says of the answers what a count by hand says. The server is killed in between;
 * what was answered and sent before is there, and what is asked again is another answer.
 */
@Tag("long")
class ServedAnswersIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ASKED = 50; // in a round
  private static final Pattern URL = Pattern.compile("Ask at (\\S+)/api ");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, List<JsonNode>> answers = new HashMap<>(); // by id
  private Map<String, Object> client;
  private Path dir;
  private String url; // of the server

  @Test
  @Timeout(240)
  void answers_ofAServerThatIsKilled_areScoredAsServed(
      @TempDir(cleanup = ON_SUCCESS) final Path directory) throws Exception {
    dir = directory;
    final Path spec =
        Files.writeString(
            dir.resolve("late.yaml"),
            """
            {model: late, labels: ["no", "yes"], features: {dimension: 32},
             publish: {interval: 200ms}, input: {topic: served, format: example},
             label: {topic: labels, path: is, wait: 10m}}
            """);
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
        admin
            .createTopics(
                List.of(new NewTopic("served", 2, (short) 1), new NewTopic("labels", 2, (short) 1)))
            .all()
            .get();
      }
      try (LearnerProcess learner = new LearnerProcess(dir, spec, broker.bootstrapServers(), "1")) {
        run(broker);
        assertThat(learner.log()).doesNotContain("ERROR");
      }
    }
  }

  /** At first there are examples that nobody has asked for, so that there is a model to ask. */
  private void run(final BrokerProcess broker) throws Exception {
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client, bytes, bytes);
        ModelSubscriber model = ModelSubscriber.start(client, "late")) {
      for (int i = 0; i < ASKED; i++) {
        final Point point =
            new Point(new SparseVector(List.of(i % 31), List.of()), null, null, null);
        final byte[] key = "first-%d".formatted(i).getBytes(UTF_8);
        final LabeledExample example = new LabeledExample(null, null, 1.0, point);
        producer.send(
            new ProducerRecord<>(
                "served", key, AvroSerde.of(LabeledExample.class).encode(example)));
        label(producer, "first-%d".formatted(i));
      }
      await(() -> tally(model).getExamples() == ASKED);
      askThrice(broker, producer);
      await(() -> tally(model).getExamples() == ASKED + count());
      requireAsServed(tally(model));
      requireLogged();
    }
  }

  /** Killed after the second round, which is asked again, and ended after the last. */
  private void askThrice(final BrokerProcess broker, final KafkaProducer<byte[], byte[]> producer)
      throws Exception {
    Process server = serve(broker, 0);
    try {
      ask(0);
      ask(1);
      await(() -> logged() == count());
      server.destroyForcibly().waitFor();
      server = serve(broker, 1);
      ask(1); // as a client does that has lost the answer
      for (int i = 0; i < 2 * ASKED; i++) {
        label(producer, id(i / ASKED, i % ASKED));
      }
      ask(2);
      server.destroy();
      assertThat(server.waitFor(1, TimeUnit.MINUTES)).as("ends").isTrue();
      for (int i = 0; i < ASKED; i++) {
        label(producer, id(2, i));
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private Process serve(final BrokerProcess broker, final int number) throws Exception {
    final Path log = dir.resolve("serve-%d.log".formatted(number));
    final Process process =
        Jvm.command(
                Jvm.SHORT_LIVED,
                Majorant.class.getName(),
                "serve",
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--http-port",
                "0",
                "--log-predictions",
                "served")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    await(
        () -> {
          final Matcher said = URL.matcher(Files.readString(log));
          url = said.find() ? said.group(1) : null;
          return url != null && post("[" + question(0, 0) + "]") != null;
        });
    return process;
  }

  private static String id(final int round, final int i) {
    return "%d-%d".formatted(round, i);
  }

  /** Its label is yes, where i is odd. */
  private static String question(final int round, final int i) {
    return "{\"id\": \"%s\", \"vector\": {\"indices\": [%d]}}".formatted(id(round, i), i % 31);
  }

  /** Asks a round's questions, half of them by themselves; an answer counts for its label. */
  private void ask(final int round) throws Exception {
    final List<String> together = new ArrayList<>();
    for (int i = 0; i < ASKED; i++) {
      if (i % 2 == 0) {
        together.add(question(round, i));
      } else {
        post(question(round, i));
      }
    }
    post("[" + String.join(",", together) + "]");
  }

  /** Null: the model is not there yet. */
  private JsonNode post(final String body) throws Exception {
    final HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/models/late/predict"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    final var answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      assertThat(answer.statusCode()).as(answer.body()).isIn(404, 503);
      return null;
    }
    final JsonNode said = JSON.readTree(answer.body());
    for (final JsonNode each : said.isArray() ? said : List.of(said)) {
      answers.computeIfAbsent(each.get("id").asText(), id -> new ArrayList<>()).add(each);
    }
    return said;
  }

  private int count() {
    return answers.values().stream().mapToInt(List::size).sum();
  }

  private long logged() throws Exception {
    final HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/metrics")).build();
    return http.send(request, BodyHandlers.ofLines())
        .body()
        .filter(line -> line.startsWith("majorant_logged_predictions_total "))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf(' '))))
        .sum();
  }

  private static void label(final KafkaProducer<byte[], byte[]> producer, final String id) {
    final String value = "{\"is\": \"%s\"}".formatted(labelOf(id));
    producer.send(new ProducerRecord<>("labels", id.getBytes(UTF_8), value.getBytes(UTF_8)));
  }

  private static String labelOf(final String id) {
    return Integer.parseInt(id.substring(id.indexOf('-') + 1)) % 2 == 0 ? "no" : "yes";
  }

  private static Tally tally(final ModelSubscriber model) {
    return model.current().map(version -> version.head().getTally()).orElseGet(Tally::new);
  }

  /** By what came over HTTP. */
  private void requireAsServed(final Tally tally) {
    double loss = 0;
    double right = 0;
    for (final Map.Entry<String, List<JsonNode>> asked : answers.entrySet()) {
      final String label = labelOf(asked.getKey());
      for (final JsonNode answer : asked.getValue()) {
        loss -= Math.log(answer.at("/probabilities/" + label).asDouble());
        right += answer.get("label").asText().equals(label) ? 1 : 0;
      }
    }
    assertThat(tally.getServedWeight()).isEqualTo(count());
    assertThat(tally.getServedLogLoss()).isCloseTo(loss, within(1e-9 * loss));
    assertThat(tally.getServedCorrect()).isEqualTo(right);
    assertThat(tally.getServedReliability().stream().mapToLong(n -> n).sum()).isEqualTo(count());
  }

  /** Each answer is on the topic once, under its key. */
  private void requireLogged() throws Exception {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final Map<String, List<List<Double>>> found = new HashMap<>();
    try (var consumer = SnapshotReader.consumer(client)) {
      final List<TopicPartition> partitions =
          List.of(new TopicPartition("served", 0), new TopicPartition("served", 1));
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(PATIENCE)) {
          final Point point = (Point) serde.decode(record.value()).getStructure();
          if (point.getServed() != null) {
            found
                .computeIfAbsent(new String(record.key(), UTF_8), id -> new ArrayList<>())
                .add(point.getServed().getProbabilities());
          }
        }
      }
    }
    final Map<String, List<List<Double>>> expected = new HashMap<>();
    answers.forEach(
        (id, all) ->
            expected.put(
                id,
                all.stream()
                    .map(a -> List.of(probability(a, "no"), probability(a, "yes")))
                    .toList()));
    assertThat(found).isEqualTo(expected);
  }

  private static double probability(final JsonNode answer, final String label) {
    return answer.at("/probabilities/" + label).asDouble();
  }

  private static void await(final Callable<Boolean> condition) throws Exception {
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("within %s", PATIENCE).isLessThan(deadline);
      Thread.sleep(100);
    }
  }
}
