package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.faults.Commands.Run;
import org.majorant.acceptance.faults.Commands.Running;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.lineage.LineageGap;
import org.majorant.ops.KeyFiles;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.ops.read.PublishedModels;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.SpecFile;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;

/**
 * The rights on the operators' page, over mutual TLS. Each principal does its whole work with the
 * rights of its rows. Then one right at a time is taken away, and it must fail, in one line: so
 * nothing on the page is superfluous.
 */
@TestMethodOrder(OrderAnnotation.class)
@Tag("faults")
class AclFaults {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String USER = "User:CN=client";
  private static final Set<String> TRIED = new TreeSet<>();

  @TempDir(cleanup = ON_SUCCESS)
  private static Path dir;

  private static SecureBroker broker;
  private static Properties client;
  private static Commands commands;
  private static Map<String, List<AclBinding>> rights;
  private static int learners;

  @BeforeAll
  static void start() throws Exception {
    final KeyFiles key = KeyFiles.make(dir, "client", "EC");
    Files.writeString(dir.resolve("data"), "-1 1:1\n+1 2:1\n7 2:1\n");
    final String spec =
        "{model: %s, labels: ['-1', '+1'], features: {dimension: 3}, publish: {interval: 100ms}}";
    Files.writeString(dir.resolve("spec"), spec.formatted("adult"));
    Files.writeString(dir.resolve("batch"), spec.formatted("batch"));
    Files.writeString(dir.resolve("fleet"), spec.formatted("of-a-fleet"));
    broker = new SecureBroker(dir.resolve("broker"), key);
    client = broker.mutual(key);
    try (Admin admin = Admin.create(broker.admin())) {
      TopicPlan.create(admin, 1);
    }
    commands = new Commands(dir);
    rights = Rights.onPage(USER);
  }

  @AfterAll
  static void stop() {
    commands.close();
    broker.close();
  }

  @Test
  @Order(1)
  void producer_needsJustItsRights() throws Exception {
    requireJust("producer", "produce --format libsvm --data DIR/data");
  }

  /** The right to create topics matters before they are there, so it is the first to be missed. */
  @Test
  @Order(2)
  void learner_needsJustItsRights() throws Exception {
    final List<AclBinding> all = new ArrayList<>(rightsOf("learner"));
    all.sort(Comparator.comparing(right -> right.entry().operation() != AclOperation.CREATE));
    for (final AclBinding right : all) {
      if (right.entry().operation() != AclOperation.CREATE && learned() == 0) {
        broker.allow(all);
        assertThat(learn()).isEmpty();
      }
      broker.allow(without(all, right));
      final Optional<Run> ended = learn();
      assertThat(ended).as("learns without %s", right).isPresent();
      requireRefusal(ended.get(), right);
    }
  }

  /** At its start, and while it runs; nor do Kafka's own classes print a stack trace. */
  @Test
  @Order(3)
  void learner_thatIsRefused_endsWithOneLine() throws Exception {
    final List<AclBinding> all = rightsOf("learner");
    broker.allow(without(all, ResourceType.TRANSACTIONAL_ID));
    try (LearnerProcess learner = process("1")) {
      requireRefusal(learner);
    }
    broker.allow(all);
    try (LearnerProcess learner = process("2")) {
      final long records = produce();
      final long end = System.nanoTime() + PATIENCE.toNanos();
      while (learned() < records) {
        assertThat(System.nanoTime()).as(learner.log()).isLessThan(end);
        Thread.sleep(100);
      }
      broker.allow(without(all, ResourceType.GROUP));
      requireRefusal(learner);
    }
  }

  /**
   * A learner without the right to make room for added partitions waits for somebody who makes it;
   * one with the right makes it.
   */
  @Test
  @Order(4)
  void partitionsAdded_areLearned_whenThereIsRoomForTheirProgress() throws Exception {
    final List<AclBinding> all = new ArrayList<>(rightsOf("learner"));
    broker.allow(all);
    try (LearnerProcess learner = process("3")) {
      produceTo(0);
      addPartition(2);
      await(learner, () -> learner.log().contains("type 'topics expand adult'"));
      Thread.sleep(12_000); // in which a thread would fail and be replaced
      assertThat(learner.isAlive()).as(learner.log()).isTrue();
      assertThat(learner.log().lines().filter(line -> line.contains("adult has stopped")))
          .as(learner.log())
          .hasSize(1);
      produceTo(1);
      final Run expand = commands.run(broker.admin(), "topics expand adult");
      assertThat(expand.exitCode()).as(expand.toString()).isZero();
      await(learner, () -> learnedFrom(1));

      all.addAll(rightsOf("learner that makes room itself"));
      broker.allow(all);
      addPartition(3);
      produceTo(2);
      await(learner, () -> learnedFrom(2));
    }
    addPartition(4);
    requireJust("topics expand", "topics expand adult");
  }

