package org.majorant.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.majorant.schema.JsonLimits;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * Events that are JSON objects. A number is told as it is written, as in a table.
 *
 * <pre>
 *   {"a": {"b": 2}}             a.b
 *   {"tags": ["x", "y", "x"]}   tags, a bag
 *   {"at": [3, 4]}              at.0, at.1
 *   {"items": [{"n": 1}, …]}    items.n, a bag whose numbers are summed
 * </pre>
 */
final class JsonEvents implements EventSource {
  private final Envelope envelope;
  private final JsonFactory json =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .streamReadConstraints(JsonLimits.constraints())
          .build();

  JsonEvents(final Envelope envelope) {
    this.envelope = envelope;
  }

  @Override
  public boolean read(
      final byte[] value,
      final RecordHeaders headers,
      final EventPath root,
      final EventLeaves leaves)
      throws RejectedExample {
    try (JsonParser parser = json.createParser(value)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed("not an object");
      }
      top(parser, root, leaves);
      if (parser.nextToken() != null) {
        throw malformed("more after the object");
      }
      return envelope.hasRow(root, leaves);
    } catch (final JsonProcessingException e) {
      throw malformed(JsonLimits.broken(e).orElseGet(() -> "not JSON" + near(e.getLocation())));
    } catch (final IOException e) {
      throw new UncheckedIOException("from an array", e);
    }
  }

  private void top(final JsonParser parser, final EventPath root, final EventLeaves leaves)
      throws IOException, RejectedExample {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final EventPath path = envelope.at(root, parser.currentName());
      parser.nextToken();
      if (path != null) {
        value(parser, path, leaves);
      } else if (parser.hasToken(JsonToken.START_OBJECT)) {
        top(parser, root, leaves);
      } else {
        parser.skipChildren();
      }
    }
  }

  private static RejectedExample malformed(final String wrong) {
    return new RejectedExample(Rejection.UNDECODABLE, wrong + "; expected one JSON object");
  }

  private static String near(final JsonLocation place) {
    return place == null ? "" : " near byte " + place.getByteOffset();
  }

  /** The fields of the object at whose first token the parser stands. */
  static void object(final JsonParser parser, final EventPath path, final EventLeaves leaves)
      throws IOException, RejectedExample {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final EventPath child = path.child(parser.currentName());
      parser.nextToken();
      value(parser, child, leaves);
    }
  }

  /** The value at whose first token the parser stands. */
  private static void value(final JsonParser parser, final EventPath path, final EventLeaves leaves)
      throws IOException, RejectedExample {
    if (path.isSkipped()) {
      parser.skipChildren();
      return;
    }
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        leaves.record(path);
        object(parser, path, leaves);
      }
      case START_ARRAY -> {
        leaves.array(path);
        array(parser, path, leaves);
      }
      case VALUE_STRING -> leaves.text(path, parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> leaves.flag(path, parser.getBooleanValue());
      case VALUE_NULL -> leaves.none(path);
      default -> leaves.digits(path, parser.getText());
    }
  }

  private static void array(final JsonParser parser, final EventPath path, final EventLeaves leaves)
      throws IOException, RejectedExample {
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      switch (parser.currentToken()) {
        case START_OBJECT -> bag(parser, path, leaves);
        case START_ARRAY -> value(parser, path.child(i), leaves);
        case VALUE_STRING, VALUE_TRUE, VALUE_FALSE -> leaves.element(path, parser.getText());
        case VALUE_NULL -> {}
        default -> leaves.digits(path.child(i), parser.getText());
      }
    }
  }

  /** A record of several, or an array in one: what has the same path comes many times. */
  private static void bag(final JsonParser parser, final EventPath path, final EventLeaves leaves)
      throws IOException, RejectedExample {
    if (path.isSkipped()) {
      parser.skipChildren();
      return;
    }
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          final EventPath child = path.child(parser.currentName());
          parser.nextToken();
          bag(parser, child, leaves);
        }
      }
      case START_ARRAY -> {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          bag(parser, path, leaves);
        }
      }
      case VALUE_STRING, VALUE_TRUE, VALUE_FALSE -> leaves.element(path, parser.getText());
      case VALUE_NULL -> {}
      default -> leaves.addend(path, Double.parseDouble(parser.getText()));
    }
  }
}
