package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.majorant.model.Model;
import org.majorant.model.ModelFile;
import org.majorant.model.PointPredictor;
import org.majorant.model.PointPredictor.PointPrediction;
import org.majorant.model.SequencePredictor;
import org.majorant.ops.Published;
import org.majorant.ops.http.catalog.ModelCatalog;
import org.majorant.ops.http.catalog.PublishedTopic;
import org.majorant.ops.http.inference.HeavyRequests;
import org.majorant.ops.http.inference.PredictApi;
import org.majorant.ops.http.inference.PredictionRequests;
import org.majorant.ops.http.inference.RequestBody;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.Sequence;
import org.majorant.spec.SpecFile;
import org.majorant.template.FeatureTemplates;

class QueryApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PREDICT = "/api/models/colours/predict";

  private final PublishedTopic topic = new PublishedTopic("colours", 8 << 20);
  private final ModelCatalog catalog = topic.catalog();
  private final HeavyRequests heavy = HeavyRequests.ofHeap();
  private final Javalin server =
      Javalin.create(
              config -> {
                config.startup.showJavalinBanner = false;
                config.http.maxRequestSize = RequestBody.MOST_BYTES;
                ErrorAnswer.addTo(config.routes);
                new QueryApi(catalog, heavy).addTo(config.routes);
                new PredictApi(catalog, new PredictionRequests(heavy, new SimpleMeterRegistry()))
                    .addTo(config.routes);
                new VersionApi(catalog, heavy).addTo(config.routes);
              })
          .start("127.0.0.1", 0);

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void predict_one_isWhatTheCommandPrints() throws Exception {
    publish(1, 2);
    final var features = new NamedFeatures(List.of("warm", "cold"), List.of(1f, 0.5f));
    final var example = new LabeledExample(null, null, 1.0, new Point(features, null, null, null));
    final PointPrediction expected =
        new PointPredictor(Published.model(Published.COLOURS, 2, Published.WEIGHTS))
            .predict(example);
    final String printed = JSON.writeValueAsString(expected);
    final String object = "{\"features\": {\"warm\": 1,\r\n \"cold\": 0.5}, \"label\": \"red\"}";

    assertThat(post(object)).isEqualTo(printed);
    assertThat(post("[" + object + "]")).isEqualTo("[" + printed + "]");
    assertThat(post("[" + object + ",{\"features\":{}}]")).startsWith("[" + printed + ",{");
    assertThat(post("[]")).isEqualTo("[]");
    final var given =
        send("/api/models/colours/predict?given=true", BodyPublishers.ofString(object));
    assertThat(given.statusCode()).isEqualTo(400);
    assertThat(error(given))
        .isEqualTo(
            "example:1: only labels of sequences and states of graphs can be given, not those of"
                + " 'task: multiclass'");
    assertThat(printed).contains("\"version\":2", "\"label\":\"red\"");
    assertThat(post("/api/models/colours/predict?explain=1", object))
        .startsWith(
            printed.substring(0, printed.length() - 1) + ",\"explain\":[{\"label\":\"red\",")
        .contains("\"features\":[{\"feature\":0,\"name\":\"warm\",\"value\":1.0,\"weight\":1.5,");
  }

  @Test
  void row_isReadByColumns_andTheAnswerSaysWhatItHasAndLacks() throws Exception {
    final var spec =
        SpecFile.read(
            "{model: shop, labels: [a, b], features: {hash-bits: 4, intercept: false},"
                + " columns: {label: y, category: [campaign], date: [at], ignore: [id]}}");
    final double[] weights = new double[16];
    Arrays.setAll(weights, i -> i % 7 - 3);
    topic.accept(
        Published.version(
            Published.model(spec, 3, weights),
            List.of(
                new NameCount("campaign=7", 5L),
                new NameCount("cart.total", 5L),
                new NameCount("tags=new", 2L))));
    final String path = "/api/models/shop/predict";
    final String features =
        post(
            path,
            "{'features': {'campaign=7': 1, 'cart.total': 2.5, 'at.day': 1, 'at.weekday=sun': 1}}"
                .replace('\'', '"'));
    final String row =
        "{'row': {'id': 9, 'y': 'a', 'campaign': 7, 'cart': {'total': 2.5}, 'at': '2000-01-02'}}"
            .replace('\'', '"');
    assertThat(post(path, row)).isEqualTo(features);
    assertThat(post(path + "?strict=true", row)).isEqualTo(features);
    final String wrong = row.replace("campaign", "campain").replace("at\":", "on\":");
    assertThat(post(path, "[" + row + "," + wrong + "]"))
        .startsWith("[" + features + ",")
        .endsWith(",\"unknown\":[\"campain\",\"on\"],\"missing\":[\"campaign\",\"at\"]}]");
    final var refused =
        send(path + "?strict=true", BodyPublishers.ofString("[" + row + "," + wrong + "]"));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(error(refused))
        .isEqualTo(
            "example:2: the model does not know [campain, on], and the row lacks [campaign, at]:"
                + " leave ?strict out, or name them right");
  }

  @Test
  void explain_ofOtherThanPoints_isRefused() throws Exception {
    topic.accept(Published.version(Published.places(7)));
    final String path = "/api/models/places/predict?explain=";
    final String object = "{\"tokens\": [\"Oslo\"]}";
    assertThat(error(send(path + "3", BodyPublishers.ofString(object))))
        .isEqualTo(
            "'places' is no model of points, and only these are explained: leave ?explain out");
    assertThat(error(send(path + "0", BodyPublishers.ofString(object))))
        .isEqualTo("?explain=0 is no number from 1 to 1000");
  }

  @Test
  void predict_ofASentence_isWhatTheCommandPrints() throws Exception {
    final Model model = Published.places(7);
    topic.accept(Published.version(model));
    final var words = Stream.of("to", "Oslo").map(word -> new String[] {word}).toList();
    final var tokens = FeatureTemplates.of(FeatureTemplates.DEFAULT).apply(words);
    final var example = new LabeledExample(null, null, 1.0, new Sequence(tokens, List.of(), null));
    final String printed = JSON.writeValueAsString(new SequencePredictor(model).predict(example));
    final String object = "{\"tokens\": [\"to\", \"Oslo\"], \"labels\": [\"B-LOC\", null]}";
    final String path = "/api/models/places/predict";

    assertThat(post(path, object)).isEqualTo(printed);
    assertThat(post(path, "[" + object + "," + object + "]"))
        .isEqualTo("[" + printed + "," + printed + "]");
    assertThat(printed).contains("\"version\":7", "\"labels\":[\"O\",\"B-LOC\"]");

    final String first =
        "{\"version\":7,\"labels\":[\"B-LOC\",\"B-LOC\"],\"probabilities\":[{\"O\":0.0,";
    assertThat(post(path + "?given=true", object)).startsWith(first);
    final var neither = send(path + "?given=yes", BodyPublishers.ofString(object));
    assertThat(neither.statusCode()).isEqualTo(400);
    assertThat(error(neither)).isEqualTo("?given=yes is neither true nor false");

    final var point = send(path, BodyPublishers.ofString("{\"features\":{\"word=to\":1}}"));
    assertThat(point.statusCode()).isEqualTo(400);
    assertThat(error(point)).startsWith("example:1: ");
  }

  @Test
  void predict_ofAChoice_isWhatTheCommandPrints() throws Exception {
    final var spec =
        SpecFile.read("{model: trips, task: choice, features: {names: [price, by=train]}}");
    topic.accept(Published.version(Published.model(spec, 3, new double[] {-1, 2})));
    final String path = "/api/models/trips/predict";
    final String object =
        "{\"alternatives\": [{\"price\": 1}, {\"price\": 3, \"by\": \"train\"}, {\"price\": 9}],"
            + " \"logPrior\": [0, 0, null]}";

    assertThat(post(path, object))
        .isEqualTo("{\"version\":3,\"chosen\":0,\"probabilities\":[0.5,0.5,0.0]}");
    final var point = send(path, BodyPublishers.ofString("{\"features\":{\"price\":1}}"));
    assertThat(point.statusCode()).isEqualTo(400);
    assertThat(error(point)).isEqualTo("example:1: expected a Choice, found a Point");
  }

  @Test
  void predict_ofAGraph_isWhatTheCommandPrints() throws Exception {
    final var spec =
        SpecFile.read(
            "{model: pairs, task: graph, max-width: 1, inference: exact,"
                + " features: {names: [same]}}");
    topic.accept(Published.version(Published.model(spec, 3, new double[] {Math.log(3)})));
    final String path = "/api/models/pairs/predict";
    final String edge =
        "{\"variables\": [%d, %d], \"configurations\": [{\"same\": 1}, {}, {}, {}]}";
    final String graph = "{\"cardinalities\": [2, 2, 2], \"factors\": [%s]}";

    assertThat(post(path, graph.formatted(edge.formatted(0, 1))))
        .startsWith("{\"version\":3,\"states\":[0,0,0],\"probabilities\":[[0.66")
        .contains("[0.5,0.5]],\"logPartition\":[2.484906649")
        .endsWith("],\"gap\":0.0}");
    assertThat(
            post(
                path + "?given=true",
                graph
                    .formatted(edge.formatted(0, 1))
                    .replace("factors", "states\": [null, 1, 1], \"factors")))
        .startsWith(
            "{\"version\":3,\"states\":[0,1,1],\"probabilities\":[[0.5,0.5],[0.0,1.0],[0.0,1.0]]");
    final String cycle =
        String.join(",", edge.formatted(0, 1), edge.formatted(1, 2), edge.formatted(2, 0));
    final var wide = send(path, BodyPublishers.ofString(graph.formatted(cycle)));
    assertThat(wide.statusCode()).isEqualTo(400);
    assertThat(error(wide))
        .isEqualTo(
            "example:1: the graph is too wide:"
                + " elimination meets tree-width 2, and the limit is 1;"
                + " 'inference: trw' takes wider ones");
  }

  /** Of one left node that has two right ones to choose from the probabilities are exact. */
  @Test
  void predict_ofAMatching_isWhatTheCommandPrints() throws Exception {
    final var spec =
        SpecFile.read("{model: points, task: matching, max-edges: 4, features: {names: [near]}}");
    topic.accept(Published.version(Published.model(spec, 3, new double[] {Math.log(3)})));
    final String path = "/api/models/points/predict";
    final String matching =
        "{\"pairs\": [[{\"near\": 1}, {}]], \"unmatched\": [{\"right\": 0}, {\"right\": 1}]}";

    assertThat(post(path, matching))
        .startsWith("{\"version\":3,\"matches\":[{\"left\":0,\"right\":0,\"probability\":0.7")
        .contains("{\"left\":null,\"right\":1,\"probability\":0.7")
        .contains("\"logLikelihoodFrom\":-0.28768");
    assertThat(
            post(
                path,
                "{\"nodes\": 2, \"edges\": [{\"nodes\": [1, 0], \"features\": {\"near\": 1}}],"
                    + " \"unmatched\": [{\"node\": 0}, {\"node\": 1}]}"))
        .startsWith("{\"version\":3,\"matches\":[{\"left\":0,\"right\":1,\"probability\":0.7")
        .contains("{\"left\":0,\"right\":null,\"probability\":0.2");
    final var none = send(path, BodyPublishers.ofString("{\"pairs\": [[{}], [{}]]}"));
    assertThat(none.statusCode()).isEqualTo(400);
    assertThat(error(none))
        .isEqualTo("example:1: 2 nodes cannot be matched with 1, since none may stay alone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | no example: send one as JSON, or an array of them",
        "{  | not JSON near line 1, column 2: send one example, or an array of them",
        "[{\"features\":{}}] garbage | not JSON near line 1, column 19: send one example, or an array of them",
        "[]] | not JSON near line 1, column 3: send one example, or an array of them",
        "[] [] | not JSON near line 1, column 5: send one example, or an array of them",
        "[{\"features\":{}} | not JSON near line 1, column 17: send one example, or an array of them",
        "{} | example:1: no features; expected features, row or vector, label, served; tokens, labels; alternatives,",
        "[7, \"x y\"] | example:1: not an object; expected one JSON object a line",
        "[{\"features\":{}},{\"feature\":{}}] | example:2: unknown key 'feature'; expected",
        "{\"features\":{\"warm\":1e99}} | example:1: value Infinity of feature 'warm' is not finite",
        "[{\"features\":{}},{\"vector\":{\"indices\":[9]}}] | example:2: feature index 9",
      })
  void predict_bad_is400AndSaysWhat(final String body, final String message) throws Exception {
    publish(1);
    final var response = send(PREDICT, BodyPublishers.ofString(body));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(error(response)).startsWith(message);
  }

  @Test
  void predict_hostile_is400InALine() throws Exception {
    publish(1);
    for (final String body :
        List.of(
            "[".repeat(100_000),
            "[[[" + "{\"a\":".repeat(100_000),
            "[{\"weight\":" + "1".repeat(3000) + "}]",
            "{\"weight\":" + "1".repeat(3000) + "}",
            "{\"weight\":-}",
            "[{\"features\":{\"" + "k".repeat(100_000) + "\":1}}]",
            "\u0000",
            "{\"features\":{\"a\u2028\":1e400}}")) {
      final var response = send(PREDICT, BodyPublishers.ofString(body));
      assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
      assertThat(error(response)).hasSizeBetween(10, 300).hasLineCount(1);
    }
  }

  @Test
  void predict_tooLarge_is413() throws Exception {
    publish(1);
    final byte[] body = new byte[(int) RequestBody.MOST_BYTES + 1];
    final String message = "the body is larger than 4194304 bytes: send fewer examples at a time";
    for (final BodyPublisher publisher :
        List.of(
            BodyPublishers.ofByteArray(body),
            BodyPublishers.ofByteArrays(List.of(body)))) { // of unknown length
      final var response = send(PREDICT, publisher);
      assertThat(response.statusCode()).isEqualTo(413);
      assertThat(error(response)).isEqualTo(message);
    }
  }

  /** Small ones are many: 130,000 took 14 s of a thread. */
  @Test
  void predict_tooMany_is413() throws Exception {
    publish(1);
    final String example = "{\"features\":{}}";
    final String most = (example + ",").repeat(RequestBody.MOST_EXAMPLES - 1) + example;
    assertThat(send(PREDICT, BodyPublishers.ofString("[" + most + "]")).statusCode())
        .isEqualTo(200);
    final var response =
        send(PREDICT, BodyPublishers.ofString("[" + most + "," + example + ", not even JSON"));
    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(error(response)).isEqualTo("the body has more than 10000 examples: split it");
  }

  /** A form of any page can send the others. */
  @Test
  void predict_notAsJson_is415() throws Exception {
    publish(1);
    final var json = "{\"features\":{}}";
    for (final String type :
        List.of("text/plain", "application/x-www-form-urlencoded", "application/jsonp")) {
      final var request = HttpRequest.newBuilder(uri(PREDICT)).header("Content-Type", type);
      final var response = exchange(request.POST(BodyPublishers.ofString(json)).build());
      assertThat(response.statusCode()).isEqualTo(415);
      assertThat(error(response))
          .isEqualTo(
              "a body of type '%s' is not read: send Content-Type: application/json, or text/csv for rows"
                  .formatted(type));
    }
    final var none = HttpRequest.newBuilder(uri(PREDICT)).POST(BodyPublishers.ofString(json));
    assertThat(exchange(none.build()).statusCode()).isEqualTo(415);
    final var charset =
        HttpRequest.newBuilder(uri(PREDICT))
            .header("Content-Type", "Application/JSON;charset=UTF-8");
    assertThat(exchange(charset.POST(BodyPublishers.ofString(json)).build()).statusCode())
        .isEqualTo(200);
  }

  /** A date, a missing cell and a quoted comma: what {@code predict --data} makes of the file. */
  @Test
  void predict_rows_areWhatTheCommandMakesOfATable() throws Exception {
    final ModelSpec spec =
        SpecFile.read(
            "{model: rows, labels: [red, green, blue], features: {names: [warm, cold=a]},"
                + " columns: {label: colour, ignore: [id], category: [cold], date: [at]}}");
    final Model model = Published.model(spec, 4, Published.WEIGHTS);
    topic.accept(Published.version(model));
    final PointPredictor predictor = new PointPredictor(model);
    final List<String> printed = new ArrayList<>();
    for (final NamedFeatures row :
        List.of(
            new NamedFeatures(List.of("warm", "cold=a"), List.of(2f, 1f)),
            new NamedFeatures(List.of("cold=b, c"), List.of(1f)))) {
      final var example = new LabeledExample(null, null, 1.0, new Point(row, null, null, null));
      printed.add(JSON.writeValueAsString(predictor.predict(example)));
    }
    final String path = "/api/models/rows/predict";
    final String header = "warm,cold,at\r\n";

    final var rows = sendRows(path, header + "2,a,2024-03-05\r\n,\"b, c\",\r\n");
    assertThat(rows.body()).isEqualTo("[" + String.join(",", printed) + "]");
    assertThat(sendRows(path, header).body()).isEqualTo("[]");
    assertRefused(sendRows(path, ""), 400, "line:1: no header; expected a line of column names");
    final String other = "Warm,cold\r\n2,a\r\n";
    assertThat(sendRows(path, other).body())
        .endsWith(",\"unknown\":[\"Warm\"],\"missing\":[\"warm\",\"at\"]}]");
    assertRefused(
        sendRows(path + "?strict=true", other),
        400,
        "example:1: the model does not know [Warm], and the row lacks [warm, at]: leave ?strict");
    assertRefused(sendRows(path, header + "1,a\n"), 400, "line:2: 2 cells; expected 3, as in the");
    assertRefused(sendRows(path, header + "1,a,\nNaN,a,\n"), 400, "example:2: value NaN of");
    assertRefused(
        sendRows(path, header + ",,\n".repeat(RequestBody.MOST_EXAMPLES + 1)),
        413,
        "the body has more than 10000 examples: split it");
    publish(1);
    assertRefused(
        sendRows(PREDICT, "warm\n1\n"), 400, "the spec of model 'colours' has no columns, which");
  }

  private HttpResponse<String> sendRows(final String path, final String table) throws Exception {
    final var request = HttpRequest.newBuilder(uri(path)).header("Content-Type", "text/csv");
    return exchange(request.POST(BodyPublishers.ofString(table)).build());
  }

  private static void assertRefused(
      final HttpResponse<String> response, final int status, final String message)
      throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(error(response)).startsWith(message);
  }

  @Test
  void versions_areTheKeptOnes_andThoseThatAreRemembered() throws Exception {
    publish(1, 2, 3);
    final JsonNode model = JSON.readTree(get("/api/models/colours").body());
    assertThat(model.get("versions").findValuesAsText("version")).containsExactly("2", "3");
    assertThat(model.get("earlier").findValuesAsText("version")).containsExactly("1");
    assertThat(model.get("spec").asText()).contains("names:");
    final JsonNode all = JSON.readTree(get("/api/models").body());
    assertThat(all.findValuesAsText("version")).containsExactly("3");
    final JsonNode one = JSON.readTree(get("/api/models/colours/versions/2").body());
    assertThat(one.get("created").asLong()).isEqualTo(2000);
    assertThat(one.get("bound").asDouble()).isEqualTo(0.75);
  }

  @Test
  void weights_haveNames_andAreThoseOfChoicesToo() throws Exception {
    topic.accept(Published.version(Published.places(7), List.of(new NameCount("word=Oslo", 12L))));
    final JsonNode places = JSON.readTree(get("/api/models/places/weights?label=B-LOC").body());
    assertThat(places.findValuesAsText("name")).containsExactly("word=Oslo");
    assertThat(places.get("conditional").asBoolean()).as("of diagonal curvature").isTrue();
    topic.accept(Published.version(2));
    final JsonNode colours = JSON.readTree(get("/api/models/colours/weights").body());
    assertThat(colours.get("conditional").asBoolean()).as("of full curvature").isFalse();

    final var spec =
        SpecFile.read("{model: trips, task: choice, features: {names: [price, by=train]}}");
    topic.accept(Published.version(Published.model(spec, 3, new double[] {-1, 2})));
    final JsonNode trips = JSON.readTree(get("/api/models/trips/weights").body());
    assertThat(trips.get("label").isNull()).isTrue();
    assertThat(trips.findValuesAsText("name")).containsExactly("by=train", "price");
    final var asked = get("/api/models/trips/weights?label=");
    assertThat(asked.statusCode()).isEqualTo(404);
    assertThat(error(asked))
        .isEqualTo("a model of choices or graphs has no labels: leave ?label= out");
  }

  /** A quarter of what was red was taken for green, with the probability of three quarters. */
  @Test
  void mistakes_areThoseOfTheExamplesBetweenTwoVersions() throws Exception {
    topic.accept(Published.scored(2, 100));
    topic.accept(Published.scored(302, 140));
    topic.accept(Published.scored(603, 300));
    final JsonNode all = mistakes("");
    assertThat(all.get("after").asLong()).isEqualTo(2);
    assertThat(all.get("version").asLong()).isEqualTo(603);
    assertThat(all.get("labels").asLong()).isEqualTo(200);
    assertThat(all.get("begin").asLong()).isEqualTo(2_000);
    assertThat(all.get("end").asLong()).isEqualTo(603_000);

    final JsonNode last = mistakes("?minutes=5");
    assertThat(last.get("after").asLong()).isEqualTo(302);
    assertThat(last.at("/confusion/counts").toString()).isEqualTo("[[120,40,0],[0,0,0],[0,0,0]]");
    assertThat(last.at("/byLabel/0/recall").asDouble()).isEqualTo(0.75);
    assertThat(last.at("/byLabel/1/label").asText()).isEqualTo("green");
    assertThat(last.at("/byLabel/1/precision").asDouble()).isZero();
    assertThat(last.at("/calibration/points").toString())
        .isEqualTo("[{\"probability\":0.75,\"frequency\":0.75,\"count\":160}]");
    assertThat(last.at("/calibration/error").asDouble()).isZero();
    assertThat(last.has("ranking")).as("an area under the curve of three labels").isFalse();
    assertThat(last.has("event")).isFalse();
  }

  /** What was taken back is no mistake of these minutes. */
  @Test
  void mistakes_afterARollback_beginWithIt() throws Exception {
    topic.accept(Published.scored(2, 100));
    final var rollback = Published.scored(3, 40);
    rollback.head().getTally().setUndone(60);
    topic.accept(rollback);
    assertThat(mistakes("").get("labels").asLong()).isZero();
    final var next = Published.scored(4, 44);
    next.head().getTally().setUndone(60);
    topic.accept(next);
    assertThat(mistakes("").get("after").asLong()).isEqualTo(3);
    assertThat(mistakes("").get("labels").asLong()).isEqualTo(4);
  }

  private JsonNode mistakes(final String query) throws Exception {
    return JSON.readTree(get("/api/models/colours/mistakes" + query).body());
  }

  @Test
  void mistakes_ofNoLabels_are404_andOfNoMinutes400() throws Exception {
    final var spec =
        SpecFile.read("{model: trips, task: choice, features: {names: [price, by=train]}}");
    topic.accept(Published.version(Published.model(spec, 3, new double[] {-1, 2})));
    final var trips = get("/api/models/trips/mistakes");
    assertThat(trips.statusCode()).isEqualTo(404);
    assertThat(error(trips))
        .isEqualTo(
            "a model of choices, graphs or matchings has no labels to mistake for each other:"
                + " /api/models/trips has its accuracy");
    publish(1);
    for (final String minutes : List.of("0", "16", "-1", "1.5", "x", "99999999999999999999")) {
      final var response = get("/api/models/colours/mistakes?minutes=" + minutes);
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(error(response)).isEqualTo("?minutes=" + minutes + " is no number from 1 to 15");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/models/colours/versions/4  | model 'colours' has no version 4: there are 1, 2, 3",
        "/api/models/colours/versions/x  | model 'colours' has no version x: there are 1, 2, 3",
        "/api/models/colours/weights?label=pink | no label 'pink': there are red, green, blue",
      })
  void unknown_is404AndSaysWhatThereIs(final String path, final String message) throws Exception {
    publish(1, 2, 3);
    final var response = get(path);
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(error(response)).isEqualTo(message);
  }

  @Test
  void topic_notRead_is503WithTheReason() throws Exception {
    for (final String path : List.of("/api/models", "/api/models/colours")) {
      final var response = get(path);
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(error(response)).isEqualTo(catalog.obstacle().orElseThrow());
      assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
    }
  }

  @Test
  void modelWithoutRoom_isNotToBeAskedForAgain() throws Exception {
    final String large = "{model: large, labels: [no, yes], features: {dimension: 600000}}";
    publish(Published.model(SpecFile.read(large), 1, new double[600_001]));
    final var response =
        send("/api/models/large/predict", BodyPublishers.ofString("{\"vector\":{}}"));
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(error(response)).contains("larger -Xmx");
    assertThat(response.headers().firstValue("Retry-After")).isEmpty();
  }

  /** A page can save what a command exports: a version that is remembered, kept, or the newest. */
  @ParameterizedTest
  @ValueSource(longs = {1, 4, 5})
  void file_isThatOfTheExport(final long version) throws Exception {
    publish(1, 2, 3, 4, 5);
    final var response = get("/api/models/colours/versions/" + version + "/file");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-disposition"))
        .contains("attachment; filename=\"colours-%d.json\"".formatted(version));
    final Model read = ModelFile.read(new StringReader(response.body()));
    assertThat(read.version()).isEqualTo(version);
    assertThat(read.weights()).containsExactly(Published.WEIGHTS);
    assertThat(JSON.readTree(response.body()).at("/features/0/name").asText()).isEqualTo("warm");
  }

  @Test
  void changes_areTheLargestOfALabel() throws Exception {
    publish(2);
    final double[] later = Published.WEIGHTS.clone();
    later[0] += 0.25; // warm, of red
    later[3] -= 2; // cold
    final Model newest = Published.model(Published.COLOURS, 3, later);
    topic.accept(Published.version(newest));
    final String path = "/api/models/colours/changes?from=2&to=3&label=";

    assertThat(get(path + "red").body())
        .isEqualTo(
            "{\"from\":2,\"to\":3,\"label\":\"red\",\"changes\":["
                + "{\"feature\":1,\"name\":\"cold\",\"from\":-1.0,\"to\":-3.0,\"state\":null},"
                + "{\"feature\":0,\"name\":\"warm\",\"from\":1.5,\"to\":1.75,\"state\":null}]}");
    assertThat(JSON.readTree(get(path + "blue").body()).get("changes")).isEmpty();

    final var one = get("/api/models/colours/changes?from=2");
    assertThat(one.statusCode()).isEqualTo(400);
    assertThat(error(one)).isEqualTo("name two versions: ?from=1&to=2");
  }

  /** A reader may have the list of a moment ago. */
  @Test
  void changes_ofAVersionThatIsGone_saySo() throws Exception {
    final ModelSpec spec = SpecFile.read(SpecFile.write(Published.COLOURS));
    spec.setKeepVersions(9);
    for (long version = 1; version <= 9; version++) {
      publish(Published.model(spec, version, Published.WEIGHTS));
    }
    final String ofKept = "/api/models/colours/changes?from=2&to=9";
    final String ofRemembered = "/api/models/colours/changes?from=1&to=9";
    topic.overwrite(version -> version == 3);
    assertThat(get(ofKept).statusCode()).isEqualTo(200);
    topic.overwrite(version -> true);
    assertThat(get(ofRemembered).statusCode()).isEqualTo(200);
    assertThat(get(ofKept).statusCode()).as("it is in memory").isEqualTo(200);
    final var gone = get("/api/models/colours/changes?from=3&to=9");
    assertThat(gone.statusCode()).isEqualTo(404);
    assertThat(error(gone))
        .isEqualTo("version 3 of 'colours' is not kept any more: choose a later one");
  }

  private void publish(final long... versions) {
    for (final long version : versions) {
      publish(Published.model(Published.COLOURS, version, Published.WEIGHTS));
    }
  }

  private void publish(final Model model) {
    topic.accept(Published.version(model));
  }

  private String post(final String path, final String body) throws Exception {
    return send(path, BodyPublishers.ofString(body)).body();
  }

  private String post(final String body) throws Exception {
    return send(PREDICT, BodyPublishers.ofString(body)).body();
  }

  private HttpResponse<String> send(final String path, final BodyPublisher body) throws Exception {
    return exchange(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(body)
            .build());
  }

  private HttpResponse<String> get(final String path) throws Exception {
    return exchange(HttpRequest.newBuilder(uri(path)).build());
  }

  private URI uri(final String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  private static HttpResponse<String> exchange(final HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  private static String error(final HttpResponse<String> response) throws Exception {
    return JSON.readTree(response.body()).get("error").asText();
  }
}
