package org.majorant.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.majorant.schema.JsonLimits;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.template.FeatureTemplates;

/**
 * Examples as JSON objects, the same on a topic, on the lines of a file and in a request: the keys
 * of one structure, see {@link JsonStructure}, with {@code weight}, {@code id} and {@code model} if
 * wanted. An id may be a number or a boolean, too: its text as it stands.
 *
 * <p>Immutable, hence thread-safe.
 */
public final class ExampleJson {
  private final JsonFactory json =
      JsonFactory.builder()
          // Feature names need not be few: they would fill a symbol table for nothing.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(JsonLimits.constraints())
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
    try (JsonParser parser = parser(text)) {
      parser.nextToken();
      final LabeledExample example = read(parser);
      if (parser.nextToken() != null) {
        throw malformed("more after the object", "one JSON object a line");
      }
      return example;
    } catch (final JsonProcessingException e) {
      throw malformed(
          JsonLimits.broken(e).orElseGet(() -> "not JSON" + near(e.getLocation())),
          "one JSON object a line");
    } catch (final IOException e) {
      throw new UncheckedIOException("from a string", e);
    }
  }

  private static String near(final JsonLocation place) {
    return place == null ? "" : " near column " + place.getColumnNr();
  }

  /** A parser of a text with any number of examples. */
  public JsonParser parser(final String text) throws IOException {
    return json.createParser(text);
  }

  /**
   * Reads the example at whose first token a parser stands; it stands at the last one then.
   *
   * @throws IOException where the text is no JSON
   * @throws RejectedExample as the other
   */
  public LabeledExample read(final JsonParser parser) throws IOException, RejectedExample {
    final LabeledExample example = new LabeledExample(null, null, 1.0, null);
    final JsonStructure structure = new JsonStructure(templates);
    JsonFeatures.require(parser, JsonToken.START_OBJECT, "not an object", "one JSON object a line");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "weight" -> example.setWeight(Double.parseDouble(JsonFeatures.number(parser, key)));
        case "id" -> example.setId(text(parser, key));
        case "model" -> example.setModel(text(parser, key));
        default -> structure.read(key, parser);
      }
    }
    example.setStructure(structure.build());
    return example;
  }

  /** The text of a single value; null for null. */
  static String text(final JsonParser parser, final String key)
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