  private static void await(final LearnerProcess learner, final Callable<Boolean> condition)
      throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as(learner.log()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  private static void addPartition(final int all) throws Exception {
    try (Admin admin = Admin.create(broker.admin())) {
      admin.createPartitions(Map.of(Topics.EXAMPLES, NewPartitions.increaseTo(all))).all().get();
    }
  }

  private static boolean learnedFrom(final int partition) throws Exception {
    return PublishedModels.read(broker.admin(), "adult"::equals, head -> false, PATIENCE)
        .versions("adult")
        .stream()
        .flatMap(head -> head.getLineage().stream())
        .anyMatch(learned -> learned.getPartition() == partition && learned.getNext() > 0);
  }

  private static void produceTo(final int partition) throws Exception {
    final var vector = new SparseVector(List.of(1), List.of(1f));
    final LabeledExample example =
        LabeledExample.newBuilder()
            .setStructure(Point.newBuilder().setFeatures(vector).setLabel("-1").build())
            .build();
    final byte[] value =
        AvroSerde.of(LabeledExample.class).serializer().serialize(Topics.EXAMPLES, example);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(broker.admin(), bytes, bytes)) {
      producer.send(new ProducerRecord<>(Topics.EXAMPLES, partition, null, value)).get();
    }
  }

  private static LearnerProcess process(final String instance) throws Exception {
    final Path config = dir.resolve("client.properties");
    try (OutputStream properties = Files.newOutputStream(config)) {
      client.store(properties, null);
    }
    return new LearnerProcess(
        dir,
        dir.resolve("spec"),
        client.getProperty("bootstrap.servers"),
        instance,
        "--command-config",
        config.toString());
  }

