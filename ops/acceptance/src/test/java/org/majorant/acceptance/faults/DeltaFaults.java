package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.lineage.LearnedState;
import org.majorant.memory.PagedState;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.options.StateFiles;
import org.majorant.ops.read.PublishedModels;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.Topics;

/**
 * A learner that writes deltas of versions and of bases is killed at random moments between a
 * snapshot and the next. A reader that follows must be able to unpack each of them, and one that
 * comes after the kill the newest: each head has the hash of the whole state, so that a torn one is
 * found out. In the end the model has learned each example once, and is rebuilt bit for bit from
 * its summaries.
 */
@Tag("faults")
class DeltaFaults {
  private static final String MODEL = "wide";
  private static final int FEATURES = 100_000;
  private static final int WIDE = 100;
  private static final int KILLS = Integer.getInteger("majorant.kills", 3);
  private static final double RATE = 200;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);

  @TempDir(cleanup = ON_SUCCESS)
  private Path dir;

  private final AtomicLong sent = new AtomicLong();
  private final AtomicBoolean enough = new AtomicBoolean();
  private Map<String, Object> client;

  /** With one partition, bases refer to the summaries of its worker. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void versionsAndBases_areNeverTorn_whereverTheLearnerIsKilled(final int partitions)
      throws Exception {
    final Random random = new Random(Long.getLong("majorant.seed", 3));
    final Path file =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: %s, labels: [a, b], features: {dimension: %d}, curvature: {memory: diagonal},"
                    .formatted(MODEL, FEATURES)
                + " publish: {interval: 100ms}}");
    final ModelSpec spec = SpecFile.read(Files.readString(file));
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        TopicPlan.create(admin, partitions);
      }
      final Thread producer = new Thread(this::produce, "producer");
      try (LearnerProcess learner =
              new LearnerProcess(Jvm.SHORT_LIVED, dir, file, broker.bootstrapServers(), "1");
          VersionWatch watch = new VersionWatch(client, MODEL);
          BaseWatch bases = new BaseWatch(client, spec);
          ModelSubscriber subscriber = ModelSubscriber.start(client, MODEL)) {
        producer.start();
        for (int kill = 0; kill < KILLS; kill++) {
          awaitDelta(subscriber);
          Thread.sleep(random.nextInt(1500));
          learner.kill();
          assertThat(newest().version())
              .isGreaterThanOrEqualTo(subscriber.current().orElseThrow().version());
          requireWhole(spec, bases.newest());
          learner.start();
        }
        enough.set(true);
        producer.join();
        assertWhole(awaitAll(subscriber), broker, watch);
        assertExported(spec, broker);
        assertThat(subscriber.unreadable()).isZero();
        assertThat(bases.unreadable()).isZero();
        assertThat(bases.deltas()).as("bases that were deltas").isGreaterThanOrEqualTo(KILLS);
        assertThat(bases.references())
            .as("by reference")
            .matches(n -> partitions == 1 ? n >= KILLS : n == 0);
      } finally {
        enough.set(true);
      }
    }
  }

  /** First examples that have all features, then some of 50 each, of which a few are frequent. */
  private void produce() {
    final SplittableRandom random = new SplittableRandom(1);
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, RATE)) {
      for (int i = 0; i < WIDE; i++) {
        final int from = i * (FEATURES / WIDE);
        send(producer, IntStream.range(from, from + FEATURES / WIDE));
      }
      while (!enough.get()) {
        send(
            producer,
            IntStream.generate(() -> (int) (FEATURES * Math.pow(random.nextDouble(), 4)))
                .limit(50));
      }
      producer.flush();
    }
  }

  private void send(final ExampleProducer producer, final IntStream features) {
    final List<Integer> indices = features.distinct().sorted().boxed().toList();
    final String label = indices.get(0) % 2 == 0 ? "a" : "b";
    final Point point = new Point(new SparseVector(indices, List.of()), label, null, null);
    producer.send(RECORDS.encode(new LabeledExample(null, null, 1.0, point)));
    sent.incrementAndGet();
  }

  /** Waits for a delta of a learner that runs. */
  private static void awaitDelta(final ModelSubscriber subscriber) throws Exception {
    final long before = subscriber.awaitVersion(1, PATIENCE).version();
    subscriber.awaitVersion(before + 3, PATIENCE);
  }

  private ModelVersion newest() {
    return PublishedModels.read(client, MODEL::equals, head -> true, PATIENCE)
        .latest(MODEL)
        .orElseThrow();
  }

  /** Who comes now reads all bases, and up to one at least that was read before. */
  private void requireWhole(final ModelSpec spec, final long atLeast) {
    try (BaseWatch late = new BaseWatch(client, spec)) {
      assertThat(late.newest()).isGreaterThanOrEqualTo(atLeast);
      assertThat(late.unreadable()).isZero();
    }
  }

  private ModelVersion awaitAll(final ModelSubscriber subscriber) throws Exception {
    ModelVersion version = subscriber.awaitVersion(1, PATIENCE);
    while (version.head().getTally().getExamples() < sent.get()) {
      version = subscriber.awaitVersion(version.version() + 1, PATIENCE);
    }
    return version;
  }

  private void assertWhole(
      final ModelVersion last, final BrokerProcess broker, final VersionWatch watch)
      throws Exception {
    final ModelHead head = last.head();
    assertThat(head.getTally().getExamples()).isEqualTo(sent.get());
    assertThat(head.getTally().getLost()).isZero();
    assertThat(watch.faults()).isEmpty();
    assertThat(watch.deltas()).as("versions that were deltas").isGreaterThanOrEqualTo(KILLS);
    final String replayed = run(broker, "replay", MODEL, "--to-version", "" + last.version());
    System.out.printf(
        "%d versions, %d of them deltas; %s", last.version(), watch.deltas(), replayed);
  }

  /** What is exported is all that the newest base stands for, whether it is a delta or not. */
  private void assertExported(final ModelSpec spec, final BrokerProcess broker) {
    final Path file = dir.resolve("state.json.gz");
    run(broker, "export", MODEL, "--with-curvature", "--out", file.toString());
    final LearnedState state = StateFiles.read(file, spec);
    final Site site = SiteCodec.decode(ByteBuffer.wrap(state.data()), spec);
    assertThat(state.examples()).isEqualTo(sent.get());
    assertThat(PagedState.of(spec).replacedBy(site).hash()).isEqualTo(state.head().getState());
  }

  /** Runs a command of {@code models}, and returns what it prints. */
  private static String run(final BrokerProcess broker, final String... words) {
    final List<String> line = new ArrayList<>(List.of("models"));
    line.addAll(List.of(words));
    return OperatorRun.of(broker, line.toArray(String[]::new)).requireCode(0);
  }
}
