package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.JoinOutcome;
import org.majorant.schema.JoinedEvent;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.SnapshotReader;

/**
 * Events and labels on two topics, in a learner that is killed while they come. Labels are up to 5
 * s late and out of order; 5 % come twice, the second time wrong; 1 % are missing, and 1 % have a
 * time that cannot be, as 1 % of the events have.
 */
class LateLabelsIT {
  private static final int EVENTS = 6000;
  private static final long LATE_MILLIS = 5000;
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PARTITIONS = 4;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String JOINED = "majorant-joined-late";

  private final Random random = new Random(31);
  private final Map<Integer, String> expected = new HashMap<>();
  private final Set<Integer> misdated = new HashSet<>();

  /**
   * A record to come.
   *
   * @param at when it is sent, in the time of the stream
   */
  private record Coming(long at, ProducerRecord<byte[], byte[]> value) {}

  @Test
  @Timeout(240)
  void learner_killed_joinsEachEventOnce(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    join(dir, PARTITIONS, "");
  }

  /** Through repartition topics, because of the path and of the numbers of partitions. */
  @Test
  @Timeout(240)
  void learner_killed_joinsEachEventOnce_byAPath(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    join(dir, PARTITIONS - 1, "key: order, ");
  }

  private void join(final Path dir, final int partitionsOfLabels, final String key)
      throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("late.yaml"),
            """
            {model: late, labels: ["no", "yes"], input: events, features: {dimension: 32},
             publish: {interval: 200ms},
             label: {topic: labels, %spath: is, time: at, wait: 10s, default: "no"}}
            """
                .formatted(key));
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 1);
        admin
            .createTopics(
                List.of(
                    new NewTopic("events", PARTITIONS, (short) 1),
                    new NewTopic("labels", partitionsOfLabels, (short) 1)))
            .all()
            .get();
      }
      try (LearnerProcess learner =
          new LearnerProcess(dir, spec, broker.bootstrapServers(), "1", "--value-format", "json")) {
        send(client, learner);
        requireJoined(client, learner);
        requireLearned(client);
      }
    }
  }

  private void send(final Map<String, Object> client, final LearnerProcess learner)
      throws Exception {
    final List<Coming> all = coming(System.currentTimeMillis());
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client, bytes, bytes)) {
      for (int i = 0; i < all.size(); i++) {
        Thread.sleep(Math.max(0, all.get(i).at() - System.currentTimeMillis()));
        producer.send(all.get(i).value());
        if (i == all.size() / 2) {
          learner.kill();
          learner.start();
        }
      }
    }
  }

  /** Events of 20 s and their labels, in the order in which they are sent. */
  private List<Coming> coming(final long begin) {
    final List<Coming> all = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      final long time = begin + 20_000L * i / EVENTS;
      final byte[] key = "order-%d".formatted(i).getBytes(UTF_8);
      if (i > 200 && random.nextInt(100) == 0) {
        misdated.add(i);
      }
      final String event =
          "{\"id\": \"%d\", \"vector\": {\"indices\": [%d, 31]}}".formatted(i, i % 31);
      all.add(
          new Coming(
              time,
              new ProducerRecord<>(
                  "events", null, misdated.contains(i) ? 1000 : time, key, event.getBytes(UTF_8))));
      if (random.nextInt(100) == 0) {
        expected.put(i, null);
      } else {
        expected.put(i, i % 31 < 15 ? "yes" : "no");
        label(i, key, time + random.nextLong(LATE_MILLIS), all);
      }
    }
    all.sort(Comparator.comparingLong(Coming::at));
    return all;
  }

  private void label(final int i, final byte[] key, final long time, final List<Coming> all) {
    final boolean misdated = i > 200 && random.nextInt(100) == 0;
    final String at =
        misdated
            ? List.of("-1", "\"2099-01-01T00:00:00Z\"", "\"1960-06-01T00:00\"").get(i % 3)
            : Long.toString(time);
    all.add(label(key, expected.get(i), at, time));
    if (random.nextInt(20) == 0) {
      final String wrong = expected.get(i).equals("yes") ? "no" : "yes";
      final long later = time + random.nextLong(1000);
      all.add(label(key, wrong, Long.toString(later), later));
    }
  }

  private static Coming label(
      final byte[] key, final String label, final String at, final long time) {
    final String value =
        "{\"is\": \"%s\", \"at\": %s, \"order\": \"%s\"}"
            .formatted(label, at, new String(key, UTF_8));
    return new Coming(time, new ProducerRecord<>("labels", key, value.getBytes(UTF_8)));
  }

  private void requireJoined(final Map<String, Object> client, final LearnerProcess learner)
      throws Exception {
    final Map<Integer, JoinedEvent> joined = new HashMap<>();
    final Set<String> positions = new HashSet<>();
    final AvroSerde<JoinedEvent> serde = AvroSerde.of(JoinedEvent.class);
    final long[] from = new long[PARTITIONS];
    final long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (joined.size() < EVENTS && System.nanoTime() < deadline) {
      Thread.sleep(500);
      read(
          client,
          JOINED,
          from,
          record -> {
            final JoinedEvent next = serde.decode(record.value());
            assertThat(positions.add(next.getEventPartition() + "/" + next.getEventOffset()))
                .as("%s is joined once", next)
                .isTrue();
            joined.put(id(next), next);
          });
    }
    assertThat(expected.keySet().stream().filter(id -> !joined.containsKey(id)).map(this::told))
        .as(said(learner))
        .isEmpty();
    expected.forEach(
        (id, label) -> {
          final JoinedEvent event = joined.get(id);
          assertThat(event.getOutcome())
              .as("%s", event)
              .isEqualTo(label == null ? JoinOutcome.DEFAULTED : JoinOutcome.LABELED);
          assertThat(event.getLabel()).as("%s", event).isEqualTo(label == null ? "no" : label);
        });
    requireOrigins(client, joined.values());
  }

  /** What the learner has printed, and the meters of its join. */
  private static String said(final LearnerProcess learner) throws Exception {
    final URI metrics = URI.create(learner.url().orElseThrow() + "/metrics");
    return HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofLines())
            .body()
            .filter(line -> line.startsWith("majorant_join"))
            .collect(Collectors.joining("\n"))
        + learner.log();
  }

  private String told(final int id) {
    return id + " " + expected.get(id) + (misdated.contains(id) ? " misdated" : "");
  }

  private static int id(final JoinedEvent event) {
    try {
      return JSON.readTree(UTF_8.decode(event.getEvent().duplicate()).toString()).get("id").asInt();
    } catch (final Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Where each event and label is said to stand, it stands, and they have the same key. */
  private static void requireOrigins(
      final Map<String, Object> client, final Iterable<JoinedEvent> joined) {
    final Map<String, String> keys = new HashMap<>();
    for (final String topic : List.of("events", "labels")) {
      read(
          client,
          topic,
          new long[PARTITIONS],
          record ->
              keys.put(
                  topic + record.partition() + "/" + record.offset(),
                  new String(record.key(), UTF_8)));
    }
    for (final JoinedEvent event : joined) {
      final String key = "order-" + id(event);
      assertThat(keys.get("events" + event.getEventPartition() + "/" + event.getEventOffset()))
          .isEqualTo(key);
      if (event.getLabelOffset() != null) {
        assertThat(keys.get("labels" + event.getLabelPartition() + "/" + event.getLabelOffset()))
            .isEqualTo(key);
      }
    }
  }

  /** Reads what is committed. */
  private static void read(
      final Map<String, Object> client,
      final String topic,
      final long[] from,
      final Consumer<ConsumerRecord<byte[], byte[]>> sink) {
    try (var consumer = SnapshotReader.consumer(client)) {
      final List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      final Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      partitions.forEach(p -> consumer.seek(p, from[p.partition()]));
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(100)).forEach(sink);
      }
      partitions.forEach(p -> from[p.partition()] = consumer.position(p));
    }
  }

  private static void requireLearned(final Map<String, Object> client) throws Exception {
    try (ModelSubscriber subscriber = ModelSubscriber.start(client, "late")) {
      final long deadline = System.nanoTime() + PATIENCE.toNanos();
      long examples = 0;
      while (examples < EVENTS && System.nanoTime() < deadline) {
        Thread.sleep(200);
        examples = subscriber.current().map(v -> v.head().getTally().getExamples()).orElse(0L);
      }
      assertThat(examples).isEqualTo(EVENTS);
    }
  }
}
