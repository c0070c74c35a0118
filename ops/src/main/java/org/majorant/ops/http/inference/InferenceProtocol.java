package org.majorant.ops.http.inference;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.javalin.http.BadRequestResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.majorant.schema.JsonLimits;

/**
 * The JSON of the Open Inference Protocol (V2) over REST, as KServe, Triton, MLServer and their
 * clients have it. Keys that are not read are left alone, for the protocol has extensions.
 */
final class InferenceProtocol {
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().streamReadConstraints(JsonLimits.constraints()).build())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private InferenceProtocol() {}

  /** What {@code GET /v2} says. */
  record Server(String name, String version, List<String> extensions) {}

  /** What {@code GET /v2/health/live} says. */
  record Live(boolean live) {}

  /** What {@code GET /v2/health/ready} says. */
  record Ready(boolean ready) {}

  /** What {@code GET /v2/models/{model}/ready} says. */
  record ModelReady(String name, boolean ready) {}

  /** What {@code GET /v2/models/{model}} says. */
  record Metadata(
      String name,
      List<String> versions,
      String platform,
      List<Shape> inputs,
      List<Shape> outputs) {}

  /**
   * A tensor that a model takes or gives.
   *
   * @param shape −1: any number
   * @param parameters what else is known of it, as the names of its columns; null: nothing
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Shape(
      String name, String datatype, List<Integer> shape, Map<String, List<String>> parameters) {}

  /**
   * A question.
   *
   * @param id is in the answer, too; null: none
   * @param outputs those that are wanted; null: all
   */
  record Request(String id, List<Input> inputs, List<Wanted> outputs) {
    /**
     * @throws BadRequestResponse where it is no question, with what is wrong in one line
     */
    static Request read(final String body) {
      try {
        final Request request = JSON.readValue(body, Request.class);
        if (request == null || request.inputs == null || request.inputs.contains(null)) {
          throw new BadRequestResponse("no inputs: send {\"inputs\": [{\"name\": ...}]}");
        }
        request.inputs.forEach(Input::check);
        return request;
      } catch (final JsonProcessingException e) {
        throw new BadRequestResponse(
            JsonLimits.broken(e)
                    .orElse("not an inference request: " + e.getOriginalMessage().split("\n")[0])
                + "; send {\"inputs\": [{\"name\", \"shape\", \"datatype\", \"data\"}]}");
      }
    }
  }

  /**
   * A tensor of a question.
   *
   * @param data its elements by rows, nested or not
   */
  record Input(String name, List<Long> shape, String datatype, JsonNode data) {
    private void check() {
      if (name == null || shape == null || shape.contains(null) || datatype == null) {
        throw new BadRequestResponse(
            "input '%s': name, shape, datatype or data is missing".formatted(name));
      }
      if (data == null || !data.isArray()) {
        throw new BadRequestResponse(
            "input '%s': no array 'data': send the elements as JSON, binary data are not read"
                .formatted(name));
      }
    }

    /**
     * Its elements, as many as its shape says.
     *
     * @throws BadRequestResponse where there are more or fewer
     */
    List<JsonNode> elements() {
      final List<JsonNode> flat = new ArrayList<>();
      flatten(data, flat);
      final long expected = shape.stream().reduce(1L, (a, b) -> a < 0 || b < 0 ? -1 : a * b);
      if (flat.size() != expected) {
        throw new BadRequestResponse(
            "input '%s': %d elements, and shape %s says otherwise"
                .formatted(name, flat.size(), shape));
      }
      return flat;
    }

    private static void flatten(final JsonNode node, final List<JsonNode> flat) {
      for (final JsonNode each : node) {
        if (each.isArray()) {
          flatten(each, flat);
        } else {
          flat.add(each);
        }
      }
    }
  }

  /** A tensor that is wanted. */
  record Wanted(String name) {}

  /** The answer to a {@link Request}. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Answer(
      @JsonProperty("model_name") String modelName,
      @JsonProperty("model_version") String modelVersion,
      String id,
      List<Output> outputs) {}

  /** A tensor of an answer. */
  record Output(String name, String datatype, List<Integer> shape, List<?> data) {}
}
