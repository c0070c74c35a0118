package org.majorant.ops.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.Choice;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;

/**
 * Reads {@link Format#JSONL}. A feature's number is its value, its string {@code s} the category
 * {@code name=s}, {@code true} is one; zero, {@code false} and {@code null} are no feature. A label
 * or id may be a number or a boolean too: its text as it stands in the file. A list of labels says
 * that the label is one of them.
 *
 * <p>An object with {@code alternatives}, each as {@code features} are, is a choice: {@code chosen}
 * is one's position from 0, null where it was not observed; {@code logPrior} has a number each,
 * null where an alternative cannot be chosen (JSON has no −∞).
 */
final class JsonReader extends ExampleReader {
  private static final String KEYS =
      "features or vector, label, weight, id, model; of a choice alternatives, chosen, logPrior";

  private final JsonFactory json =
      JsonFactory.builder()
          // Feature names need not be few: they would fill a symbol table for nothing.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  JsonReader(final Source source) {
    super(source);
  }

  @Override
  LabeledExample next() throws IOException {
    final String line = source.nextLine();
    if (line == null) {
      return null;
    }
    try (JsonParser parser = json.createParser(line)) {
      final LabeledExample example = example(parser);
      if (parser.nextToken() != null) {
        throw source.malformed("more after the object", "one JSON object a line");
      }
      return example;
    } catch (JsonProcessingException e) {
      throw source.malformed(
          "not JSON near column " + e.getLocation().getColumnNr(), "one JSON object a line");
    }
  }

  private LabeledExample example(final JsonParser parser) throws IOException {
    Object features = null;
    Object label = null;
    List<Object> alternatives = null;
    Integer chosen = null;
    List<Double> logPrior = null;
    double weight = 1;
    String id = null;
    String model = null;
    parser.nextToken();
    require(parser, JsonToken.START_OBJECT, "not an object", "one JSON object a line");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "features", "vector" -> {
          if (features != null) {
            throw source.malformed("features twice", "either features or vector");
          }
          features = key.equals("features") ? named(parser, key) : vector(parser);
        }
        case "label" -> label = labels(parser, key);
        case "alternatives" -> alternatives = alternatives(parser);
        case "chosen" -> chosen = position(parser, key);
        case "logPrior" -> logPrior = logPrior(parser);
        case "weight" -> weight = Double.parseDouble(number(parser, key));
        case "id" -> id = text(parser, key);
        case "model" -> model = text(parser, key);
        default -> throw source.malformed("unknown key " + MalformedLine.quote(key), KEYS);
      }
    }
    if (alternatives != null) {
      if (features != null || label != null) {
        throw source.malformed("a label or features beside alternatives", KEYS);
      }
      return new LabeledExample(id, model, weight, new Choice(alternatives, chosen, logPrior));
    }
    if (features == null) {
      throw source.malformed("no features", KEYS);
    }
    if (chosen != null || logPrior != null) {
      throw source.malformed("chosen or logPrior without alternatives", KEYS);
    }
    return new LabeledExample(id, model, weight, new Point(features, label, null));
  }

  /** One label, null where it was not observed, or a list of what it may be. */
  private Object labels(final JsonParser parser, final String key) throws IOException {
    if (!parser.hasToken(JsonToken.START_ARRAY)) {
      final String text = text(parser, key);
      return text == null ? null : label(text);
    }
    final List<String> several = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      final String text = text(parser, key);
      final String label = text == null ? null : label(text);
      if (label == null) {
        throw source.malformed("label: one of several is missing", "[\"a\", \"b\"], or null");
      }
      several.add(label);
    }
    return several;
  }

  private List<Object> alternatives(final JsonParser parser) throws IOException {
    require(
        parser,
        JsonToken.START_ARRAY,
        "alternatives: not an array",
        "[{\"name\": value, ...}, ...]");
    final List<Object> alternatives = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      alternatives.add(named(parser, "alternatives"));
    }
    return alternatives;
  }

  private Integer position(final JsonParser parser, final String key) throws IOException {
    if (parser.hasToken(JsonToken.VALUE_NULL)) {
      return null;
    }
    if (!parser.hasToken(JsonToken.VALUE_NUMBER_INT) || !parser.getText().matches("\\d{1,9}")) {
      throw source.malformed(
          key + ": " + MalformedLine.quote(parser.getText()), "a position from 0, or null");
    }
    return Integer.valueOf(parser.getText());
  }

  private List<Double> logPrior(final JsonParser parser) throws IOException {
    if (parser.hasToken(JsonToken.VALUE_NULL)) {
      return null;
    }
    require(parser, JsonToken.START_ARRAY, "logPrior: not an array", "an array of numbers");
    final List<Double> logPrior = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      logPrior.add(
          parser.hasToken(JsonToken.VALUE_NULL)
              ? Double.NEGATIVE_INFINITY
              : Double.parseDouble(number(parser, "logPrior")));
    }
    return logPrior;
  }

  private NamedFeatures named(final JsonParser parser, final String key) throws IOException {
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
            throw source.malformed(
                "feature " + MalformedLine.quote(name) + ": not a single value",
                "a number, a string, true, false or null");
      }
    }
    return new NamedFeatures(features.keys(), features.values());
  }

  private SparseVector vector(final JsonParser parser) throws IOException {
    final String expected = "{\"indices\": [3, 7], \"values\": [1, 0.5]}";
    require(parser, JsonToken.START_OBJECT, "vector: not an object", expected);
    List<String> indices = List.of();
    List<String> values = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "indices" -> indices = numbers(parser, key);
        case "values" -> values = numbers(parser, key);
        default -> throw source.malformed("unknown key " + MalformedLine.quote(key), expected);
      }
    }
    if (values != null && values.size() != indices.size()) {
      throw source.malformed(
          indices.size() + " indices and " + values.size() + " values",
          "as many values as indices, or none: all ones");
    }
    final FeatureList<Integer> features = new FeatureList<>();
    for (int i = 0; i < indices.size(); i++) {
      features.add(index(indices.get(i)), values == null ? 1 : Float.parseFloat(values.get(i)));
    }
    return new SparseVector(features.keys(), features.values());
  }

  private List<String> numbers(final JsonParser parser, final String key) throws IOException {
    require(parser, JsonToken.START_ARRAY, key + ": not an array", "an array of numbers");
    final List<String> numbers = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      numbers.add(number(parser, key));
    }
    return numbers;
  }

  private String number(final JsonParser parser, final String key) throws IOException {
    if (!parser.currentToken().isNumeric()) {
      throw source.malformed(key + ": " + MalformedLine.quote(parser.getText()), "a number");
    }
    return parser.getText();
  }

  private String text(final JsonParser parser, final String key) throws IOException {
    if (!parser.currentToken().isScalarValue()) {
      throw source.malformed(key + ": not a single value", "a string, a number or null");
    }
    return parser.hasToken(JsonToken.VALUE_NULL) ? null : parser.getText();
  }

  private void require(
      final JsonParser parser, final JsonToken token, final String wrong, final String expected)
      throws MalformedLine {
    if (!parser.hasToken(token)) {
      throw source.malformed(wrong, expected);
    }
  }
}
