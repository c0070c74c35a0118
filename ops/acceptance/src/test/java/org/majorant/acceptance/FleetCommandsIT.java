package org.majorant.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.FleetSpecs;
import org.majorant.fleet.ModelPatterns;
import org.majorant.fleet.ToldFaults;
import org.majorant.ops.Majorant;
import org.majorant.ops.read.NewestBase;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Wish;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.Topics;
import org.majorant.tally.Tallies;

/** The commands that change what fleets learn, while none runs, and while one does. */
@Tag("long")
class FleetCommandsIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path dir;

  private BrokerProcess broker;

  @BeforeEach
  void start() throws Exception {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    Files.writeString(dir.resolve("data"), "-1 1:1\n+1 2:1\n");
    spec("tiny", "tiny", "dimension: 3");
    spec("other", "other", "dimension: 3");
    spec("wider", "tiny", "dimension: 9");
    spec("often", "tiny", "dimension: 3}, publish: {interval: 2s");
  }

  @AfterEach
  void stop() throws Exception {
    broker.close();
  }

  @Test
  void models_areApplied_paused_resumed_listed_andDeleted() throws Exception {
    fails("models apply DIR/tiny", "no topic majorant-specs");
    works("topics create");
    works("models list");
    assertThat(err.toString()).contains("No model has a version yet");
    fails("models pause tiny", "no model 'tiny' is applied: 'ops/majorant models list' shows");

    works("models apply DIR/tiny DIR/other");
    assertThat(out.toString().lines())
        .containsExactly(
            "tiny, version 1 of its spec, waits: no fleet that runs is known to match it",
            "other, version 1 of its spec, waits: no fleet that runs is known to match it");
    works("models apply DIR/tiny");
    assertThat(out.toString()).contains("this spec is not new");
    works("models apply DIR/often");
    assertThat(out.toString()).startsWith("tiny, version 2 of its spec, waits");
    fails("models apply DIR/wider", "features.dimension is 9", "another name");
    works("models apply DIR/wider --as-challenger");
    assertThat(out.toString()).startsWith("tiny-challenger, version 1 of its spec, waits");
    works("models delete tiny-challenger --yes");
    assertThat(run("models apply DIR/tiny DIR/often")).isEqualTo(2);
    assertThat(err.toString()).contains("two files have the model 'tiny'");

    works("models pause tiny --reason costs");
    assertThat(out.toString()).isEqualTo("tiny, version 2 of its spec, is paused (costs)\n");
    fails("models pause tiny", "'tiny' is paused already (costs)");
    works("models list");
    assertThat(out.toString())
        .contains("tiny        -           -", "  tiny, version 2 of its spec, is paused (costs)");
    works("models list --json");
    final JsonNode listed = JSON.readTree(out.toString());
    assertThat(listed.at("/0/model").asText()).isEqualTo("other");
    assertThat(listed.at("/1/applied/wish").asText()).isEqualTo("pause");
    assertThat(listed.at("/1/applied/reason").asText()).isEqualTo("costs");
    works("models resume tiny --json");
    assertThat(JSON.readTree(out.toString()).at("/wish").asText()).isEqualTo("learn");

    works("train --format libsvm --data DIR/data --spec DIR/tiny --publish");
    works("models list --json");
    assertThat(JSON.readTree(out.toString()).at("/1/version").asInt()).isEqualTo(1);
    assertThat(JSON.readTree(out.toString()).at("/1/applied/spec").asInt()).isEqualTo(2);

    fails("models reset tiny", "add --yes to begin it anew");
    works("models reset tiny --spec DIR/wider --yes");
    works("models list --json");
    assertThat(JSON.readTree(out.toString()).at("/1/applied/spec").asInt()).isEqualTo(1);
    assertThat(JSON.readTree(out.toString()).at("/1").has("version")).isFalse();
    assertThat(run("models reset tiny --spec DIR/other --yes")).isEqualTo(2);

    fails("models delete tiny", "add --yes to delete it");
    works("models delete tiny --yes");
    works("models delete other --yes");
    works("models list --json");
    assertThat(out.toString()).isEqualTo("[]\n");
    fails("models delete tiny --yes", "no model 'tiny', nor any other");
  }

  /** Here a group with a member stands for the fleet, and a base that is written for its answer. */
  @Test
  void modelOfAFleet_isDeletedWhenTheFleetHasStoppedIt() throws Exception {
    works("topics create");
    works("models apply DIR/tiny DIR/other");
    final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
    final FleetName name = new FleetName("default");
    try (FleetSpecs fleet = FleetSpecs.start(client, name, "1", new ModelPatterns(List.of("*")))) {
      works("models list");
      assertThat(out.toString())
          .contains("tiny, version 1 of its spec, is learned by fleet default");
      try (ToldFaults faults = new ToldFaults(client, name, "1")) {
        faults.start(fleet::current, () -> Map.of("tiny", Optional.of("it failed")));
        await(() -> run("models list") == 0 && out.toString().contains(", but not on "));
        assertThat(out.toString().lines())
            .contains(
                "  tiny, version 1 of its spec, is learned by fleet default, but not on 1 (it failed)",
                "  other, version 1 of its spec, is learned by fleet default");
        works("models list --json");
        assertThat(JSON.readTree(out.toString()).at("/1/applied/faults/1").asText())
            .isEqualTo("it failed");
        assertThat(JSON.readTree(out.toString()).at("/0/applied").has("faults")).isFalse();
      }
      fails(
          "learn --spec DIR/tiny --http-port 0",
          "fleet default learns 'tiny'",
          "models delete tiny");

      try (Consumer<byte[], byte[]> thread = member(client, name.group())) {
        assertThat(thread.assignment()).hasSize(1);
        fails(
            "models delete tiny --yes --timeout 2s",
            "fleet default has not stopped 'tiny' within 2s");
      }
      fails("models pause tiny", "'tiny' is being deleted");
      fails("models apply DIR/tiny", "'tiny' is being deleted");
      await(() -> fleet.current().get("tiny").getWish() == Wish.DELETE);

      final long lastBase = fleet.current().get("tiny").getLastBase();
      writeNothing(client, lastBase + 1);
      works("models delete tiny --yes");
      await(() -> !fleet.current().containsKey("tiny"));
      assertThat(fleet.current()).containsOnlyKeys("other");
      final SurrogateHead left =
          NewestBase.head(client, "tiny", Duration.ofSeconds(10)).orElseThrow();
      assertThat(left.getBase()).isEqualTo(lastBase + 2);
      assertThat(left.getBlocks()).isZero();

      works("models delete other --yes --timeout 2s"); // the fleet runs, and learns nothing
      await(() -> fleet.current().isEmpty());
    }
  }

  /** What stands for a thread of the fleet that learns. */
  private static Consumer<byte[], byte[]> member(
      final Map<String, Object> client, final String group) {
    final Map<String, Object> config = new HashMap<>(client);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    final ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    final Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes);
    consumer.subscribe(List.of(Topics.SPECS));
    while (consumer.assignment().isEmpty()) {
      consumer.poll(Duration.ofMillis(100));
    }
    return consumer;
  }

  private static void await(final BooleanSupplier condition) throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private static void writeNothing(final Map<String, Object> client, final long base)
      throws Exception {
    final SurrogateHead nothing =
        SurrogateHead.newBuilder()
            .setModel("tiny")
            .setBase(base)
            .setVersion(0)
            .setSpec(0)
            .setBlocks(0)
            .setChecksum(0)
            .setLineage(List.of())
            .setTally(Tallies.empty())
            .setSummaries(new PartitionOffset(0, 0L))
            .setRestarted(base)
            .build();
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(client, bytes, bytes)) {
      for (final SnapshotRecord record : SnapshotFormat.SURROGATES.split(nothing, new byte[0], 2)) {
        producer.send(new ProducerRecord<>(Topics.SURROGATES, record.key(), record.value())).get();
      }
    }
  }

  private void spec(final String file, final String model, final String features) throws Exception {
    Files.writeString(
        dir.resolve(file),
        "{model: %s, labels: ['-1', '+1'], features: {%s}, curvature: {memory: diagonal}}"
            .formatted(model, features));
  }

  private void works(final String line) {
    assertThat(run(line)).as("%s: %s", line, err).isZero();
  }

  private void fails(final String line, final String... reasons) {
    assertThat(run(line)).as(line).isEqualTo(1);
    assertThat(err.toString().lines()).as(line).hasSize(1);
    assertThat(err.toString()).startsWith("majorant: ").contains(reasons);
  }

  private int run(final String line) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Majorant.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(
            (line.replace("DIR", dir.toString())
                    + " --bootstrap-server "
                    + broker.bootstrapServers())
                .split(" "));
  }
}
