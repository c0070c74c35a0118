package org.majorant.ops.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.majorant.features.Dimensions;
import org.majorant.model.Mixture;
import org.majorant.model.Model;
import org.majorant.ops.Majorant;
import org.majorant.ops.broker.BrokerProcess;
import org.majorant.ops.broker.TopicPlan;
import org.majorant.ops.client.ExampleProducer;
import org.majorant.ops.learn.LearnerProcess;
import org.majorant.schema.Curvature;
import org.majorant.schema.Member;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelCodec;
import org.majorant.store.ModelPublisher;
import org.majorant.store.ModelState;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.Topics;
import org.majorant.tally.Tallies;

/** The consumer in {@code examples/node} predicts what {@code predict} predicts. */
class NodeToolsIT {
  private static final Path EXAMPLE = Shipped.ROOT.resolve("ops/examples/node");
  private static final int LINES = 200;

  @TempDir(cleanup = ON_SUCCESS)
  private static Path dir;

  private static Tool node;
  private static BrokerProcess broker;
  private static Map<String, Object> client;

  @BeforeAll
  static void install() throws Exception {
    node = Tool.find("node", "nodejs");
    final Tool npm = Tool.find("npm", "npm");
    for (final String file :
        List.of("package.json", "package-lock.json", "model.mjs", "predict.mjs")) {
      Files.copy(EXAMPLE.resolve(file), dir.resolve(file));
    }
    npm.run(dir, "ci", "--no-audit", "--no-fund");
    cli("topics", "schemas", "--out", dir.resolve("schemas").toString());
    broker = BrokerProcess.start(dir.resolve("broker"));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
    }
  }

  @AfterAll
  static void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void modelThatLearns_isPredictedWithAlike() throws Exception {
    final Path spec =
        Files.writeString(
            dir.resolve("spec.yaml"),
            "{model: live, labels: [a, b, c], publish: {interval: 200ms},"
                + " features: {hash-bits: 10, transform: [log1p, unit]},"
                + " curvature: {memory: diagonal}}");
    try (LearnerProcess learner =
            new LearnerProcess(
                dir, spec, broker.bootstrapServers(), "1", "--value-format", "json");
        ModelSubscriber subscriber = ModelSubscriber.start(client, "live")) {
      final List<String> lines = namedExamples(20 * LINES);
      try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0)) {
        lines.forEach(line -> producer.send(line.getBytes(UTF_8)));
        producer.flush();
      }
      ModelVersion version = subscriber.awaitVersion(1, Duration.ofSeconds(60));
      while (version.head().getTally().getRecords() < lines.size()) {
        version = subscriber.awaitVersion(version.version() + 1, Duration.ofSeconds(60));
      }
      assertThat(learner.isAlive()).isTrue();
      final double surest = assertAlike("live", version.version(), lines.subList(0, LINES));
      assertThat(surest).as("it has learned").isGreaterThan(0.9);
    }
  }

  /** Of several blocks, and with a version before it that was never committed. */
  @Test
  void largeModel_isPredictedWithAlike_andWhatWasAbortedIsNotSeen() throws Exception {
    final ModelSpec spec =
        SpecFile.read("{model: large, labels: [no, yes], features: {dimension: 60000}}");
    publish(spec, 1);
    abort(spec, 4);
    publish(spec, 3);
    final SplittableRandom random = new SplittableRandom(7);
    final List<String> lines =
        IntStream.range(0, LINES)
            .mapToObj(
                i ->
                    "{\"vector\": {\"indices\": %s, \"values\": %s}}"
                        .formatted(
                            random.ints(20, 0, 60000).boxed().toList(),
                            random.doubles(20, -9, 9).boxed().toList()))
            .toList();
    assertAlike("large", 3, lines);
    publishDelta(spec, 4);
    publishDelta(spec, 5);
    assertAlike("large", 5, lines);
  }

  @Test
  void modelOfNames_isPredictedWithAlike() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: names, labels: [a, b, c], features: {names: [x0, x1, c=k1, größe],"
                + " intercept: false}}");
    publish(spec, 1);
    assertAlike("names", 1, namedExamples(LINES));
  }

  @Test
  void modelOfCrosses_isPredictedWithAlike() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: crosses, labels: [a, b, c], features: {hash-bits: 12, bucket: {x1: 0.3, größe:"
                + " 12.5, y: 10}, cross: [[x1, c], [größe, 日本], [c, x2, größe], [x0, y]]}}");
    publish(spec, 1);
    final List<String> lines = new ArrayList<>(namedExamples(LINES));
    for (final String y : List.of("-0.3", "-10", "9.999", "10", "0", "1e-50", "-1e-9", "5e10")) {
      lines.add("{\"features\": {\"y\": %s, \"x0\": 3.3, \"x1\": %s}}".formatted(y, y));
    }
    assertAlike("crosses", 1, lines);
  }

  /** The largest probability of all. */
  private static double assertAlike(
      final String model, final long version, final List<String> lines) throws Exception {
    final Path input = Files.write(dir.resolve(model + ".jsonl"), lines);
    final String[] node = {
      "predict.mjs",
      "--bootstrap-server",
      broker.bootstrapServers(),
      "--model",
      model,
      "--version",
      String.valueOf(version)
    };
    final String there =
        Tool.output(NodeToolsIT.node.command(dir, node).redirectInput(input.toFile()));
    final String here =
        cli(
            "predict",
            "--bootstrap-server",
            broker.bootstrapServers(),
            "--model",
            model,
            "--version",
            String.valueOf(version),
            "--format",
            "jsonl",
            "--data",
            input.toString());
    final List<String> theirs = there.lines().toList();
    final List<String> ours = here.lines().toList();
    assertThat(theirs).hasSameSizeAs(lines);
    assertThat(ours).hasSameSizeAs(lines);
    double surest = 0;
    for (int i = 0; i < lines.size(); i++) {
      final JsonNode their = Shipped.yaml(theirs.get(i));
      final JsonNode our = Shipped.yaml(ours.get(i));
      assertThat(their.get("version")).as(lines.get(i)).isEqualTo(our.get("version"));
      assertThat(their.get("label")).as(lines.get(i)).isEqualTo(our.get("label"));
      final JsonNode expected = our.get("probabilities");
      assertThat(their.get("probabilities")).hasSameSizeAs(expected);
      for (final var entry : expected.properties()) {
        final double p = entry.getValue().doubleValue();
        assertThat(their.get("probabilities").get(entry.getKey()).doubleValue())
            .as(lines.get(i))
            .isCloseTo(p, within(1e-9));
        surest = Math.max(surest, p);
      }
    }
    return surest;
  }

  /** Names of several lengths and scripts, categories, booleans and what is no feature. */
  private static List<String> namedExamples(final int count) {
    final SplittableRandom random = new SplittableRandom(3);
    final List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final int y = random.nextInt(3);
      lines.add(
          ("{\"features\": {\"x%d\": %s, \"größe\": %s, \"c\": \"k%d\", \"日本\": true,"
                  + " \"off\": false, \"none\": null, \"zero\": 0}, \"label\": \"%s\"}")
              .formatted(
                  random.nextInt(2) + y,
                  random.nextDouble(5),
                  random.nextDouble(0.1, 1e3),
                  y,
                  "abc".charAt(y)));
    }
    return lines;
  }

  private static ModelHead head(final ModelSpec spec, final long version) {
    final Tally tally = Tallies.empty();
    return new ModelHead(
        spec.getModel(),
        version,
        0L,
        0L,
        spec,
        Fingerprint.of(spec),
        0,
        0L,
        List.of(),
        tally,
        0L,
        0.5,
        0.6,
        0.1,
        "test",
        null,
        List.of(new NameCount("größe", 7L)),
        0L,
        null,
        members(spec, version),
        0.0);
  }

  private static List<Member> members(final ModelSpec spec, final long version) {
    final SplittableRandom random = new SplittableRandom(1000 + version);
    final Supplier<double[]> theta =
        () -> random.doubles(Dimensions.of(spec).parameters(), -1, 1).toArray();
    final boolean own = spec.getCurvature() == Curvature.FULL;
    return Mixture.of(spec).members(List.of(), own ? List.of(theta.get(), theta.get()) : List.of());
  }

  /** Weights of any sign, limits that clip, and members that predict together. */
  private static Model model(final ModelSpec spec, final long version) {
    final Dimensions shape = Dimensions.of(spec);
    final SplittableRandom random = new SplittableRandom(version);
    final double[] weights = random.doubles(shape.parameters(), -1, 1).toArray();
    final float[] rms = new float[shape.features()];
    for (int i = 0; i < rms.length; i++) {
      rms[i] = (float) random.nextDouble(0.1, 1.5);
    }
    final float[] precision = new float[shape.parameters()];
    for (int at = 0; at < precision.length; at++) {
      precision[at] = (float) random.nextDouble(1, 20);
    }
    return new Model(spec, version, weights, precision, rms)
        .mixing(head(spec, version).getMembers());
  }

  private static void publish(final ModelSpec spec, final long version) {
    ModelPublisher.publish(client, head(spec, version), model(spec, version));
  }

  /** The version before with some features of this one, as a delta from version 3 on. */
  private static void publishDelta(final ModelSpec spec, final long version) throws Exception {
    final ModelState state = new ModelState(spec);
    state.put(ModelCodec.encode(model(spec, 3)));
    byte[] delta = {};
    for (long next = 4; next <= version; next++) {
      delta = ModelCodec.encode(model(spec, next), new int[] {0, (int) next, 30_000, 59_999});
      state.put(delta);
    }
    final ModelHead head = head(spec, version);
    head.setSnapshot(3L);
    head.setState(state.hash());
    write(SnapshotFormat.MODELS.splitInTurn(head, delta, spec.getKeepVersions(), 3), true);
  }

  private static void abort(final ModelSpec spec, final long version) throws Exception {
    final byte[] data = ModelCodec.encode(model(spec, version));
    final List<SnapshotRecord> records =
        SnapshotFormat.MODELS.split(head(spec, version), data, spec.getKeepVersions());
    assertThat(records).hasSizeGreaterThan(2);
    write(records, false);
  }

  private static void write(final List<SnapshotRecord> records, final boolean commit)
      throws Exception {
    final Map<String, Object> config =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "aborts");
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      producer.initTransactions();
      producer.beginTransaction();
      final int partitions = producer.partitionsFor(Topics.MODELS).size();
      for (final SnapshotRecord r : records) {
        final int partition = SnapshotFormat.partition(r.key(), partitions);
        producer.send(new ProducerRecord<>(Topics.MODELS, partition, r.key(), r.value())).get();
      }
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  /** What a command prints that ends well. */
  private static String cli(final String... arguments) throws IOException {
    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final int status =
        Majorant.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    assertThat(status).as(err.toString()).isZero();
    return out.toString();
  }
}
