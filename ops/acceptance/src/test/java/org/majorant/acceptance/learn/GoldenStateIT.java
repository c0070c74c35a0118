package org.majorant.acceptance.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.lineage.OffsetHash;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.PublishedModels;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.schema.Tally;
import org.majorant.spec.SpecFile;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;
import org.majorant.store.VersionStore;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;

/**
 * An upgrade finds what a release has left, and goes on with it: the next version follows the last
 * one, and each example is learned once, those before the upgrade, after it, and on the way.
 */
@Tag("long")
class GoldenStateIT {
  private static final Path GOLDEN = Path.of("acceptance/src/test/resources/golden");
  private static final int MORE = 600;

  /** The release's specs are the models; each is learned by an instance of its own. */
  private List<String> models;

  @ParameterizedTest
  @CsvSource({"0.2, stopped", "0.2, killed"})
  void state_ofARelease_isTakenOver(
      final String release, final String how, @TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    final Path golden = GOLDEN.resolve(release);
    models = models(golden);
    unpack(golden.resolve(how + ".zip"), dir);
    try (BrokerProcess broker = ShortLivedBroker.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (Admin admin = Admin.create(client)) {
        keepAll(admin);
        TopicPlan.create(admin, 2);
        final VersionStore before =
            PublishedModels.read(client, model -> true, head -> false, SnapshotReader.TIMEOUT);
        final long left = ends(admin).stream().mapToLong(PartitionOffset::getNext).sum();
        final List<LearnerApplication> learners = new ArrayList<>();
        try {
          for (final String model : models) {
            learners.add(learner(golden, model, client, dir));
          }
          await("learners", () -> learners.stream().allMatch(LearnerApplication::isRunning));
          if (how.equals("stopped")) {
            assertThat(left).isEqualTo(3000);
            assertSame(
                before,
                PublishedModels.read(client, model -> true, head -> false, SnapshotReader.TIMEOUT));
          }
          produce(client, (int) left);
          final List<PartitionOffset> ends = ends(admin);
          await("versions", () -> models.stream().allMatch(model -> covers(client, model, ends)));
          final VersionStore after =
              PublishedModels.read(client, model -> true, head -> false, SnapshotReader.TIMEOUT);
          for (final String model : models) {
            assertThat(ends.stream().mapToLong(PartitionOffset::getNext).sum())
                .isEqualTo(left + MORE);
            assertGoesOn(newest(before, model), after.versions(model));
            assertLearnedOnce(newest(after, model), ends);
          }
          // What was committed as the broker was killed is still committed when it comes again.
          assertThat(Files.readString(broker.log())).doesNotContain("find leader endpoint");
        } finally {
          learners.forEach(LearnerApplication::close);
          broker.kill(); // quicker than a shutdown in order
        }
      }
    }
  }

  private static List<String> models(final Path golden) throws IOException {
    try (Stream<Path> files = Files.list(golden)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yaml"))
          .map(name -> name.replace(".yaml", ""))
          .sorted()
          .toList();
    }
  }

  /** Version, lineage and counts are those that the release has published. */
  private void assertSame(final VersionStore before, final VersionStore now) {
    assertThat(now.models()).containsExactlyInAnyOrderElementsOf(models);
    for (final String model : models) {
      final ModelHead head = newest(now, model);
      assertThat(head).isEqualTo(newest(before, model));
      assertThat(head.getLineage())
          .containsExactly(new PartitionOffset(0, 1500L), new PartitionOffset(1, 1500L));
      assertThat(head.getTally().getExamples()).isEqualTo(3000);
    }
  }

  /**
   * Each version follows the one before it, from the last one of the release on, and is near it.
   */
  private static void assertGoesOn(final ModelHead last, final List<ModelHead> versions) {
    final List<ModelHead> newer =
        versions.stream().filter(head -> head.getVersion() > last.getVersion()).toList();
    assertThat(newer).isNotEmpty();
    ModelHead parent = last;
    for (final ModelHead head : newer) {
      assertThat(head.getParent()).isEqualTo(parent.getVersion());
      assertThat(head.getVersion()).isEqualTo(parent.getVersion() + 1);
      assertThat(head.getTally().getRecords()).isGreaterThan(parent.getTally().getRecords());
      parent = head;
    }
    final Tally before = last.getTally();
    final Tally after = parent.getTally();
    assertThat(
            (after.getLogLoss() - before.getLogLoss()) / (after.getWeight() - before.getWeight()))
        .isLessThan(before.getLogLoss() / before.getWeight());
  }

