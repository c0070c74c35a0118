package org.majorant.acceptance.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.acceptance.Jvm;
import org.majorant.acceptance.broker.OperatorRun;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.JoinedCheck;
import org.majorant.acceptance.learn.LateStream;
import org.majorant.acceptance.learn.LateSupply;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.lineage.OffsetHash;
import org.majorant.ops.data.Adult;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.Comparison;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelHead;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.Tally;

/**
 * Two instances of a fleet, and the broker, are killed while twelve models learn from three topics.
 * What may be seen: a model stands still for as long as a session or a transaction of the killed
 * process lasts. What must never be seen, of any model: an offset that is learned twice or not at
 * all, a version whose lineage is behind that of the one before, a model that does not go on.
 *
 * <p>One record in twenty is garbage. Each model's counts are those of the records that were sent
 * to its topic, and the sum of its offsets' hashes is that of all offsets there are. One model of
 * each topic challenges another: no example is compared twice, and few are lost. The labels of a
 * thirteenth model come late: each event is joined once, with the label that counts.
 */
@Tag("faults")
class FleetFaults {
  private static final int PARTITIONS = 2;
  private static final double RATE = 60;

  /** The wait of the late model is longer than that and the broker's absence together. */
  private static final long LATE_MILLIS = 10_000;

  private static final String LATE =
      "{model: late, input: events, labels: ['-1', '+1'], features: {dimension: 124}, publish: {interval: 1s}, label: {topic: labels, path: is, time: at, wait: 50s, default: '-1'}}";

  private static final List<String> INPUTS = List.of("left", "middle", "right");

  /** What the models of a topic have besides labels and features. */
  private static final Map<String, String> KINDS =
      new TreeMap<>(
          Map.of(
              "plain", "curvature: {memory: diagonal}",
              "strict", "curvature: {memory: diagonal}, prior: {l2: 3}, challenges: %s-plain",
              "full", "curvature: {memory: full}",
              "single", "curvature: {memory: diagonal}, members: none"));

  private final SortedMap<String, Supply> supplies = new TreeMap<>(); // by topic
  private final SortedMap<String, ExampleStream> streams = new TreeMap<>();
  private final SortedMap<String, VersionWatch> watches = new TreeMap<>(); // by model
  private final List<LearnerProcess> fleet = new ArrayList<>();
  private LateStream lateStream;
  private LateSupply lateSupply;
  private VersionWatch lateWatch;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path dir;

  private BrokerProcess broker;

