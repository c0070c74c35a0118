package org.majorant.json;

import static org.majorant.json.ExampleJson.malformed;
import static org.majorant.schema.RejectedExample.quote;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.template.FeatureList;

/** One feature vector of {@link ExampleJson}, or numbers. The parser stands at its first token. */
final class JsonFeatures {
  private JsonFeatures() {}

  /**
   * @param key {@code features} or {@code vector}
   */
  static Object read(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    return switch (key) {
      case "features" -> named(parser, key);
      case "vector" -> vector(parser);
      default -> throw malformed("unknown key " + quote(key), "features or vector");
    };
  }

  static NamedFeatures named(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    require(parser, JsonToken.START_OBJECT, key + ": not an object", "{\"name\": value, ...}");
    final FeatureList<String> features = new FeatureList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String name = parser.currentName();
      switch (parser.nextToken()) {
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
          final float value = Float.parseFloat(parser.getText());
          if (value != 0) {
            features.add(name, value);
          }
        }
        case VALUE_STRING -> features.add(name + "=" + parser.getText(), 1);
        case VALUE_TRUE -> features.add(name, 1);
        case VALUE_FALSE, VALUE_NULL -> {}
        default ->
            throw malformed(
                "feature " + quote(name) + ": not a single value",
                "a number, a string, true, false or null");
      }
    }
    return new NamedFeatures(features.keys(), features.values());
  }

  private static SparseVector vector(final JsonParser parser) throws IOException, RejectedExample {
    final String expected = "{\"indices\": [3, 7], \"values\": [1, 0.5]}";
    require(parser, JsonToken.START_OBJECT, "vector: not an object", expected);
    List<Integer> indices = List.of();
    List<String> values = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "indices" -> indices = indices(parser, key);
        case "values" -> values = numbers(parser, key);
        default -> throw malformed("unknown key " + quote(key), expected);
      }
    }
    if (values != null && values.size() != indices.size()) {
      throw malformed(
          indices.size() + " indices and " + values.size() + " values",
          "as many values as indices, or none: all ones");
    }
    final FeatureList<Integer> features = new FeatureList<>();
    for (int i = 0; i < indices.size(); i++) {
      features.add(indices.get(i), values == null ? 1 : Float.parseFloat(values.get(i)));
    }
    return new SparseVector(features.keys(), features.values());
  }

  private static List<Integer> indices(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    requireNumbers(parser, key);
    final List<Integer> indices = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      final boolean isShort =
          parser.hasToken(JsonToken.VALUE_NUMBER_INT) && parser.getTextLength() < 9;
      final int index = isShort ? parser.getIntValue() : -1;
      indices.add(index >= 0 ? index : index(number(parser, key)));
    }
    return indices;
  }

  /** One more than the largest is still an int, as a dimension must be. */
  private static int index(final String text) throws RejectedExample {
    try {
      final int index = Integer.parseInt(text);
      if (index >= 0 && index < Integer.MAX_VALUE) {
        return index;
      }
    } catch (final NumberFormatException e) {
      // refused below
    }
    throw malformed(
        "feature index " + quote(text), "a whole number from 0 to " + (Integer.MAX_VALUE - 1));
  }

  /** Numbers as they are written. */
  static List<String> numbers(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    requireNumbers(parser, key);
    final List<String> numbers = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      numbers.add(number(parser, key));
    }
    return numbers;
  }

  private static void requireNumbers(final JsonParser parser, final String key)
      throws RejectedExample {
    require(parser, JsonToken.START_ARRAY, key + ": not an array", "an array of numbers");
  }

  static String number(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    if (!parser.currentToken().isNumeric()) {
      throw malformed(key + ": " + quote(parser.getText()), "a number");
    }
    return parser.getText();
  }

  /**
   * Whole numbers from 0.
   *
   * @param nullable whether null is one of them
   */
  static List<Integer> positions(final JsonParser parser, final String key, final boolean nullable)
      throws IOException, RejectedExample {
    require(parser, JsonToken.START_ARRAY, key + ": not an array", "an array of whole numbers");
    final List<Integer> positions = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      final Integer position = position(parser, key);
      if (position == null && !nullable) {
        throw malformed(key + ": null", "whole numbers");
      }
      positions.add(position);
    }
    return positions;
  }

  /** A whole number from 0, or null. */
  static Integer position(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    if (parser.hasToken(JsonToken.VALUE_NULL)) {
      return null;
    }
    if (!parser.hasToken(JsonToken.VALUE_NUMBER_INT) || !parser.getText().matches("\\d{1,9}")) {
      throw malformed(key + ": " + quote(parser.getText()), "a whole number from 0, or null");
    }
    return Integer.valueOf(parser.getText());
  }

  static void require(
      final JsonParser parser, final JsonToken token, final String wrong, final String expected)
      throws RejectedExample {
    if (!parser.hasToken(token)) {
      throw malformed(wrong, expected);
    }
  }
}