  private static void assertLearnedOnce(final ModelHead head, final List<PartitionOffset> ends) {
    final long all = ends.stream().mapToLong(PartitionOffset::getNext).sum();
    final Tally tally = head.getTally();
    assertThat(head.getLineage()).isEqualTo(ends);
    assertThat(tally.getRecords()).isEqualTo(all);
    assertThat(tally.getExamples()).isEqualTo(all);
    assertThat(tally.getLost()).isZero();
    assertThat(tally.getOffsetHash())
        .isEqualTo(
            ends.stream()
                .mapToLong(end -> LongStream.range(0, end.getNext()).map(OffsetHash::of).sum())
                .sum());
  }

  private static LearnerApplication learner(
      final Path golden, final String model, final Map<String, Object> client, final Path dir)
      throws IOException {
    final ModelSpec spec = SpecFile.read(Files.readString(golden.resolve(model + ".yaml")));
    final String instance = LearnerApplication.applicationId(spec) + "-1"; // as `learn` has it
    final Path state = dir.resolve("state").resolve(model);
    return LearnerApplication.start(
        client, spec, InstanceOptions.of(state, instance), new SimpleMeterRegistry());
  }

  private static boolean covers(
      final Map<String, Object> client, final String model, final List<PartitionOffset> ends) {
    return newest(
            PublishedModels.read(client, model::equals, head -> false, SnapshotReader.TIMEOUT),
            model)
        .getLineage()
        .equals(ends);
  }

  private static ModelHead newest(final VersionStore store, final String model) {
    final List<ModelHead> heads = store.versions(model);
    return heads.get(heads.size() - 1);
  }

  /** What comes after the first examples of make.sh. */
  private static void produce(final Map<String, Object> client, final int first) {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
      for (int i = first; i < first + MORE; i++) {
        final SparseVector x = new SparseVector(List.of(i % 7 + 1, i % 11 + 8), List.of(1f, 0.5f));
        final String label = i % 7 < 3 != (i % 13 == 0) ? "+1" : "-1";
        producer.send(
            serde.encode(new LabeledExample(null, null, 1.0, new Point(x, label, null, null))));
      }
      producer.flush();
    }
  }

  private static List<PartitionOffset> ends(final Admin admin) throws Exception {
    final TopicPartition zero = new TopicPartition(Topics.EXAMPLES, 0);
    final TopicPartition one = new TopicPartition(Topics.EXAMPLES, 1);
    final var ends =
        admin.listOffsets(Map.of(zero, OffsetSpec.latest(), one, OffsetSpec.latest())).all().get();
    return List.of(
        new PartitionOffset(0, ends.get(zero).offset()),
        new PartitionOffset(1, ends.get(one).offset()));
  }

  /** The records are old: a broker would delete them before long. */
  private static void keepAll(final Admin admin) throws Exception {
    final Collection<AlterConfigOp> forever =
        List.of(
            new AlterConfigOp(
                new ConfigEntry(TopicConfig.RETENTION_MS_CONFIG, "-1"), AlterConfigOp.OpType.SET));
    admin
        .incrementalAlterConfigs(
            Map.of(
                new ConfigResource(ConfigResource.Type.TOPIC, Topics.EXAMPLES), forever,
                new ConfigResource(ConfigResource.Type.TOPIC, Topics.SUMMARIES), forever))
        .all()
        .get();
  }

  private static void await(final String what, final BooleanSupplier holds)
      throws InterruptedException {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("no " + what + " after 120 s");
      }
      Thread.sleep(100);
    }
  }

  private static void unpack(final Path zip, final Path dir) throws IOException {
    try (InputStream file = Files.newInputStream(zip);
        ZipInputStream in = new ZipInputStream(file)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        final Path path = dir.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          Files.copy(in, path);
        }
      }
    }
  }
}