  @BeforeEach
  void start() throws Exception {
    startBroker();
    final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
    final List<byte[]> examples = Adult.train();
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
      admin
          .createTopics(
              Stream.concat(INPUTS.stream(), Stream.of(LateStream.EVENTS, LateStream.LABELS))
                  .map(input -> new NewTopic(input, PARTITIONS, (short) 1))
                  .toList())
          .all()
          .get();
    }
    for (final String input : INPUTS) {
      final ExampleStream stream =
          new ExampleStream(INPUTS.indexOf(input), Encoding.AVRO, examples);
      streams.put(input, stream);
      for (final String kind : KINDS.keySet()) {
        apply(input, kind);
        final String model = model(input, kind);
        final VersionWatch watch = new VersionWatch(client, model);
        watches.put(model, watch);
      }
    }
    applySpec("late", LATE);
    lateStream = new LateStream(7, LATE_MILLIS, place -> person(examples, place));
    lateWatch = new VersionWatch(client, "late");
    for (final String instance : List.of("1", "2")) {
      fleet.add(
          LearnerProcess.ofFleet(
              Jvm.SHORT_LIVED,
              dir,
              broker.bootstrapServers(),
              instance,
              "--max-example-bytes",
              Integer.toString(LiveSystem.MAX_EXAMPLE_BYTES)));
    }
    streams.forEach(
        (input, stream) ->
            supplies.put(input, new Supply(broker.bootstrapServers(), input, stream, RATE)));
    lateSupply = new LateSupply(client, lateStream, RATE, Integer.MAX_VALUE);
  }

  private static LateStream.Labeled person(final List<byte[]> examples, final long place) {
    final LabeledExample example = Encoding.decode(examples.get((int) (place % examples.size())));
    final Point point = (Point) example.getStructure();
    final String label = (String) point.getLabel();
    point.setLabel(null);
    return new LateStream.Labeled(
        Encoding.AVRO.encode(example), label, label.equals("+1") ? "-1" : "+1");
  }

  private void startBroker() {
    broker = ShortLivedBroker.start(dir.resolve("broker"));
  }

  private static String model(final String input, final String kind) {
    return input + "-" + kind;
  }

  private void apply(final String input, final String kind) throws Exception {
    final String model = model(input, kind);
    applySpec(
        model,
        ("{model: %s, input: {topic: %s}, labels: ['-1', '+1'], features: {dimension: 124},"
                + " publish: {interval: 1s}, %s}")
            .formatted(model, input, KINDS.get(kind).formatted(input)));
  }

  private void applySpec(final String model, final String spec) throws Exception {
    run("models", "apply", Files.writeString(dir.resolve(model + ".yaml"), spec).toString());
  }

  /** What a command prints. */
  private String run(final String... command) {
    return OperatorRun.of(broker, command).requireCode(0);
  }

  @AfterEach
  void stop() {
    supplies.values().forEach(Supply::close);
    if (lateSupply != null) {
      lateSupply.close();
      lateWatch.close();
    }
    watches.values().forEach(VersionWatch::close);
    fleet.forEach(LearnerProcess::close);
    if (broker != null) {
      broker.kill();
    }
  }

  @Test
  void everyModel_learnsEachOffsetOnce_howeverOftenInstancesAndTheBrokerAreKilled()
      throws Exception {
    awaitProgress("the start");
    for (final int victim : new int[] {0, 1, 0}) {
      kill(victim);
    }
    broker.kill();
    startBroker();
    awaitProgress("the broker was killed");
    fleet.get(0).kill(); // both at once
    fleet.get(1).kill();
    fleet.get(0).start();
    fleet.get(1).start();
    awaitProgress("both were killed");
    finish();
  }

  private void kill(final int victim) throws Exception {
    fleet.get(victim).kill();
    fleet.get(victim).start();
    awaitProgress("instance %d was killed".formatted(victim + 1));
  }

  /** Each partition of each model is learned further than it is now. */
  private void awaitProgress(final String since) throws Exception {
    final long begin = System.nanoTime();
    final Map<String, List<PartitionOffset>> before = new HashMap<>();
    watches.forEach((model, watch) -> before.put(model, watch.lineage()));
    for (final Map.Entry<String, VersionWatch> each : watches.entrySet()) {
      each.getValue()
          .await(
              "%s goes on since %s".formatted(each.getKey(), since),
              lineage ->
                  lineage.size() == PARTITIONS
                      && VersionWatch.isBeyond(before.get(each.getKey()), lineage));
    }
    System.out.printf(
        "%s: all models go on after %.1f s%n", since, (System.nanoTime() - begin) / 1e9);
  }

  private void finish() throws Exception {
    final Map<String, Long> all = new HashMap<>();
    final long events = lateSupply.finish();
    supplies.forEach((input, supply) -> all.put(input, supply.finish()));
    for (final String input : INPUTS) {
      final long sent = all.get(input);
      final List<PartitionOffset> ends =
          List.of(
              new PartitionOffset(0, (sent + 1) / PARTITIONS),
              new PartitionOffset(1, sent / PARTITIONS));
      for (final String kind : KINDS.keySet()) {
        final String model = model(input, kind);
        watches.get(model).await(model + " at its end", ends::equals);
        requireExact(model, watches.get(model), counts(input, sent), ends);
      }
      requireCompared(watches.get(model(input, "strict")).newest().head());
      run("models", "lineage", model(input, "full"), "--verify");
      requireLearners(model(input, "full"));
      System.out.printf("%s: %d records, each learned once by each model%n", input, sent);
    }
    requireJoined(events);
  }

  private void requireJoined(final long events) throws Exception {
    JoinedCheck.require(
        Map.of("bootstrap.servers", broker.bootstrapServers()),
        "majorant-joined-late",
        lateStream,
        events,
        "-1",
        () -> fleet.get(0).log() + fleet.get(1).log());
    lateWatch.await(
        "late has learned %d events".formatted(events),
        lineage -> lateWatch.newest().head().getTally().getExamples() >= events);
    assertThat(Counts.of(lateWatch.newest().head().getTally()))
        .isEqualTo(new Counts(events, 0, 0, 0, 0));
    assertThat(lateWatch.faults()).isEmpty();
    run("models", "lineage", "late", "--verify");
    System.out.printf("late: %d events, each joined and learned once%n", events);
  }

  /** A crash may lose what was not shipped yet; nothing is compared twice. */
  private static void requireCompared(final ModelHead challenger) {
    final Comparison comparison = challenger.getComparison();
    final long examples = challenger.getTally().getExamples();
    assertThat(comparison.getExamples() + comparison.getUnpaired())
        .as("%s of %d", comparison, examples)
        .isBetween(examples * 4 / 5, examples);
  }

  /** Operators see which instances learn a model. */
  private void requireLearners(final String model) throws Exception {
    final JsonNode learners =
        new ObjectMapper().readTree(run("models", "show", model, "--json")).get("learners");
    assertThat(learners.at("/majorizer/id").asText()).as(model).isIn("1", "2");
    assertThat(learners.get("partitions")).as(model).hasSize(PARTITIONS);
    for (final JsonNode partition : learners.get("partitions")) {
      assertThat(partition.at("/instance/id").asText()).as(model).isIn("1", "2");
      assertThat(partition.get("lag").asLong()).as(model).isZero();
    }
  }

  private Counts counts(final String input, final long sent) {
    return LongStream.range(0, sent)
        .mapToObj(place -> Counts.of(streams.get(input).at(place).fate()))
        .reduce(new Counts(0, 0, 0, 0, 0), Counts::plus);
  }

  private void requireExact(
      final String model,
      final VersionWatch watch,
      final Counts expected,
      final List<PartitionOffset> ends) {
    assertThat(watch.faults()).as(model).isEmpty();
    final ModelHead head = watch.newest().head();
    final Tally tally = head.getTally();
    final long offsets = ends.stream().mapToLong(PartitionOffset::getNext).sum();
    assertThat(head.getLineage()).as(model).isEqualTo(ends);
    assertThat(tally.getRecords()).as(model).isEqualTo(offsets);
    assertThat(Counts.of(tally)).as(model).isEqualTo(expected);
    assertThat(tally.getOffsetHash())
        .as(model)
        .isEqualTo(
            ends.stream()
                .flatMapToLong(end -> LongStream.range(0, end.getNext()))
                .map(OffsetHash::of)
                .sum());
  }
}
