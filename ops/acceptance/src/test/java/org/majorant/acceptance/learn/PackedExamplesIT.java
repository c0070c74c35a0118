package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExamplePacker;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.Tally;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/**
 * Packed records with garbage among their examples, and a learner that is killed: each good example
 * is learned once, and each bad one is a dead letter once, which can be replayed.
 */
@Tag("long")
class PackedExamplesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final int EXAMPLES = 3000;
  private static final int PEARS = EXAMPLES / 50;
  private static final int CUT = EXAMPLES / 60;

  /** Records that are broken as a whole: two that are cut short, two without a value. */
  private static final int BROKEN = 4;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void goodExamples_areLearnedOnce_andBadOnesReplayedOnce(
      @TempDir(cleanup = ON_SUCCESS) final Path dir) throws Exception {
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, 2);
        admin.createTopics(List.of(new NewTopic("mended", 1, (short) 1))).all().get();
      }
      try (LearnerProcess learner =
              FruitLearner.start(dir, broker, "fruit", "apple", Topics.EXAMPLES);
          ModelSubscriber subscriber = ModelSubscriber.start(client, "fruit")) {
        produce(client, 0, EXAMPLES / 2);
        subscriber.awaitVersion(1, PATIENCE);
        learner.kill();
        produce(client, EXAMPLES / 2, EXAMPLES);
        learner.start();
        assertLearned(awaitItems(subscriber, EXAMPLES + BROKEN));
      }
      assertLetters(broker);
      assertThat(run(broker, "models lineage fruit --verify")).as(err.toString()).isZero();
      assertThat(run(broker, "dead-letters replay --reason label --to mended --yes")).isZero();
      assertThat(run(broker, "dead-letters replay --reason label --to mended --yes")).isZero();
      try (LearnerProcess learner = FruitLearner.start(dir, broker, "mended", "pear", "mended");
          ModelSubscriber subscriber = ModelSubscriber.start(client, "mended")) {
        final Tally tally = awaitItems(subscriber, PEARS).head().getTally();
        assertThat(learner.isAlive()).isTrue();
        assertThat(tally.getExamples()).isEqualTo(PEARS);
        assertThat(tally.getPacked()).as("each is a record of its own").isZero();
      }
    }
  }

  /** All but those that are broken as a whole are packed by 100 or less. */
  private static void assertLearned(final ModelVersion version) {
    final Tally tally = version.head().getTally();
    assertThat(tally.getExamples()).isEqualTo(EXAMPLES - PEARS - CUT);
    assertThat(tally.getRejected()).isEqualTo(PEARS + CUT + BROKEN);
    assertThat(tally.getRecords()).isBetween(EXAMPLES / 100 + (long) BROKEN, EXAMPLES / 10L);
    assertThat(tally.getUnlabeled() + tally.getOthers() + tally.getLost()).isZero();
  }

  private void assertLetters(final BrokerProcess broker) throws Exception {
    assertThat(run(broker, "dead-letters list --limit 1000 --json")).isZero();
    final JsonNode listed = new ObjectMapper().readTree(out.toString());
    assertThat(listed.at("/reasons/label").asInt()).isEqualTo(PEARS);
    assertThat(listed.at("/reasons/undecodable").asInt()).isEqualTo(CUT + BROKEN);
    final List<String> places = new ArrayList<>();
    listed
        .at("/letters")
        .forEach(
            l ->
                places.add(l.get("partition") + "@" + l.get("recordOffset") + " " + l.get("item")));
    assertThat(places).as("none is written twice").doesNotHaveDuplicates();
    assertThat(places).filteredOn(place -> place.endsWith("null")).hasSize(BROKEN);

    assertThat(run(broker, "dead-letters list --limit 1 --json --reason label")).isZero();
    final JsonNode pear = new ObjectMapper().readTree(out.toString()).at("/letters/0");
    assertThat(run(broker, "dead-letters show " + pear.get("offset"))).isZero();
    assertThat(out.toString()).contains(" item " + pear.get("item") + "\n", "\"pear\"");
  }

  private static void produce(final Map<String, Object> client, final int from, final int to) {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> examples = new ArrayList<>();
    for (int i = from; i < to; i++) {
      final String label = i % 50 == 7 ? "pear" : i % 3 == 0 ? "apple" : "lemon";
      final var features = new NamedFeatures(List.of("size", label), List.of(i / 1000f, 1f));
      final byte[] example =
          serde.encode(new LabeledExample(null, null, 1.0, new Point(features, label, null, null)));
      examples.add(i % 60 == 11 ? Arrays.copyOf(example, example.length - 4) : example);
    }
    try (ExampleProducer packed = new ExampleProducer(client, Topics.EXAMPLES, 0, 100);
        ExampleProducer alone = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      examples.forEach(packed::send);
      packed.flush();
      final byte[] pack = new ExamplePacker(SchemaRegistry.NONE, "").pack(examples.subList(0, 50));
      alone.send(Arrays.copyOf(pack, pack.length - 1));
      alone.send(null);
      alone.flush();
    }
  }

  private static ModelVersion awaitItems(final ModelSubscriber subscriber, final long items)
      throws Exception {
    ModelVersion version = subscriber.awaitVersion(1, PATIENCE);
    while (items(version) < items) {
      version = subscriber.awaitVersion(version.version() + 1, PATIENCE);
    }
    return version;
  }

  private static long items(final ModelVersion version) {
    return version.head().getTally().getRecords() + version.head().getTally().getPacked();
  }

  private int run(final BrokerProcess broker, final String command) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    final String line = command + " --bootstrap-server " + broker.bootstrapServers();
    return Majorant.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.split(" "));
  }
}
