package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.features.SparsePoint;
import org.majorant.join.JoinCounts;
import org.majorant.ops.Published;
import org.majorant.ops.deadletters.StoredDeadLetter;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedTopic;
import org.majorant.ops.http.curves.LearnerMeters;
import org.majorant.ops.http.inference.HeavyRequests;
import org.majorant.ops.http.inference.InferenceApi;
import org.majorant.ops.http.inference.PredictApi;
import org.majorant.ops.http.inference.PredictionRequests;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.ops.lineage.LineageReport;
import org.majorant.ops.lineage.LineageReport.Here;
import org.majorant.ops.lineage.LineageReport.Instance;
import org.majorant.ops.lineage.LineageReport.Line;
import org.majorant.ops.lineage.OffsetCounts;
import org.majorant.ops.read.Passes;
import org.majorant.schema.Comparison;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Rejection;
import org.majorant.spec.SpecFile;
import org.majorant.stream.join.JoinMeters;
import org.majorant.stream.join.Waiting;
import org.majorant.tally.Baselines;
import org.majorant.tally.ProgressiveTally;

/** The description of the API says what the server does: the same paths, the same JSON. */
class OpenApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final ModelSpec LATE =
      SpecFile.read(
          "{model: late, labels: [a, b], input: orders, label: {topic: clicks, path: clicked, wait: 30s}}");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry(); // holds no counts itself
  private final JoinCounts counts = new JoinCounts();
  private final Waiting waiting = new Waiting();
  private final PublishedTopic topic = new PublishedTopic("colours", 8 << 20);
  private final ModelCatalog catalog = topic.catalog();
  private final LatestDeadLetters letters =
      new LatestDeadLetters("colours"::equals, Map.of("bootstrap.servers", "127.0.0.1:1"));
  private final LearnedModel learned =
      new LearnedModel(
          Published.COLOURS,
          null,
          new SimpleMeterRegistry(),
          new Passes(Map.of()),
          () -> Optional.of("it is a test"));
  private final LivePage page = new LivePage(learned, "127.0.0.1:1", catalog);
  private final LineageApi lineage =
      new LineageApi(
          catalog,
          LineageReader.of(Map.of("bootstrap.servers", "127.0.0.1:1")),
          "colours",
          new SimpleMeterRegistry());
  private final HeavyRequests heavy = HeavyRequests.ofHeap();
  private final PredictionRequests requests =
      new PredictionRequests(heavy, new SimpleMeterRegistry());
  private final Javalin server =
      Javalin.create(
              config -> {
                config.startup.showJavalinBanner = false;
                ErrorAnswer.addTo(config.routes);
                new QueryApi(catalog, heavy).addTo(config.routes);
                new PredictApi(catalog, requests).addTo(config.routes);
                new InferenceApi(catalog, requests).addTo(config.routes);
                new RecentExample(catalog, Map.of("bootstrap.servers", "127.0.0.1:1"))
                    .addTo(config.routes);
                letters.addTo(config.routes);
                new VersionApi(catalog, heavy).addTo(config.routes);
                lineage.addTo(config.routes);
                new JoinApi(LATE, meters).addTo(config.routes);
                page.addTo(config.routes);
              })
          .start("127.0.0.1", 0);
  private final JsonNode description = description();

  @AfterEach
  void stop() {
    page.close();
    server.stop();
    lineage.close();
  }

  /** Clients are generated from it, and say by which version. */
  @Test
  void version_isThatOfTheBuild() throws IOException {
    final Matcher version =
        Pattern.compile("<artifactId>majorant</artifactId>\\s*<version>([^<]+)<")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(description.at("/info/version").asText()).isEqualTo(version.group(1));
  }

  @Test
  void paths_areThoseThatAreServed() {
    final var served = new TreeSet<String>();
    server
        .unsafe
        .internalRouter
        .allHttpHandlers()
        .forEach(h -> served.add(h.endpoint.method + " " + h.endpoint.path));
    final var described = new TreeSet<String>();
    description
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method ->
                            described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    // Those of the status server itself.
    assertThat(described.removeAll(List.of("GET /metrics", "GET /healthz", "GET /readyz")))
        .isTrue();
    assertThat(served).isEqualTo(described);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/models, /api/models",
    "/api/models/{model}, /api/models/colours",
    "/api/models/{model}/versions/{v}, /api/models/colours/versions/2",
    "/api/models/{model}/weights, /api/models/colours/weights?label=red",
    "/api/models/{model}/curves, /api/models/colours/curves?label=red",
    "/api/models/{model}/mistakes, /api/models/colours/mistakes?minutes=5",
    "/api/models/{model}/changes, /api/models/colours/changes?from=2&to=2&label=red",
    "/api/history, /api/history",
    "/api/history, /api/history?model=places",
    "/api/day, /api/day",
    "/api/day, /api/day?model=places",
    "/v2, /v2",
    "/v2/health/live, /v2/health/live",
    "/v2/models/{model}, /v2/models/places",
    "/v2/models/{model}/ready, /v2/models/places/ready",
  })
  void answer_hasTheFieldsOfItsSchema(final String path, final String request) throws Exception {
    topic.accept(Published.scored(1, 8));
    topic.accept(Published.scored(2, 16));
    topic.accept(Published.version(Published.places(7)));
    page.start();
    final JsonNode operation = description.at("/paths").get(path).get("get");
    assertFits(operation, "200", send(HttpRequest.newBuilder(uri(request))));
  }

  /** Only then there are curves and pairs, and explanations by columns. */
  @Test
  void versionWithViews_hasTheFieldsOfItsSchemas() throws Exception {
    topic.accept(Published.version(Published.views("[red, green, blue]", 1)));
    final JsonNode curves = send(HttpRequest.newBuilder(uri("/api/models/m/curves?label=red")));
    assertFits(
        description.at("/paths").get("/api/models/{model}/curves").get("get"), "200", curves);
    assertThat(curves.get("curves")).hasSize(3);
    assertThat(curves.get("pairs")).hasSize(3);
    final JsonNode explained =
        send(
            HttpRequest.newBuilder(uri("/api/models/m/predict?explain=9"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"features\":{\"u\":1,\"v\":2}}")));
    final JsonNode operation =
        description.at("/paths").get("/api/models/{model}/predict").get("post");
    assertFits(operation, "200", explained);
    assertThat(explained.at("/explain/0/features")).hasSize(6);
  }

  /** Only then there is a mixture. */
  @Test
  void versionWithMembers_hasTheFieldsOfItsSchema() throws Exception {
    topic.accept(Published.mixed(2));
    final JsonNode operation =
        description.at("/paths").get("/api/models/{model}/versions/{v}").get("get");
    final JsonNode version = send(HttpRequest.newBuilder(uri("/api/models/colours/versions/2")));
    assertFits(operation, "200", version);
    assertThat(version.at("/mixture/members")).hasSize(Published.MEMBERS.size());
  }

  /** Only then there is an alarm. */
  @Test
  void versionOfAStreamThatDrifted_hasTheFieldsOfItsSchema() throws Exception {
    topic.accept(Published.drifted(2, 10_080));
    final JsonNode operation =
        description.at("/paths").get("/api/models/{model}/versions/{v}").get("get");
    final JsonNode version = send(HttpRequest.newBuilder(uri("/api/models/colours/versions/2")));
    assertFits(operation, "200", version);
    assertThat(version.at("/alarms/0/moves/1/label").asText()).isEqualTo("green");
  }

  /** Only then there is a comparison. */
  @Test
  void versionOfAChallenger_hasTheFieldsOfItsSchema() throws Exception {
    final var version = Published.drifted(2, 10_080);
    version.head().setComparison(new Comparison("grey", 1L, 900L, 90.0, 80.0, 2L, 3L, 7_000L));
    topic.accept(version);
    final JsonNode operation =
        description.at("/paths").get("/api/models/{model}/versions/{v}").get("get");
    final JsonNode answer = send(HttpRequest.newBuilder(uri("/api/models/colours/versions/2")));
    assertFits(operation, "200", answer);
    assertThat(answer.at("/comparison/difference").asDouble()).isEqualTo(.1);
  }

  /** Only then there is a curve, and an area under it. */
  @Test
  void mistakesOfTwoLabels_haveTheFieldsOfTheirSchema() throws Exception {
    final var spec = SpecFile.read("{model: spam, labels: [ham, spam], features: {names: [free]}}");
    final var progress = new ProgressiveTally(spec, new Baselines(2));
    final var x = new SparsePoint();
    x.weight = 1;
    progress.open(x);
    progress.count(1, 1, 0.9);
    progress.count(0, 1, 0.6);
    final var model = Published.model(spec, 1, new double[2]);
    topic.accept(Published.version(model, List.of(), progress.take()));
    final JsonNode operation =
        description.at("/paths").get("/api/models/{model}/mistakes").get("get");
    final JsonNode mistakes = send(HttpRequest.newBuilder(uri("/api/models/spam/mistakes")));
    assertFits(operation, "200", mistakes);
    assertThat(mistakes.at("/event").asText()).isEqualTo("spam");
    assertThat(mistakes.at("/ranking/auc").asDouble()).isEqualTo(1);
  }

  /** Brokers that are not there: what they would say is null, and the reason stands beside. */
  @Test
  void lineage_hasTheFieldsOfItsSchema() throws Exception {
    final var version = Published.version(2);
    version.head().setLineage(List.of(new PartitionOffset(0, 12L)));
    topic.accept(version);
    final JsonNode operation =
        description.at("/paths").get("/api/models/{model}/lineage").get("get");
    final JsonNode answer = send(HttpRequest.newBuilder(uri("/api/models/colours/lineage")));
    assertFits(operation, "200", answer);
    assertThat(answer.at("/partitions/0").toString())
        .isEqualTo(
            "{\"partition\":0,\"learned\":12,\"learnedBefore\":null,\"read\":12,"
                + "\"end\":null,\"lag\":null,"
                + "\"instance\":null}");
    assertThat(answer.at("/unknown/end").asText()).isEqualTo("no broker answered within 2 s");
    assertThat(answer.at("/unknown/here").asText()).isEqualTo("the learner has read no base yet");
    final var known =
        new LineageReport(
            "colours",
            1,
            2,
            1L,
            3,
            "examples",
            List.of(new Line(0, 12L, 10L, 13L, 14L, 1L, new Instance("1", "client", "10.0.0.1"))),
            2L,
            OffsetCounts.of(version.head()),
            new Instance("1", "client", "10.0.0.1"),
            new Here(4, 5, 6),
            new TreeMap<>());
    assertFits(operation, "200", JSON.valueToTree(known));
  }

  @Test
  void join_hasTheFieldsOfItsSchema_andTheCountsOfItsMeters() throws Exception {
    final JsonNode operation = description.at("/paths").get("/api/models/{model}/join").get("get");
    final var request = HttpRequest.newBuilder(uri("/api/models/late/join"));
    assertFits(operation, "200", send(request)); // before there are meters
    JoinMeters.register(meters, "late", counts, waiting);
    counts.unreadable();
    final JsonNode answer = send(request);
    assertFits(operation, "200", answer);
    assertThat(answer.get("labelTopic").asText()).isEqualTo("clicks");
    assertThat(answer.get("waitSeconds").asDouble()).isEqualTo(30);
    assertThat(answer.at("/labels/unreadable").asLong()).isOne();
    assertThat(answer.at("/events/defaulted").asLong()).isZero();
    assertThat(answer.get("delays")).hasSameSizeAs(JoinCounts.DELAYS);
    assertThat(send(HttpRequest.newBuilder(uri("/api/models/colours/join"))).get("error").asText())
        .isEqualTo("the join of 'colours' is known to a process that learns it: ask that one");
  }

  @Test
  void deadLetters_haveTheFieldsOfTheirSchema() throws Exception {
    final JsonNode operation = description.at("/paths").get("/api/dead-letters").get("get");
    final var request = HttpRequest.newBuilder(uri("/api/dead-letters"));
    assertFits(operation, "200", send(request));
    final var letter =
        new DeadLetter("colours", Rejection.LABEL, "no", "examples", 0, 7L, 0L, null, null, null);
    letters.add(new StoredDeadLetter(12, 1000, letter));
    final JsonNode answer = send(request);
    assertFits(operation, "200", answer);
    assertThat(answer.at("/reasons/label").asLong()).isOne();
    assertThat(answer.at("/letters/0/offset").asLong()).isEqualTo(12);
  }

  @Test
  void second_hasTheFieldsOfItsSchema() throws Exception {
    page.start();
    final JsonNode schema =
        description.at("/paths/~1api~1events/get/responses/200/content/text~1event-stream/schema");
    final HttpRequest request =
        HttpRequest.newBuilder(uri("/api/events")).header("Accept", "text/event-stream").build();
    try (var lines = HttpClient.newHttpClient().send(request, BodyHandlers.ofLines()).body()) {
      final List<String> event = lines.limit(2).toList();
      assertThat(event.get(0)).isEqualTo("event: second");
      final JsonNode second = JSON.readTree(event.get(1).substring("data: ".length()));
      assertThat(misfits("second", second, schema)).as("%s", second).isEmpty();
      assertThat(second.get("second")).hasSameSizeAs(LearnerMeters.COLUMNS);
      assertThat(second.get("obstacle").asText()).isEqualTo("it is a test");
    }
  }

  @Test
  void picture_hasTheFieldsOfItsSchema_andIsMissingWhereNoneIsDrawn() throws Exception {
    final JsonNode operation = description.at("/paths").get("/api/picture").get("get");
    final var request = HttpRequest.newBuilder(uri("/api/picture"));
    assertFits(operation, "404", send(request));
    assertThat(history().at("/model/picture").booleanValue()).isFalse();
    final Picture picture =
        new Picture(
            "Where?",
            "As it is",
            2,
            "Right",
            "Of one",
            List.of(new Picture.Score(2, 0.5)),
            List.of(
                new Picture.Drawing(
                    "One",
                    "1 right",
                    "1 right of 2",
                    List.of(new Picture.Dot(0, 0.1, 0.2), new Picture.Dot(1, 0.3, 0.4)),
                    List.of(new Picture.Line(0, 1, 0.5, true)),
                    List.of(new Picture.Grid("truth", 1, new int[] {0xFF0000}, new int[] {0})))));
    learned.show(() -> picture);
    assertFits(operation, "200", send(request));
    assertThat(history().at("/model/picture").booleanValue()).isTrue();
  }

  /** What versions say is there for any model; seconds and what a command needs, for one's own. */
  @Test
  void history_ofAnotherModel_isWhatItsVersionsSay() throws Exception {
    topic.accept(Published.version(2));
    topic.accept(Published.version(Published.places(7)));
    learned.startedBy("ops/majorant learn --spec colours.yaml");
    final JsonNode places = send(HttpRequest.newBuilder(uri("/api/history?model=places")));
    assertThat(places.at("/model/name").asText()).isEqualTo("places");
    assertThat(places.at("/model/learned").asBoolean()).isFalse();
    assertThat(places.at("/model/start").isNull()).isTrue();
    assertThat(places.at("/seconds/rows")).as("one of its version").hasSize(1);
    assertThat(places.at("/versions/rows")).hasSize(1);
    assertThat(places.at("/versions/rows/0/1").asLong()).isEqualTo(7);

    assertThat(places.at("/model/fleet").asBoolean()).isFalse();
    page.learns(() -> Map.of("places", Optional.of("it failed")));
    final JsonNode failed = send(HttpRequest.newBuilder(uri("/api/history?model=places")));
    assertThat(failed.at("/model/fleet").asBoolean()).isTrue();
    assertThat(failed.get("obstacle").asText()).isEqualTo("it failed");
    for (final String own : List.of("/api/history", "/api/history?model=colours")) {
      final JsonNode colours = send(HttpRequest.newBuilder(uri(own)));
      assertThat(colours.at("/model/learned").asBoolean()).as(own).isTrue();
      assertThat(colours.at("/model/start").asText())
          .isEqualTo("ops/majorant learn --spec colours.yaml");
    }
    final JsonNode none = send(HttpRequest.newBuilder(uri("/api/history?model=other")));
    assertThat(none.get("error").asText())
        .isEqualTo(catalog.obstacle().orElse("no model 'other': there are colours, places"));
  }

  @Test
  void grafana_isNamed_whereItWasSaid() throws Exception {
    assertThat(history().at("/model/grafana").isNull()).isTrue();
    page.linkTo(URI.create("http://localhost:3000"));
    assertThat(history().at("/model/grafana").asText()).isEqualTo("http://localhost:3000");
  }

  private JsonNode history() throws Exception {
    return send(HttpRequest.newBuilder(uri("/api/history")));
  }

  @Test
  void prediction_hasTheFieldsOfItsSchema() throws Exception {
    topic.accept(Published.version(2));
    final JsonNode operation =
        description.at("/paths").get("/api/models/{model}/predict").get("post");
    final JsonNode example = operation.at("/requestBody/content/application~1json/examples/named");
    final HttpRequest.Builder request =
        HttpRequest.newBuilder(uri("/api/models/colours/predict"))
            .header("Content-Type", "application/json");
    for (final String body : List.of(example.get("value").toString(), "[{\"features\":{}}]")) {
      assertFits(operation, "200", send(request.POST(BodyPublishers.ofString(body))));
    }
    final HttpRequest.Builder explained =
        HttpRequest.newBuilder(uri("/api/models/colours/predict?explain=1"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"features\":{\"warm\":1}}"));
    assertFits(operation, "200", send(explained));
    topic.accept(Published.version(Published.places(1)));
    final HttpRequest.Builder sentence =
        HttpRequest.newBuilder(uri("/api/models/places/predict"))
            .header("Content-Type", "application/json");
    final JsonNode words =
        operation.at("/requestBody/content/application~1json/examples/sentence/value");
    for (final String body : List.of(words.toString(), "[" + words + "]")) {
      assertFits(operation, "200", send(sentence.POST(BodyPublishers.ofString(body))));
    }
    assertFits(operation, "400", send(request.POST(BodyPublishers.ofString("7"))));
  }

  private void assertFits(final JsonNode operation, final String status, final JsonNode answer) {
    final JsonNode schema =
        operation.at("/responses/" + status + "/content/application~1json/schema");
    assertThat(schema.isObject()).isTrue();
    assertThat(misfits("answer", answer, schema)).as("%s", answer).isEmpty();
  }

  /**
   * Where a value is not as its schema says; every field must be described, and be there if
   * required.
   */
  private List<String> misfits(final String place, final JsonNode value, final JsonNode schema) {
    final List<String> found = new ArrayList<>();
    if (schema.has("$ref")) {
      return misfits(place, value, description.at(schema.get("$ref").asText().substring(1)));
    }
    if (schema.has("oneOf")) {
      final boolean one =
          schema.get("oneOf").valueStream().anyMatch(s -> misfits(place, value, s).isEmpty());
      return one ? List.of() : List.of(place + " is none of " + schema);
    }
    if (!types(schema).contains(type(value)) && !types(schema).contains(wider(value))) {
      return List.of(place + " is " + type(value) + ", not " + schema.get("type"));
    }
    if (value.isArray()) {
      value.forEach(item -> found.addAll(misfits(place + "[]", item, schema.get("items"))));
    } else if (value.isObject() && schema.has("additionalProperties")) {
      value.forEach(
          item -> found.addAll(misfits(place + ".*", item, schema.get("additionalProperties"))));
    } else if (value.isObject()) {
      final var fields = new TreeSet<String>();
      value.fieldNames().forEachRemaining(fields::add);
      final var described = new TreeSet<String>();
      schema.get("properties").fieldNames().forEachRemaining(described::add);
      final var required = new TreeSet<String>();
      schema.path("required").forEach(field -> required.add(field.asText()));
      if (!described.containsAll(fields) || !fields.containsAll(required)) {
        return List.of(place + " has " + fields + ", not " + described);
      }
      fields.forEach(
          field ->
              found.addAll(
                  misfits(
                      place + "." + field, value.get(field), schema.get("properties").get(field))));
    }
    return found;
  }

  private static List<String> types(final JsonNode schema) {
    final List<String> types = new ArrayList<>();
    if (schema.get("type").isArray()) {
      schema.get("type").forEach(type -> types.add(type.asText()));
    } else {
      types.add(schema.get("type").asText());
    }
    return types;
  }

  private static String type(final JsonNode value) {
    return value.isIntegralNumber() ? "integer" : wider(value);
  }

  private static String wider(final JsonNode value) {
    return value.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  private JsonNode send(final HttpRequest.Builder request) throws Exception {
    return JSON.readTree(
        HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body());
  }

  private URI uri(final String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  private static JsonNode description() {
    try (var in = OpenApiTest.class.getResourceAsStream("/web/api/openapi.json")) {
      return JSON.readTree(in);
    } catch (final IOException e) {
      throw new AssertionError(e);
    }
  }
}
