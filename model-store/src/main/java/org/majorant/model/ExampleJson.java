package org.majorant.model;

import static org.majorant.schema.RejectedExample.quote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Sequence;

/**
 * Examples as JSON objects, the same on a topic, on the lines of a file and in a request:
 *
 * <pre>
 *   {"features": {"age": 39, "work": "Private"}, "label": "yes"}            a point
 *   {"vector": {"indices": [3, 7], "values": [1, 0.5]}, "label": 1}         the same by index
 *   {"tokens": ["in", "Oslo"], "labels": ["O", "B-LOC"]}                    a sequence
 *   {"tokens": [{"features": {…}}, {"vector": {…}}], "labels": [null, "O"]}
 * </pre>
 *
 * with {@code weight}, {@code id} and {@code model} if wanted. A feature's number is its value, its
 * string {@code s} the category {@code name=s}, {@code true} is one; zero, {@code false} and {@code
 * null} are no feature. Tokens that are words get their features by the model's templates. Labels
 * and ids may be numbers or booleans too: their text as it stands. A label that is missing, {@code
 * null}, empty or {@code ?} was not observed.
 *
 * <p>Immutable, hence thread-safe.
 */
public final class ExampleJson {
  private static final String KEYS = "features, vector or tokens, label(s), weight, id, model";

  private final JsonFactory json =
      JsonFactory.builder()
          // Feature names need not be few: they would fill a symbol table for nothing.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();
  private final FeatureTemplates templates;

  /**
   * @param templates that make features of a sentence's words
   */
  public ExampleJson(final FeatureTemplates templates) {
    this.templates = templates;
  }

  /**
   * Reads one example.
   *
   * @throws RejectedExample UNDECODABLE, saying what is wrong and what was expected
   */
  public LabeledExample read(final String text) throws RejectedExample {
    try (JsonParser parser = json.createParser(text)) {
      final LabeledExample example = example(parser);
      if (parser.nextToken() != null) {
        throw malformed("more after the object", "one JSON object a line");
      }
      return example;
    } catch (final JsonProcessingException e) {
      throw malformed(
          "not JSON near column " + e.getLocation().getColumnNr(), "one JSON object a line");
    } catch (final IOException e) {
      throw new UncheckedIOException("from a string", e);
    }
  }

  private LabeledExample example(final JsonParser parser) throws IOException, RejectedExample {
    final LabeledExample example = new LabeledExample(null, null, 1.0, null);
    Object features = null;
    List<Object> tokens = null;
    String label = null;
    List<String> labels = null;
    parser.nextToken();
    JsonFeatures.require(parser, JsonToken.START_OBJECT, "not an object", "one JSON object a line");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "features", "vector" -> {
          if (features != null) {
            throw malformed("features twice", "either features or vector");
          }
          features = JsonFeatures.read(parser, key);
        }
        case "tokens" -> tokens = tokens(parser);
        case "label" -> label = label(parser, key);
        case "labels" -> labels = labels(parser);
        case "weight" -> example.setWeight(Double.parseDouble(JsonFeatures.number(parser, key)));
        case "id" -> example.setId(text(parser, key));
        case "model" -> example.setModel(text(parser, key));
        default -> throw malformed("unknown key " + quote(key), KEYS);
      }
    }
    if (features == null == (tokens == null)) {
      throw malformed(tokens == null ? "no features" : "features and tokens", KEYS);
    }
    if ((tokens == null ? labels : label) != null) {
      throw malformed("label for labels", "label of features, labels of tokens");
    }
    example.setStructure(
        tokens == null
            ? new Point(features, label, null)
            : new Sequence(tokens, labels == null ? List.of() : labels));
    return example;
  }

  private List<Object> tokens(final JsonParser parser) throws IOException, RejectedExample {
    final String expected = "words, or objects with features or vector";
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "tokens: not an array", expected);
    final List<String[]> words = new ArrayList<>();
    final List<Object> tokens = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.hasToken(JsonToken.VALUE_STRING)) {
        words.add(new String[] {parser.getText()});
      } else {
        JsonFeatures.require(parser, JsonToken.START_OBJECT, "tokens: not a token", expected);
        parser.nextToken();
        JsonFeatures.require(parser, JsonToken.FIELD_NAME, "tokens: an empty object", expected);
        final String key = parser.currentName();
        parser.nextToken();
        tokens.add(JsonFeatures.read(parser, key));
        parser.nextToken();
        JsonFeatures.require(parser, JsonToken.END_OBJECT, "tokens: more than features", expected);
      }
    }
    if (!words.isEmpty() && !tokens.isEmpty()) {
      throw malformed("tokens: words and objects", "either in one example");
    }
    return words.isEmpty() ? tokens : expand(words);
  }

  private List<Object> expand(final List<String[]> words) throws RejectedExample {
    try {
      return templates.apply(words);
    } catch (final IllegalArgumentException e) {
      throw malformed(e.getMessage(), "templates of the word alone, or tokens with features");
    }
  }

  private static List<String> labels(final JsonParser parser) throws IOException, RejectedExample {
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "labels: not an array", "a label a token");
    final List<String> labels = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      labels.add(label(parser, "labels"));
    }
    return labels;
  }

  private static String label(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    final String text = text(parser, key);
    final String label = text == null ? "" : text.strip();
    return label.isEmpty() || label.equals("?") ? null : label;
  }

  private static String text(final JsonParser parser, final String key)
      throws IOException, RejectedExample {
    if (!parser.currentToken().isScalarValue()) {
      throw malformed(key + ": not a single value", "a string, a number or null");
    }
    return parser.hasToken(JsonToken.VALUE_NULL) ? null : parser.getText();
  }

  static RejectedExample malformed(final String wrong, final String expected) {
    return new RejectedExample(Rejection.UNDECODABLE, wrong + "; expected " + expected);
  }
}
