package org.majorant.acceptance.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.TestInstance.Lifecycle.PER_CLASS;
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
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.learn.LearnerProcess;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.model.PointPredictor;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.ops.Majorant;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelSubscriber;
import org.majorant.store.ModelVersion;

/**
 * The consumer of the model topic in {@code examples/python} predicts what {@code predict}
 * predicts.
 */
@Tag("tools")
@TestInstance(PER_CLASS)
class PythonTopicToolsIT {
  private static final int LINES = 200;
  private static final Path SOURCES = Shipped.ROOT.resolve("ops/examples/python/src");

  private final Tool python =
      Tool.find(
          "python3",
          "python3-confluent-kafka python3-avro python3-crc32c python3-murmurhash",
          "-c",
          "import confluent_kafka, avro, crc32c, murmurhash");
  private Path dir;
  private BrokerProcess broker;
  private Map<String, Object> client;
  private RandomModels models;

  /** The consumer with these options. */
  private ProcessBuilder consumer(final List<String> options) {
    final List<String> arguments = new ArrayList<>(List.of("-B", "-m", "majorant.topic"));
    arguments.addAll(options);
    final ProcessBuilder consumer = python.command(dir, arguments.toArray(String[]::new));
    consumer.environment().put("PYTHONPATH", SOURCES.toString());
    return consumer;
  }

