package org.majorant.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.function.Consumer;
import org.majorant.event.EventReader;
import org.majorant.schema.Columns;
import org.majorant.schema.JsonLimits;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
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
  private final ThreadLocal<EventReader> rows;

  /**
   * One for examples that bring their features, where no spec says what the fields of a row are.
   */
  public ExampleJson(final FeatureTemplates templates) {
    this(templates, null);
  }

  /**
   * @param templates that make features of a sentence's words
   * @param columns what the fields of a row are; null: as they say themselves
   */
  public ExampleJson(final FeatureTemplates templates, final Columns columns) {
    this.templates = templates;
    rows = ThreadLocal.withInitial(() -> EventReader.ofRows(columns));
  }

  /** Examples for the model of a spec. */
  public static ExampleJson of(final ModelSpec spec) {
    return new ExampleJson(
        FeatureTemplates.of(spec.getFeatures().getTemplates()), spec.getColumns());
  }

  /**
   * Reads one example.
   *
   * @throws RejectedExample UNDECODABLE, saying what is wrong and what was expected
   */
  public LabeledExample read(final String text) throws RejectedExample {
    return read(text, columns -> {});
  }

  /**
   * The same, which also tells the columns that the example has, where it is a row.
   *
   * @param columns told the paths of its fields
   */
  public LabeledExample read(final String text, final Consumer<Set<String>> columns)
      throws RejectedExample {
    try (JsonParser parser = parser(text)) {
      parser.nextToken();
      final LabeledExample example = read(parser, columns);
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

  /** Whether a text is one example, whatever the spec. */
  public boolean isExample(final String text) {
    try {
      return read(text) != null;
    } catch (final RejectedExample e) {
      return false;
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
    return read(parser, columns -> {});
  }

  /**
   * The same, which also tells the columns that the example has, where it is a row.
   *
   * @param columns told the paths of its fields
   */
  public LabeledExample read(final JsonParser parser, final Consumer<Set<String>> columns)
      throws IOException, RejectedExample {
    final LabeledExample example = new LabeledExample(null, null, 1.0, null);
    final JsonStructure structure = new JsonStructure(templates);
    JsonFeatures.require(parser, JsonToken.START_OBJECT, "not an object", "one JSON object a line");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "weight" ->
            example.setWeight(
                example.getWeight() * Double.parseDouble(JsonFeatures.number(parser, key)));
        case "id" -> example.setId(text(parser, key));
        case "model" -> example.setModel(text(parser, key));
        case "row" -> row(parser, example, structure, columns);
        default -> structure.read(key, parser);
      }
    }
    example.setStructure(structure.build());
    return example;
  }

  /** Features, label and weight of a row. */
  private void row(
      final JsonParser parser,
      final LabeledExample example,
      final JsonStructure structure,
      final Consumer<Set<String>> columns)
      throws IOException, RejectedExample {
    JsonFeatures.require(parser, JsonToken.START_OBJECT, "row: not an object", "{\"name\": value}");
    final EventReader row = rows.get();
    row.open(parser);
    structure.row(row.features(), row.label());
    example.setWeight(example.getWeight() * row.weight());
    columns.accept(row.columns());
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
