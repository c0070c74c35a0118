package org.majorant.spec;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator.Feature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.majorant.schema.JsonLimits;

/**
 * YAML whose scalars are what is written there, not what YAML makes of it: the label {@code +1} is
 * not the number 1. Nothing and {@code ''} are null. One document without aliases; a field twice is
 * an error.
 */
final class YamlText {
  private static final YAMLMapper QUOTED = mapper(false);
  private static final YAMLMapper PLAIN = mapper(true);

  /** What JSON escapes, and YAML's own line breaks: without quotes YAML loses some of it. */
  private static final Pattern SPECIAL = Pattern.compile("[\\\\\\x85\\u2028\\u2029]");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private YamlText() {}

  /**
   * The document's tree, of maps, lists, texts and nulls.
   *
   * @throws SpecException where it is no such document, or breaks one of {@link JsonLimits}
   */
  static JsonNode parse(final String yaml) {
    try (YAMLParser parser = PLAIN.getFactory().createParser(yaml)) {
      final JsonNode tree = parser.nextToken() == null ? NODES.missingNode() : node(parser);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "one document is expected");
      }
      return tree;
    } catch (final JsonProcessingException e) {
      throw new SpecException(List.of(fault(e)));
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fault(final JsonProcessingException e) {
    final String what =
        JsonLimits.broken(e).orElseGet(() -> e.getOriginalMessage().lines().findFirst().orElse(""));
    final JsonLocation place = e.getLocation();
    return (place == null ? "" : "line " + place.getLineNr() + ": ") + "not this YAML: " + what;
  }

  /** A tree as YAML, quoted where {@link #parse} would read something else. */
  static String format(final JsonNode tree) {
    try {
      final boolean special = SPECIAL.matcher(tree.toString()).find();
      return (special ? QUOTED : PLAIN).writeValueAsString(tree);
    } catch (final JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** 100000 rather than 100000.0. */
  private static JsonNode number(final double number) {
    final BigDecimal exact = BigDecimal.valueOf(number).stripTrailingZeros();
    return exact.scale() <= 0 && exact.precision() - exact.scale() <= 15
        ? NODES.numberNode(exact.longValueExact())
        : NODES.numberNode(number);
  }

  static ObjectNode map() {
    return NODES.objectNode();
  }

  /** A number, a truth, a text, a constant's word, or a list of them; a node as it is. */
  static JsonNode node(final Object value) {
    if (value instanceof JsonNode node) {
      return node;
    }
    if (value instanceof Enum<?> constant) {
      return NODES.textNode(Spelling.of(constant));
    }
    if (value instanceof List<?> items) {
      final ArrayNode list = NODES.arrayNode();
      items.forEach(item -> list.add(node(item)));
      return list;
    }
    if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    }
    if (value instanceof Double number) {
      return number(number);
    }
    return value instanceof Number whole
        ? NODES.numberNode(whole.longValue())
        : NODES.textNode((String) value);
  }

  /** Null for an empty list. */
  static JsonNode nodeUnlessEmpty(final List<?> items) {
    return items.isEmpty() ? null : node(items);
  }

  private static JsonNode node(final YAMLParser parser) throws IOException {
    if (parser.isCurrentAlias()) {
      throw new JsonParseException(parser, "the alias *" + parser.getText() + " is not supported");
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> map(parser);
      case START_ARRAY -> list(parser);
      case VALUE_NULL -> NODES.nullNode();
      default -> text(parser.getText());
    };
  }

  /** Jackson leaves the length of what YAML does not quote to us. */
  private static JsonNode text(final String text) throws IOException {
    JsonLimits.constraints().validateStringLength(text.length());
    return text.isEmpty() ? NODES.nullNode() : NODES.textNode(text);
  }

  private static ObjectNode map(final YAMLParser parser) throws IOException {
    final ObjectNode map = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      final String name = parser.currentName();
      JsonLimits.constraints().validateNameLength(name.length());
      parser.nextToken();
      map.set(name, node(parser));
    }
    return map;
  }

  private static ArrayNode list(final YAMLParser parser) throws IOException {
    final ArrayNode list = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(node(parser));
    }
    return list;
  }

  private static YAMLMapper mapper(final boolean fewQuotes) {
    return new YAMLMapper(
        YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(JsonLimits.constraints())
            .disable(Feature.WRITE_DOC_START_MARKER)
            .disable(Feature.SPLIT_LINES)
            .configure(Feature.MINIMIZE_QUOTES, fewQuotes)
            .enable(Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .stringQuotingChecker(new AllButWords())
            .build());
  }

  /** Labels and features may be names of fields, too, and may have any characters. */
  private static final class AllButWords extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1L;

    private static final Pattern FIELD = Pattern.compile("[a-z][a-z0-9-]*");

    @Override
    public boolean needToQuoteName(final String name) {
      return !FIELD.matcher(name).matches() || super.needToQuoteName(name);
    }
  }
}
