package org.majorant.json;

import static org.majorant.json.ExampleJson.malformed;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Served;

/** What a service answered, of an {@link ExampleJson}: a version, and a number a label. */
final class JsonServed {
  private static final String EXPECTED = "{\"version\": 7, \"probabilities\": [0.2, 0.8]}, or null";

  private JsonServed() {}

  /** Reads it, or null; the parser stands at its first token. */
  static Served read(final JsonParser parser) throws IOException, RejectedExample {
    if (parser.hasToken(JsonToken.VALUE_NULL)) {
      return null;
    }
    JsonFeatures.require(parser, JsonToken.START_OBJECT, "served: not an object", EXPECTED);
    Long version = null;
    List<Double> probabilities = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "version" -> version = version(parser);
        case "probabilities" ->
            probabilities =
                JsonFeatures.numbers(parser, key).stream().map(Double::valueOf).toList();
        default -> throw malformed("served: unknown key " + RejectedExample.quote(key), EXPECTED);
      }
    }
    if (version == null || probabilities == null) {
      throw malformed("served: no version or no probabilities", EXPECTED);
    }
    return new Served(version, probabilities);
  }

  private static Long version(final JsonParser parser) throws IOException, RejectedExample {
    final String text = JsonFeatures.number(parser, "served");
    if (!text.matches("\\d{1,18}")) {
      throw malformed("served: the version is no whole number", EXPECTED);
    }
    return Long.valueOf(text);
  }
}
