package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.TestInstance.Lifecycle.PER_CLASS;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.acceptance.broker.ShortLivedBroker;
import org.majorant.acceptance.tools.ExampleVectors.Line;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.features.FeatureMoments;
import org.majorant.file.ExampleReader;
import org.majorant.file.Format;
import org.majorant.file.Layout;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.json.ExampleJson;
import org.majorant.memory.Surrogate;
import org.majorant.model.Model;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.model.Predictor;
import org.majorant.ops.Majorant;
import org.majorant.ops.Published;
import org.majorant.ops.data.Adult;
import org.majorant.ops.http.HttpAddress;
import org.majorant.ops.http.ServingServer;
import org.majorant.ops.onnx.OnnxRuntime;
import org.majorant.ops.operate.TopicPlan;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.store.ModelPublisher;
import org.majorant.template.FeatureTemplates;

/**
 * Whoever asks is told the same, by whatever way: Java is the reference, and beside it stand both
 * protocols of {@code serve}, {@code onnxruntime}, the packages for Node and Python, and Python's
 * reader of the topic. What Java refuses, every way refuses that takes examples as JSON; a file of
 * ONNX takes numbers alone.
 */
@Tag("tools")
@TestInstance(PER_CLASS)
class AgreementToolsIT {
  private static final double TOLERANCE = 1e-6;
  private static final int ASKED = 100;
  private static final int REFUSED = 30;
  private static final Path NEWS = Path.of("../../shared/data/20newsgroups");
  private static final int WORDS = 44_876;
  private static final Pattern NAMED_LINE = Pattern.compile("line (\\d+)[:,] .*");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final ExampleJson reader = new ExampleJson(FeatureTemplates.of(List.of()));
  private final Map<String, List<String>> labels = new HashMap<>(); // of each model, in order
  private final Map<String, Way> ways = new LinkedHashMap<>();
  private final Tool python =
      Tool.find(
          "python3",
          "python3-confluent-kafka python3-avro python3-crc32c python3-murmurhash",
          "-c",
          "import confluent_kafka, avro, crc32c, murmurhash");
  private Path dir;
  private BrokerProcess broker;
  private Map<String, Object> client;
  private ServingServer server;

  /** A way to have lines of JSON predicted: probabilities by label; empty where it refuses. */
  @FunctionalInterface
  private interface Way {
    List<Optional<Map<String, Double>>> ask(String model, List<String> lines) throws Exception;
  }

  /** A model that has learned, and examples that it has not. */
  private record Learned(Model model, List<LabeledExample> examples) {}

