package org.majorant.ops.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.ops.Published;
import org.majorant.ops.http.catalog.PublishedTopic;
import org.majorant.ops.http.inference.HeavyRequests;
import org.majorant.ops.http.inference.InferenceApi;
import org.majorant.ops.http.inference.PredictApi;
import org.majorant.ops.http.inference.PredictionRequests;
import org.majorant.spec.SpecFile;

/** What clients of the Open Inference Protocol send, and what they get. */
class InferenceApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PublishedTopic topic = new PublishedTopic(null, 8 << 20);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final PredictionRequests requests = new PredictionRequests(HeavyRequests.one(), registry);
  private final Javalin server =
      Javalin.create(
              config -> {
                config.startup.showJavalinBanner = false;
                ErrorAnswer.addTo(config.routes);
                new PredictApi(topic.catalog(), requests).addTo(config.routes);
                new InferenceApi(topic.catalog(), requests).addTo(config.routes);
              })
          .start("127.0.0.1", 0);

  @AfterEach
  void stop() {
    server.stop();
  }

  /** Colours have two features, warm and cold, and three labels. */
  private void publish(final long version) {
    topic.accept(Published.version(version));
  }

  @Test
  void health_andServer_areAsTheProtocolHasThem() throws Exception {
    assertThat(get("/v2/health/live").body()).isEqualTo("{\"live\":true}");
    assertThat(get("/v2/health/ready").statusCode()).as("nothing is read").isEqualTo(400);
    assertThat(JSON.readTree(get("/v2").body()).fieldNames())
        .toIterable()
        .containsExactly("name", "version", "extensions");
  }

  @Test
  void metadata_saysWhatAClientCanSend() throws Exception {
    publish(2);
    final JsonNode colours = JSON.readTree(get("/v2/models/colours").body());
    assertThat(colours.toString())
        .isEqualTo(
            "{\"name\":\"colours\",\"versions\":[\"2\"],\"platform\":\"majorant\",\"inputs\":["
                + "{\"name\":\"features\",\"datatype\":\"FP64\",\"shape\":[-1,2],"
                + "\"parameters\":{\"names\":[\"warm\",\"cold\"]}}],\"outputs\":["
                + "{\"name\":\"label\",\"datatype\":\"BYTES\",\"shape\":[-1]},"
                + "{\"name\":\"probabilities\",\"datatype\":\"FP64\",\"shape\":[-1,3],"
                + "\"parameters\":{\"labels\":[\"red\",\"green\",\"blue\"]}}]}");
    assertThat(get("/v2/models/colours/versions/2").statusCode()).isEqualTo(200);
    assertThat(get("/v2/models/colours/ready").body())
        .isEqualTo("{\"name\":\"colours\",\"ready\":true}");
    topic.accept(Published.version(Published.places(7)));
    assertThat(JSON.readTree(get("/v2/models/places").body()).get("inputs").toString())
        .isEqualTo("[{\"name\":\"examples\",\"datatype\":\"BYTES\",\"shape\":[-1]}]");
  }

  /** The same point, as an example in JSON, as numbers, and as columns. */
  @Test
  void infer_ofEachForm_saysTheSameAsPredict() throws Exception {
    publish(2);
    final JsonNode predicted =
        JSON.readTree(
            post("/api/models/colours/predict", "{\"features\":{\"warm\":1,\"cold\":0.5}}").body());
    for (final String inputs :
        new String[] {
          tensor(
              "examples",
              "[1]",
              "BYTES",
              "[\"{\\\"features\\\":{\\\"warm\\\":1,\\\"cold\\\":0.5}}\"]"),
          tensor("features", "[1,2]", "FP32", "[1.0, 0.5]"),
          tensor("features", "[1,2]", "FP64", "[[1, 0.5]]"),
          tensor("cold", "[1,1]", "FP64", "[[0.5]]") + "," + tensor("warm", "[1]", "INT64", "[1]"),
        }) {
      final var response = post("/v2/models/colours/infer", request(inputs));
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      assertThat(response.headers().firstValue("x-model-version")).contains("2");
      final JsonNode said = JSON.readTree(response.body());
      assertThat(said.get("model_name").asText()).isEqualTo("colours");
      assertThat(said.get("model_version").asText()).isEqualTo("2");
      assertThat(said.get("id").asText()).isEqualTo("42");
      final JsonNode label = said.at("/outputs/0");
      assertThat(label.toString())
          .isEqualTo(
              "{\"name\":\"label\",\"datatype\":\"BYTES\",\"shape\":[1],\"data\":[\"red\"]}");
      final JsonNode probabilities = said.at("/outputs/1");
      assertThat(probabilities.get("shape").toString()).isEqualTo("[1,3]");
      for (int k = 0; k < 3; k++) {
        final String name = Published.COLOURS.getLabels().get(k);
        assertThat(probabilities.get("data").get(k))
            .isEqualTo(predicted.at("/probabilities/" + name));
      }
    }
  }

  @Test
  void infer_ofAVersion_isByThatVersion_andOfSomeOutputsHasThese() throws Exception {
    publish(1);
    publish(2);
    final String body =
        "{\"inputs\":["
            + tensor("features", "[2,2]", "FP32", "[1,0,0,1]")
            + "],\"outputs\":[{\"name\":\"label\"}]}";
    final var response = post("/v2/models/colours/versions/1/infer", body);
    assertThat(response.headers().firstValue("x-model-version")).contains("1");
    final JsonNode said = JSON.readTree(response.body());
    assertThat(said.has("id")).isFalse();
    assertThat(said.get("outputs")).hasSize(1);
    assertThat(said.at("/outputs/0/shape/0").asInt()).isEqualTo(2);
    final var gone = post("/v2/models/colours/versions/9/infer", body);
    assertThat(gone.statusCode()).isEqualTo(404);
    final var predicted = post("/api/models/colours/versions/1/predict", "{\"features\":{}}");
    assertThat(predicted.body()).startsWith("{\"version\":1,");
    assertThat(registry.get("majorant.predictions").tag("status", "404").timer().count())
        .isEqualTo(1);
    assertThat(registry.get("majorant.predictions").tag("model", "colours").timers()).hasSize(1);
  }

  @Test
  void infer_ofOtherTasks_saysThePredictionInJson() throws Exception {
    topic.accept(Published.version(Published.places(7)));
    final var response =
        post(
            "/v2/models/places/infer",
            request(
                tensor(
                    "examples",
                    "[1]",
                    "BYTES",
                    "[\"{\\\"tokens\\\":[\\\"to\\\",\\\"Oslo\\\"]}\"]")));
    final JsonNode output = JSON.readTree(response.body()).at("/outputs/0");
    assertThat(output.get("name").asText()).isEqualTo("prediction");
    assertThat(JSON.readTree(output.at("/data/0").asText()).get("labels").toString())
        .isEqualTo("[\"O\",\"B-LOC\"]");
  }

  @Test
  void infer_ofRows_hasTheColumnsThatTheSpecNames() throws Exception {
    final var spec =
        SpecFile.read(
            "{model: rows, labels: [no, yes], features: {hash-bits: 8}, columns: {category: [plan]}}");
    topic.accept(Published.version(Published.model(spec, 3, new double[257])));
    final String plan = tensor("plan", "[2]", "BYTES", "[\"month\", \"year\"]");
    final String fee = tensor("fee", "[2]", "FP32", "[44, null]");
    final var fine = post("/v2/models/rows/infer", request(plan + "," + fee));
    assertThat(fine.body()).contains("\"data\":[0.5,0.5,0.5,0.5]");
    final var missing = post("/v2/models/rows/infer", request(fee));
    assertThat(error(missing))
        .isEqualTo("no input for column plan: send a tensor for each column that the spec names");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "features | [1,3] | FP64  | [1,2,3]   | input 'features': shape [1, 3] is not [n, 2]",
        "features | [1,2] | INT8  | [1,2]     | input 'features': datatype INT8 is not one of FP32, FP64",
        "features | [1,2] | FP64  | [1]       | input 'features': 1 elements, and shape [1, 2] says otherwise",
        "features | [1,2] | FP64  | [1,\"a\"] | input 'features': \"a\" is no number",
        "features | [-1,2] | FP64 | []        | input 'features': 0 elements, and shape [-1, 2] says otherwise",
        "examples | [1,1] | BYTES | [\"{}\"]  | input 'examples': shape [1, 1] is not [n]",
        "examples | [1]   | BYTES | [1]       | input 'examples': 1 is no string",
        "examples | [1]   | BYTES | [\" \"]   | example:1: not an object; expected one JSON object a line",
        "examples | [1]   | BYTES | 7         | input 'examples': no array 'data': send the elements as JSON, binary data are not read",
        "warm     | [2]   | FP64  | [1]       | input 'warm': 1 elements, and shape [2] says otherwise",
        "warm     | [1,2] | FP64  | [1,2]     | input 'warm': shape [1, 2] is not [1] or [1, 1]",
        "features | [1,2] | FP64  | [1e39,0]  | example:1: value Infinity of feature 0 is not finite",
      })
  void infer_ofWhatIsWrong_is400InOneLine(
      final String name,
      final String shape,
      final String datatype,
      final String data,
      final String message)
      throws Exception {
    publish(2);
    final var response =
        post("/v2/models/colours/infer", request(tensor(name, shape, datatype, data)));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(error(response)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "[]",
    "{}",
    "null",
    "{\"inputs\":null}",
    "{\"inputs\":[null]}",
    "x",
    "{\"inputs\":[{}]}"
  })
  void infer_ofGarbage_is400InOneLine(final String body) throws Exception {
    publish(2);
    final var response = post("/v2/models/colours/infer", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(error(response)).doesNotContain("\n").isNotBlank();
  }

  @Test
  void infer_ofAnUnknownModelOrOutput_saysWhatThereIs() throws Exception {
    publish(2);
    final String body =
        "{\"inputs\":["
            + tensor("features", "[1,2]", "FP32", "[1,0]")
            + "],\"outputs\":[{\"name\":\"score\"}]}";
    assertThat(error(post("/v2/models/colours/infer", body)))
        .isEqualTo("no output 'score': there are label, probabilities");
    final String of = tensor("features", "[20000,2]", "FP32", "[]");
    assertThat(post("/v2/models/colours/infer", request(of)).statusCode()).isEqualTo(413);
  }

  private static String tensor(
      final String name, final String shape, final String datatype, final String data) {
    return "{\"name\":\"%s\",\"shape\":%s,\"datatype\":\"%s\",\"data\":%s}"
        .formatted(name, shape, datatype, data);
  }

  private static String request(final String inputs) {
    return "{\"id\":\"42\",\"parameters\":{\"a\":1},\"inputs\":[" + inputs + "]}";
  }

  private HttpResponse<String> post(final String path, final String body) throws Exception {
    return exchange(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
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