  private static void requireRefusal(final LearnerProcess learner) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    while (learner.isAlive()) {
      assertThat(System.nanoTime()).as(learner.log()).isLessThan(end);
      Thread.sleep(100);
    }
    assertThat(learner.log()).doesNotContain("\tat ");
    // On a busy machine the first answer may take long, and the learner says that it waits for one.
    assertThat(learner.log().lines())
        .as(learner.log())
        .filteredOn(line -> line.startsWith("majorant: ") && !line.contains("no broker answers"))
        .singleElement()
        .asString()
        .startsWith("majorant: the broker does not allow it");
  }

  @Test
  @Order(5)
  void operators_needJustTheirRights() throws Exception {
    requireJust("subscriber", "predict --model adult --format libsvm --data DIR/data");
    requireJust("models lineage --verify", "models lineage adult --verify");
    requireJust(
        "models export --with-curvature",
        "models export adult --with-curvature --out DIR/adult.json");
    requireJust(
        "models rollback and import",
        "models rollback adult --to DIR/adult.json --yes",
        "models import DIR/adult.json --model other --yes");
    requireJust("models replay", "models replay adult --to-version 1");
    leaveAGap();
    requireJust("models accept-loss", "models accept-loss adult --yes");
    requireJust(
        "train --publish", "train --format libsvm --data DIR/data --spec DIR/batch --publish");
    // who may not read a topic is not told so while nothing is on it
    assertThat(commands.run(broker.admin(), "models apply DIR/fleet").exitCode()).isZero();
    requireJust("models apply", "models apply DIR/batch");
    requireJust("dead-letters list and show", "dead-letters list", "dead-letters show 0");
    requireJust("dead-letters replay", "dead-letters replay 0 --force --yes");
    requireJust("topics create", "topics create");
    requireJust("topics create --reconfigure", "topics create --reconfigure");
  }

  @Test
  @Order(6)
  void serverThatLogs_needsJustItsRights() throws Exception {
    try (Admin admin = Admin.create(broker.admin())) {
      admin.createTopics(List.of(new NewTopic("served", 1, (short) 1))).all().get();
    }
    final String line = "serve --log-predictions served";
    final List<AclBinding> all = rightsOf(line);
    for (final AclBinding right : all) {
      broker.allow(without(all, right));
      requireRefusal(commands.run(client, line + " --http-port 0"), right);
    }
    broker.allow(all);
    final StringWriter out = new StringWriter();
    try (Running server = commands.start(client, line + " --http-port 0", out)) {
      final long end = System.nanoTime() + PATIENCE.toNanos();
      while (!out.toString().contains("Ask at")) {
        assertThat(System.nanoTime()).as("serves: %s", out).isLessThan(end);
        assertThat(server.run()).isNotDone();
        Thread.sleep(100);
      }
    }
  }

  /** Whatever it may not ask, it says so, and does not take for a fault. */
  @Test
  @Order(7)
  void doctor_needsJustItsRights() throws Exception {
    final List<AclBinding> all = rightsOf("doctor");
    broker.allow(all);
    assertThat(unwell()).isEmpty();
    for (final AclBinding right : all) {
      broker.allow(without(all, right));
      assertThat(unwell())
          .as("without %s", right)
          .isNotEmpty()
          .allMatch(finding -> finding.at("/mend").asText().contains("OPERATIONS.md"));
    }
  }

  /** Nor to exchange two of its models, as it does by itself where a spec says so. */
  @Test
  @Order(8)
  void fleet_needsNoOtherRights() throws Exception {
    Files.writeString(
        dir.resolve("challenger"),
        Files.readString(dir.resolve("fleet"))
            .replace("of-a-fleet,", "of-a-fleet-2, challenges: of-a-fleet,"));
    requireSuccess(commands.run(broker.admin(), "models apply DIR/fleet DIR/challenger"));
    requireSuccess(commands.run(broker.admin(), "produce --format libsvm --data DIR/data"));
    broker.allow(fleetRights());
    final String line =
        "learn --models of-a-fleet* --http-port 0 --state-dir DIR/fleet-state --instance-id f";
    try (Running fleet = commands.start(client, line, new StringWriter())) {
      awaitVersions(fleet, 1);
      requireSuccess(commands.run(client, "models promote of-a-fleet-2 --yes"));
      requireSuccess(commands.run(broker.admin(), "produce --format libsvm --data DIR/data"));
      awaitVersions(fleet, 3);
    }
    requireJust("models promote", "models promote of-a-fleet-2 --yes");
  }

  /** As the page says it: those of a learner under another name, those who apply, and one more. */
  private static List<AclBinding> fleetRights() throws Exception {
    final List<AclBinding> all = new ArrayList<>();
    for (final AclBinding right : rightsOf("learner")) {
      final ResourcePattern of = right.pattern();
      all.add(
          of.name().startsWith("majorant-adult")
              ? Rights.allow(
                  USER,
                  new ResourcePattern(
                      of.resourceType(), "majorant-fleet-default", PatternType.PREFIXED),
                  right.entry().operation())
              : right);
    }
    all.addAll(rightsOf("models apply"));
    final var groups = new ResourcePattern(ResourceType.GROUP, "majorant-", PatternType.PREFIXED);
    all.add(Rights.allow(USER, groups, AclOperation.DESCRIBE));
    return all;
  }

  /** Until both models have some. */
  private static void awaitVersions(final Running fleet, final int least) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    for (final String model : List.of("of-a-fleet", "of-a-fleet-2")) {
      while (PublishedModels.read(broker.admin(), model::equals, head -> false, PATIENCE)
              .versions(model)
              .stream()
              .mapToLong(ModelHead::getVersion)
              .max()
              .orElse(0)
          < least) {
        assertThat(fleet.run()).as("%s", fleet.run()).isNotDone();
        assertThat(System.nanoTime()).as("%s is not learned", model).isLessThan(end);
        Thread.sleep(100);
      }
    }
  }

  private static void requireSuccess(final Run run) {
    assertThat(run.exitCode()).as("%s", run).isZero();
  }

  @Test
  @Order(9)
  void whoGoesOnWithATopicMadeAgain_needsJustItsRights() throws Exception {
    try (Admin admin = Admin.create(broker.admin())) {
      admin.deleteTopics(List.of(Topics.EXAMPLES)).all().get();
      Thread.sleep(1000);
      TopicPlan.create(admin, 1);
    }
    requireJust("models accept-recreated", "models accept-recreated adult --yes");
  }

  @Test
  @Order(10)
  void whoEndsAModel_needsJustItsRights() throws Exception {
    requireJust("models delete", "models delete adult --yes");
  }

  @Test
  @Order(11)
  void principals_onThePage_areAllTried() {
    assertThat(TRIED).isEqualTo(rights.keySet());
  }

  /** Runs commands with all but one of the rights of a principal, for each, and then with all. */
  private static void requireJust(final String principal, final String... lines) throws Exception {
    final List<AclBinding> all = rightsOf(principal);
    for (final AclBinding right : all) {
      broker.allow(without(all, right));
      for (final String line : lines) {
        requireRefusal(commands.run(client, line), right);
      }
    }
    broker.allow(all);
    for (final String line : lines) {
      final Run run = commands.run(client, line);
      assertThat(run.exitCode()).as("%s: %s", line, run).isZero();
    }
  }

  /** Writes a summary that begins far behind the newest base, and what is to be merged into it. */
  private static void leaveAGap() throws Exception {
    final AtomicReference<SurrogateHead> base = new AtomicReference<>();
    try (SnapshotReader<SurrogateHead> reader =
        new SnapshotReader<>(
            SnapshotFormat.SURROGATES,
            SnapshotReader.consumer(broker.admin()),
            "adult"::equals,
            PATIENCE)) {
      reader.readToEnd(snapshot -> base.set(snapshot.head()));
    }
    final long next = base.get().getLineage().get(0).getNext();
    final byte[] key = "adult".getBytes(StandardCharsets.UTF_8);
    final byte[] value =
        new LineageGap(0, next + 1000, next + 1001)
            .declaration(base.get(), SpecFile.read(Files.readString(dir.resolve("spec"))));
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(broker.admin(), bytes, bytes)) {
      producer.send(new ProducerRecord<>(Topics.SUMMARIES, key, value)).get();
    }
  }

  private static void requireRefusal(final Run run, final AclBinding missing) {
    assertThat(run.exitCode()).as("without %s: %s", missing, run).isEqualTo(1);
    assertThat(run.err().lines().toList())
        .as("without %s: %s", missing, run)
        .singleElement()
        .asString()
        .contains("the broker does not allow it", "OPERATIONS.md");
  }

  /**
   * Starts a learner with new records to learn.
   *
   * @return what it came to, if it ended before it had learned them
   */
  private static Optional<Run> learn() throws Exception {
    final long records = produce();
    final String line =
        "learn --spec DIR/spec --http-port 0 --state-dir DIR/state --instance-id " + ++learners;
    final long end = System.nanoTime() + PATIENCE.toNanos();
    try (Running learner = commands.start(client, line, new StringWriter())) {
      while (learned() < records) {
        if (learner.run().isDone()) {
          return Optional.of(learner.run().join());
        }
        assertThat(System.nanoTime()).as("neither learns nor ends").isLessThan(end);
        Thread.sleep(100);
      }
    }
    return Optional.empty();
  }

  /**
   * Sends records to learn, and one that cannot be learned.
   *
   * @return how many there are now
   */
  private static long produce() throws Exception {
    final Run run = commands.run(broker.admin(), "produce --format libsvm --data DIR/data");
    assertThat(run.exitCode()).as(run.toString()).isZero();
    try (Admin admin = Admin.create(broker.admin())) {
      final TopicPartition input = new TopicPartition("examples", 0);
      final var end = admin.listOffsets(Map.of(input, OffsetSpec.latest()));
      return end.partitionResult(input).get().offset();
    }
  }

  /** Records that are in a version. */
  private static long learned() throws Exception {
    return PublishedModels.read(broker.admin(), "adult"::equals, head -> false, PATIENCE)
        .versions("adult")
        .stream()
        .mapToLong(head -> head.getTally().getRecords())
        .max()
        .orElse(0);
  }

  /** What the doctor finds wrong with the brokers and their topics. */
  private static List<JsonNode> unwell() throws Exception {
    final Run run = commands.run(client, "doctor --json --data-dir DIR");
    final List<JsonNode> unwell = new ArrayList<>();
    for (final JsonNode finding : new ObjectMapper().readTree(run.out()).at("/findings")) {
      final String check = finding.at("/check").asText();
      if (!check.matches("java|memory|disk|port .*")
          && !finding.at("/status").asText().equals("ok")) {
        unwell.add(finding);
      }
    }
    return unwell;
  }

  private static List<AclBinding> rightsOf(final String principal) {
    TRIED.add(principal);
    return rights.get(principal);
  }

  private static List<AclBinding> without(final List<AclBinding> all, final ResourceType type) {
    return all.stream().filter(right -> right.pattern().resourceType() != type).toList();
  }

  private static List<AclBinding> without(final List<AclBinding> all, final AclBinding one) {
    return all.stream().filter(right -> right != one).toList();
  }
}