  @BeforeAll
  void start(@TempDir(cleanup = ON_SUCCESS) final Path in) throws Exception {
    dir = in;
    final Path nodeDir = Files.createDirectories(dir.resolve("node"));
    final Path pythonDir = Files.createDirectories(dir.resolve("python"));
    final NodeToolsIT node = new NodeToolsIT();
    final PythonToolsIT packaged = new PythonToolsIT();
    node.install(nodeDir);
    packaged.install(pythonDir);
    broker = ShortLivedBroker.start(dir.resolve("broker"));
    client = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
    }
    final var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    server =
        new ServingServer(HttpAddress.loopback(0), client, m -> true, 128 << 20, registry, null);
    ways.put("serve", (model, lines) -> each(lines, line -> json(model, line)));
    ways.put("serve by V2", (model, lines) -> each(lines, line -> v2(model, line)));
    final List<String> url = List.of("--url", server.url());
    ways.put("Node", program(options -> node.command(nodeDir, options), url));
    ways.put("Python", program(options -> packaged.command(pythonDir, options), url));
    ways.put(
        "Python by the topic",
        program(this::consumer, List.of("--bootstrap-server", broker.bootstrapServers())));
    final PrintWriter nothing = new PrintWriter(new StringWriter());
    final String schemas = dir.resolve("schemas").toString();
    assertThat(
            Majorant.commandLine().setOut(nothing).execute("topics", "schemas", "--out", schemas))
        .isZero();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"adult", "sms", "churn", "news", "newsmix"})
  void examples_arePredictedAlike_byEveryWay(final String name) throws Exception {
    final Learned learned = learn(name);
    final Model model = learned.model;
    labels.put(name, model.spec().getLabels());
    ModelPublisher.publish(client, Published.version(model).head(), model);
    ServedModel.await(http, server.url(), name);
    final List<String> lines = new ArrayList<>();
    for (final LabeledExample example : learned.examples) {
      lines.add(line(example));
    }
    final List<Optional<Map<String, Double>>> expected = inJava(model, lines);
    assertThat(expected).hasSize(ASKED).doesNotContain(Optional.empty());
    for (final Map.Entry<String, Way> way : ways.entrySet()) {
      assertAlike(way.getKey(), lines, expected, way.getValue().ask(name, lines));
    }
    assertAlike("ONNX", lines, expected, byOnnx(learned));
  }

  @Test
  void badInputs_areRefused_byEveryWay() throws Exception {
    final ExampleVectors vectors = ExampleVectors.read();
    assertThat(vectors.lines().stream().filter(line -> line.reason() != null).map(Line::text))
        .hasSizeGreaterThan(REFUSED);
    final RandomModels models = new RandomModels(broker.bootstrapServers());
    for (final ModelSpec spec : vectors.models()) {
      labels.put(spec.getModel(), spec.getLabels());
      models.publish(spec, 1);
      ServedModel.await(http, server.url(), spec.getModel());
      final List<String> lines = vectors.of(spec).stream().map(Line::text).toList();
      final List<Optional<Map<String, Double>>> expected =
          vectors.of(spec).stream()
              .map(line -> Optional.of(line.probabilities()).filter(p -> line.reason() == null))
              .toList();
      assertAlike("Java", lines, expected, inJava(RandomModels.model(spec, 1), lines));
      for (final Map.Entry<String, Way> way : ways.entrySet()) {
        assertAlike(way.getKey(), lines, expected, way.getValue().ask(spec.getModel(), lines));
      }
    }
  }

  private static void assertAlike(
      final String way,
      final List<String> lines,
      final List<Optional<Map<String, Double>>> expected,
      final List<Optional<Map<String, Double>>> said) {
    assertThat(said).as(way).hasSameSizeAs(expected);
    for (int i = 0; i < lines.size(); i++) {
      final String line = lines.get(i);
      final String shown = "%s: %s".formatted(way, line.substring(0, Math.min(200, line.length())));
      assertThat(said.get(i).isPresent()).as(shown).isEqualTo(expected.get(i).isPresent());
      final Map<String, Double> p = said.get(i).orElse(Map.of());
      final Map<String, Double> java = expected.get(i).orElse(Map.of());
      assertThat(p.keySet()).as(shown).isEqualTo(java.keySet());
      java.forEach(
          (label, value) ->
              assertThat(Math.abs(value - p.get(label)))
                  .as("%s, label %s", shown, label)
                  .isLessThan(TOLERANCE));
    }
  }

  private static Learned learn(final String name) throws Exception {
    return switch (name) {
      case "adult" ->
          learn(Adult.spec(), Format.LIBSVM, "data/adult/a9a.gz", "data/adult/a9a.t.gz");
      case "sms" -> {
        final String file = "data/sms/SMSSpamCollection.gz";
        yield learn(
            SpecFile.read(
                "{model: sms, labels: [ham, spam], features: {hash-bits: 18, transform: [log1p,"
                    + " unit]}}"),
            Format.TEXT,
            file,
            file);
      }
      case "churn" -> {
        final String file = "data/churn/churn.csv";
        yield learn(
            SpecFile.read(
                "{model: churn, labels: ['no', 'yes'], columns: {label: churned, ignore: [id,"
                    + " joined]}, features: {names: [fee, calls, gb, plan=month, plan=year],"
                    + " standardize: 500}, views: [linear, hats, products]}"),
            Format.CSV,
            file,
            file);
      }
      default -> {
        assumeTrue(
            Files.exists(NEWS) || System.getenv("CI") != null, "20 Newsgroups is not shipped");
        final String labels =
            IntStream.rangeClosed(1, 20)
                .mapToObj("\"%d\""::formatted)
                .collect(Collectors.joining(", "));
        final String spec =
            "{model: %s, labels: [%s], members: %s, curvature: {memory: diagonal},"
                + " features: {dimension: %d, transform: [log1p, unit]}}";
        yield learn(
            SpecFile.read(
                spec.formatted(name, labels, name.equals("news") ? "none" : "auto", WORDS)),
            Format.LIBSVM,
            NEWS.resolve("train.libsvm.gz").toString(),
            NEWS.resolve("test.libsvm.gz").toString());
      }
    };
  }

  /** Learns 3,000 examples, or all, in a random order, for some files are sorted by label. */
  private static Learned learn(
      final ModelSpec spec, final Format format, final String train, final String test)
      throws Exception {
    final List<byte[]> records;
    try (ExampleReader file = ExampleReader.open(format, train, Layout.of(spec))) {
      records = new ArrayList<>(file.readAll(e -> {}));
    }
    Collections.shuffle(records, new Random(30));
    final List<byte[]> first = records.subList(0, Math.min(3000, records.size()));
    final Surrogate.Solution solution = new Evaluator(spec).learn(first);
    final Model model =
        solution
            .model(spec, 1)
            .with(FeatureMoments.of(spec, first))
            .mixing(solution.members(spec, List.of()));
    final boolean mixes = !spec.getModel().equals("news");
    assertThat(model.predicting())
        .hasSizeGreaterThan(mixes ? 5 : 0)
        .hasSizeLessThan(mixes ? 99 : 2);
    final List<LabeledExample> examples = new ArrayList<>();
    try (ExampleReader file = ExampleReader.open(format, test, Layout.of(spec))) {
      file.readAll(examples::add);
    }
    Collections.shuffle(examples, new Random(31));
    return new Learned(model, examples.subList(0, ASKED));
  }

  /** The features of a point as a line of JSON; those of one name added up. */
  private static String line(final LabeledExample example) throws Exception {
    final Object features = ((Point) example.getStructure()).getFeatures();
    final Map<String, Object> keys = new LinkedHashMap<>();
    if (features instanceof SparseVector vector) {
      keys.put("indices", vector.getIndices());
      if (!vector.getValues().isEmpty()) {
        keys.put("values", vector.getValues());
      }
      return JSON.writeValueAsString(Map.of("vector", keys));
    }
    final NamedFeatures named = (NamedFeatures) features;
    for (int i = 0; i < named.getNames().size(); i++) {
      final float value = named.getValues().isEmpty() ? 1 : named.getValues().get(i);
      keys.merge(named.getNames().get(i), value, (a, b) -> (float) a + (float) b);
    }
    return JSON.writeValueAsString(Map.of("features", keys));
  }

  private List<Optional<Map<String, Double>>> inJava(final Model model, final List<String> lines) {
    final Predictor predictor = Predictor.of(model);
    return each(
        lines,
        line -> {
          try {
            final var said = (PointPrediction) predictor.predict(reader.read(line));
            return Optional.of(said.probabilities());
          } catch (final RejectedExample e) {
            return Optional.empty();
          }
        });
  }

  private static List<Optional<Map<String, Double>>> byOnnx(final Learned learned)
      throws Exception {
    final List<String> labels = learned.model.spec().getLabels();
    try (OnnxRuntime runtime = new OnnxRuntime(learned.model)) {
      final List<Optional<Map<String, Double>>> all = new ArrayList<>();
      for (final double[] p : runtime.run(learned.examples).probabilities()) {
        all.add(Optional.of(byLabel(labels, i -> p[i])));
      }
      return all;
    }
  }

  private static List<Optional<Map<String, Double>>> each(
      final List<String> lines, final Function<String, Optional<Map<String, Double>>> way) {
    return lines.stream().map(way).toList();
  }

  /** In an array, whose answer is one, too: what is an array itself is no example. */
  private Optional<Map<String, Double>> json(final String model, final String line) {
    return post("/api/models/%s/predict".formatted(model), "[" + line + "]")
        .map(
            said -> {
              assertThat(said).hasSize(1);
              final Map<String, Double> p = new LinkedHashMap<>();
              said.at("/0/probabilities")
                  .properties()
                  .forEach(e -> p.put(e.getKey(), e.getValue().doubleValue()));
              return p;
            });
  }

  private Optional<Map<String, Double>> v2(final String model, final String line) {
    final var tensor =
        Map.of("name", "examples", "shape", List.of(1), "datatype", "BYTES", "data", List.of(line));
    final String body = JSON.valueToTree(Map.of("inputs", List.of(tensor))).toString();
    return post("/v2/models/%s/infer".formatted(model), body)
        .map(
            said -> {
              final Map<String, JsonNode> outputs = new LinkedHashMap<>();
              said.get("outputs").forEach(each -> outputs.put(each.get("name").asText(), each));
              final JsonNode p = outputs.get("probabilities").get("data");
              assertThat(p).hasSameSizeAs(labels.get(model)); // a tensor does not name them
              return byLabel(labels.get(model), i -> p.get(i).doubleValue());
            });
  }

  private static Map<String, Double> byLabel(
      final List<String> labels, final Function<Integer, Double> p) {
    final Map<String, Double> all = new LinkedHashMap<>();
    for (int i = 0; i < labels.size(); i++) {
      all.put(labels.get(i), p.apply(i));
    }
    return all;
  }

  /** What is answered; empty where it is refused with a line that says why. */
  private Optional<JsonNode> post(final String path, final String body) {
    try {
      final HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(server.url() + path))
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString());
      final JsonNode said = JSON.readTree(answer.body());
      if (answer.statusCode() == 200) {
        return Optional.of(said);
      }
      assertThat(answer.statusCode()).as(answer.body()).isIn(400, 413);
      assertThat(said.get("error").asText()).hasSizeBetween(20, 400).doesNotContain("\n");
      return Optional.empty();
    } catch (final Exception e) {
      throw new AssertionError(path, e);
    }
  }

  private ProcessBuilder consumer(final List<String> options) {
    final List<String> all = new ArrayList<>(List.of("-B", "-m", "majorant.topic"));
    all.addAll(options);
    final ProcessBuilder consumer = python.command(dir, all.toArray(String[]::new));
    final Path sources = Shipped.ROOT.resolve("ops/examples/python/src");
    consumer.environment().put("PYTHONPATH", sources.toString());
    return consumer;
  }

  /** A program that predicts the lines of its input, and names on its error those it refuses. */
  private Way program(
      final Function<List<String>, ProcessBuilder> command, final List<String> server) {
    return (model, lines) -> {
      final List<String> options = new ArrayList<>(server);
      options.addAll(List.of("--model", model));
      final Path out = dir.resolve("out");
      final Path err = dir.resolve("err");
      final Process process =
          command
              .apply(options)
              .redirectInput(Files.write(dir.resolve("in.jsonl"), lines).toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      final int status = process.waitFor();
      final Set<Integer> refused = new HashSet<>();
      for (final String line : Files.readAllLines(err)) {
        final Matcher named = NAMED_LINE.matcher(line);
        assertThat(named.matches()).as(line).isTrue();
        refused.add(Integer.parseInt(named.group(1)));
      }
      assertThat(status).isEqualTo(refused.isEmpty() ? 0 : 1);
      final Iterator<String> predicted = Files.readAllLines(out).iterator();
      final List<Optional<Map<String, Double>>> all = new ArrayList<>();
      for (int number = 1; number <= lines.size(); number++) {
        final boolean refuses = refused.contains(number);
        all.add(refuses ? Optional.empty() : Optional.of(probabilities(predicted.next())));
      }
      assertThat(predicted).isExhausted();
      return all;
    };
  }

  private static Map<String, Double> probabilities(final String answer) throws Exception {
    final Map<String, Double> p = new LinkedHashMap<>();
    JSON.readTree(answer)
        .get("probabilities")
        .properties()
        .forEach(e -> p.put(e.getKey(), e.getValue().doubleValue()));
    return p;
  }
}