  @BeforeAll
  void start(@TempDir(cleanup = ON_SUCCESS) final Path in) throws Exception {
    dir = in;
    cli("topics", "schemas", "--out", dir.resolve("schemas").toString());
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    models = new RandomModels(broker.bootstrapServers());
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
    }
  }

  @AfterAll
  void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  /**
   * Of names that are hashed, some of them standardized, and of a list of them; 日本 never varies.
   * Views have diagonal and full memories, and so members with weights of their own.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hashed       | {hash-bits: 10, transform: [log1p, unit]} | diagonal | []",
        "numbers      | {hash-bits: 10, standardize: 500, numbers: [größe, x0, 日本, x2, x3]} |"
            + " diagonal | []",
        "standardized | {names: [größe, x0, c=k0, 日本, x1, c=k1, x2, x3], standardize: 500} |"
            + " diagonal | []",
        "views        | {hash-bits: 10, standardize: 500, numbers: [größe, x0, 日本, x2, x3]} |"
            + " diagonal | [linear, hats, products]",
        "full         | {names: [größe, x0, c=k0, 日本, x1, c=k1, x2, x3], standardize: 500} |"
            + " full | [linear, hats, products]"
      })
  void modelThatLearns_isPredictedWithAlike(
      final String name, final String features, final String memory, final String views)
      throws Exception {
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
    }
    final Path spec =
        Files.writeString(
            dir.resolve(name + ".yaml"),
            ("{model: %s, input: %s, labels: [a, b, c], publish: {interval: 200ms}, features: %s,"
                    + " curvature: {memory: %s}, views: %s}")
                .formatted(name, name, features, memory, views));
    try (LearnerProcess learner =
            new LearnerProcess(
                Files.createDirectories(dir.resolve(name)),
                spec,
                broker.bootstrapServers(),
                "1",
                "--value-format",
                "json");
        ModelSubscriber subscriber = ModelSubscriber.start(client, name)) {
      final List<String> lines = namedExamples(20 * LINES);
      try (ExampleProducer producer = new ExampleProducer(client, name, 0)) {
        lines.forEach(line -> producer.send(line.getBytes(UTF_8)));
        producer.flush();
      }
      ModelVersion version = subscriber.awaitVersion(1, Duration.ofSeconds(60));
      while (version.head().getTally().getRecords() < lines.size()) {
        version = subscriber.awaitVersion(version.version() + 1, Duration.ofSeconds(60));
      }
      assertThat(learner.isAlive()).isTrue();
      final double surest = assertAlike(name, version.version(), lines.subList(0, LINES));
      assertThat(surest).as("it has learned").isGreaterThan(0.9);
    }
  }

  /** What it sends is learned as the rows of the table are. */
  @Test
  void rowsOfATable_thatAreSent_areLearnedByTheColumnsOfTheSpec() throws Exception {
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(List.of(new NewTopic("rows", 1, (short) 1))).all().get();
    }
    final Path spec =
        Files.writeString(
            dir.resolve("rows.yaml"),
            "{model: rows, input: rows, labels: [a, b], publish: {interval: 200ms}, columns: {label: y,"
                + " decimal: {price: comma}, category: [zip]}, features: {names: [price, zip=7,"
                + " zip=8, plan=größe]}}");
    final StringBuilder table = new StringBuilder("zip,price,plan,y\r\n");
    for (int i = 0; i < LINES; i++) {
      table.append(i % 2 == 0 ? "7,\"€ 1.234,50\",größe,a\r\n" : "8,\"0,5\",\"größe\",b\r\n");
    }
    table.append("8,?,,\r\n");
    final Path input = Files.writeString(dir.resolve("rows.csv"), table);
    final ProcessBuilder sender =
        python.command(
            dir,
            "-B",
            "-m",
            "majorant.topic.rows",
            "--bootstrap-server",
            broker.bootstrapServers(),
            "--topic",
            "rows",
            "--label",
            "y");
    sender.environment().put("PYTHONPATH", SOURCES.toString());
    assertThat(Tool.output(sender.redirectInput(input.toFile())))
        .isEqualToIgnoringNewLines("Sent %d rows to rows".formatted(LINES + 1));
    try (LearnerProcess learner =
            new LearnerProcess(
                Files.createDirectories(dir.resolve("rows")),
                spec,
                broker.bootstrapServers(),
                "1",
                "--value-format",
                "json");
        ModelSubscriber subscriber = ModelSubscriber.start(client, "rows")) {
      ModelVersion version = subscriber.awaitVersion(1, Duration.ofSeconds(60));
      while (version.head().getTally().getRecords() < LINES + 1) {
        version = subscriber.awaitVersion(version.version() + 1, Duration.ofSeconds(60));
      }
      assertThat(version.head().getTally().getExamples()).as(learner.log()).isEqualTo(LINES);
      assertThat(version.head().getTally().getUnlabeled()).isOne();
      final PointPrediction said =
          new PointPredictor(version.model())
              .predict(
                  new LabeledExample(
                      null,
                      null,
                      1.0,
                      new Point(
                          new NamedFeatures(
                              List.of("zip=7", "price", "plan=größe"), List.of(1f, 1234.5f, 1f)),
                          null,
                          null,
                          null)));
      assertThat(said.label()).isEqualTo("a");
      assertThat(said.probabilities().get("a")).isGreaterThan(0.9);
    }
  }

  /** Of several blocks, and with a version before it that was never committed. */
  @Test
  void largeModel_isPredictedWithAlike_andWhatWasAbortedIsNotSeen() throws Exception {
    final ModelSpec spec =
        SpecFile.read("{model: large, labels: [no, yes], features: {dimension: 60000}}");
    models.publish(spec, 1);
    try (KafkaProducer<byte[], byte[]> open = models.begin(spec, 4)) {
      open.abortTransaction();
    }
    models.publish(spec, 3);
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
    models.publishDelta(spec, 4);
    models.publishDelta(spec, 5);
    assertAlike("large", 5, lines);
  }

  /** The members of two half-lives have one prior, and weights of their own each. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"names | none", "drift | {half-lives: [10, 300]}"})
  void modelOfNames_isPredictedWithAlike(final String name, final String forgetting)
      throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            ("{model: %s, labels: [a, b, c], features: {names: [x0, x1, c=k1, größe],"
                    + " intercept: false}, forgetting: %s}")
                .formatted(name, forgetting));
    models.publish(spec, 1);
    final List<String> lines = new ArrayList<>(namedExamples(LINES));
    lines.add("{\"features\": {\"x0\": 1}, \"logPrior\": [-0.5, 0, 1.5]}");
    assertAlike(name, 1, lines);
  }

  @Test
  void modelOfCrosses_isPredictedWithAlike() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: crosses, labels: [a, b, c], features: {hash-bits: 12, bucket: {x1: 0.3, größe:"
                + " 12.5, y: 10}, cross: [[x1, c], [größe, 日本], [c, x2, größe], [x0, y]]}}");
    models.publish(spec, 1);
    final List<String> lines = new ArrayList<>(namedExamples(LINES));
    for (final String y : List.of("-0.3", "-10", "9.999", "10", "0", "1e-50", "-1e-9", "5e10")) {
      lines.add("{\"features\": {\"y\": %s, \"x0\": 3.3, \"x1\": %s}}".formatted(y, y));
    }
    assertAlike("crosses", 1, lines);
  }

  /** Numbers beyond their bounds and knots are among them, and features that were never seen. */
  @ParameterizedTest
  @CsvSource({"2, full", "3, full", "2, diagonal", "3, diagonal"})
  void modelWithViews_isPredictedWithAlike(final int labels, final String memory) throws Exception {
    final String name = "views-" + labels + memory;
    final ModelSpec spec =
        SpecFile.read(
            ("{model: %s, labels: %s, features: {names: [c=k1, off, x0, x1, größe, x2, x3],"
                    + " standardize: 100, numbers: [off, x0, x1, größe, x2, x3]}, curvature: {memory: %s}, views: [linear, hats, products]}")
                .formatted(name, List.of("a", "b", "c").subList(0, labels), memory));
    models.publish(spec, 1);
    assertAlike(name, 1, namedExamples(LINES));
  }

  /**
   * What Java refuses is refused for the same reason, in one line that names the line, and the
   * lines after it are predicted. The first line is no UTF-8.
   */
  @Test
  void vectors_arePredictedOrRefusedAsInJava() throws Exception {
    final ExampleVectors vectors = ExampleVectors.read();
    for (final ModelSpec spec : vectors.models()) {
      models.publish(spec, 1);
      final List<ExampleVectors.Line> lines = vectors.of(spec);
      final Path input =
          Files.write(
              dir.resolve("vectors.jsonl"), new byte[] {(byte) 0xff, '{', (byte) 0xc3, '\n'});
      Files.write(input, lines.stream().map(ExampleVectors.Line::text).toList(), APPEND);
      final Path out = dir.resolve("vectors.out");
      final Path err = dir.resolve("vectors.err");
      final List<String> options =
          List.of("--bootstrap-server", broker.bootstrapServers(), "--model", spec.getModel());
      final Process process =
          consumer(options)
              .redirectInput(input.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      assertThat(process.waitFor()).as(Files.readString(err)).isEqualTo(1);
      final List<String> refused = Files.readAllLines(err);
      assertThat(refused.get(0)).startsWith("line 1, UNDECODABLE: ");
      vectors.assertAnswers(
          spec, 2, Files.readAllLines(out), refused.subList(1, refused.size()), "line %d, %s: .*");
    }
  }

  /** The versions come in several fetches, and one that is not committed yet comes after them. */
  @Test
  void startWithoutAVersion_isPredictedWithTheNewest() throws Exception {
    final ModelSpec spec =
        SpecFile.read("{model: newest, labels: [no, yes], features: {dimension: 60000}}");
    for (long version = 1; version <= 5; version++) {
      models.publish(spec, version);
    }
    final Path input =
        Files.writeString(dir.resolve("newest.jsonl"), "{\"vector\": {\"indices\": [7]}}\n");
    try (KafkaProducer<byte[], byte[]> open = models.begin(spec, 6)) {
      final String there = predictThere("newest", input);
      assertThat(Shipped.yaml(there).get("version").longValue()).isEqualTo(5);
      open.abortTransaction();
    }
  }

  /** The largest probability of all. */
  private double assertAlike(final String model, final long version, final List<String> lines)
      throws Exception {
    final Path input = Files.write(dir.resolve(model + ".jsonl"), lines);
    final String there = predictThere(model, input, "--version", String.valueOf(version));
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

  /** What the consumer prints of the examples in a file. */
  private String predictThere(final String model, final Path input, final String... more)
      throws Exception {
    final List<String> options =
        new ArrayList<>(List.of("--bootstrap-server", broker.bootstrapServers(), "--model", model));
    options.addAll(List.of(more));
    return Tool.output(consumer(options).redirectInput(input.toFile()));
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
