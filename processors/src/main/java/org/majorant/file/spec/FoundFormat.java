package org.majorant.file.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.majorant.file.UnusableData;
import org.majorant.json.ExampleJson;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ConfluentFormat;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.ExampleBatch;
import org.majorant.schema.JsonLimits;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.template.FeatureTemplates;

/**
 * In which format events are, found by their values: CloudEvents have a version, the changes of
 * Debezium an operation beside the row before or after it, and Confluent's wire format the number
 * of a schema.
 */
final class FoundFormat {
  /** A few records of another kind become dead letters, and hide the format of none. */
  private static final double MOST = 0.95;

  private static final String OURS = LabeledExample.class.getPackageName();

  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private final Set<Long> examples = new HashSet<>();
  private final ExampleJson json = new ExampleJson(FeatureTemplates.of(FeatureTemplates.DEFAULT));
  private final JsonFactory parsers =
      JsonFactory.builder().streamReadConstraints(JsonLimits.constraints()).build();
  private final SchemaRegistry registry;
  private final String writer;
  private final Kind given; // null: values name their schemas

  /** What a value may be. */
  private enum Kind {
    NOTHING(null, "without a value"),
    EXAMPLE(null, "Majorant's own examples"),
    JSON(EventFormat.JSON, "json"),
    AVRO(EventFormat.AVRO, "avro"),
    DEBEZIUM(EventFormat.DEBEZIUM, "debezium"),
    CLOUDEVENTS(EventFormat.CLOUDEVENTS, "cloudevents"),
    OTHER(null, "of no format that is known");

    private final EventFormat format;
    private final String shown;

    Kind(final EventFormat format, final String shown) {
      this.format = format;
      this.shown = shown;
    }
  }

  /**
   * @param registry of the schemas of values in Confluent's wire format
   * @param writer the schema of all values, in JSON; null: they name theirs, or are in JSON
   * @throws UnusableData where it is no schema of a record
   */
  FoundFormat(final SchemaRegistry registry, final String writer) {
    this.registry = registry;
    this.writer = writer;
    given = writer == null ? null : kind(parsed(writer));
    examples.addAll(AvroSerde.schemas(LabeledExample.class).keySet());
    examples.addAll(AvroSerde.schemas(ExampleBatch.class).keySet());
  }

  private static Schema parsed(final String writer) {
    try {
      final Schema schema = new Schema.Parser().parse(writer);
      if (schema.getType() == Schema.Type.RECORD) {
        return schema;
      }
      throw new UnusableData("the schema is not of a record: give that of whole values");
    } catch (final AvroRuntimeException e) {
      throw new UnusableData(
          "the schema is none of Avro: " + e.getMessage().lines().findFirst().orElse(""));
    }
  }

  private static Kind kind(final Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      return Kind.OTHER;
    }
    if (OURS.equals(schema.getNamespace())) {
      return Kind.EXAMPLE;
    }
    return isChange(schema.getFields().stream().map(Schema.Field::name).toList())
        ? Kind.DEBEZIUM
        : Kind.AVRO;
  }

  private static boolean isChange(final List<String> fields) {
    return fields.contains("op") && (fields.contains("before") || fields.contains("after"));
  }

  /**
   * Looks at one more value.
   *
   * @param value null: it has none
   */
  void add(final byte[] value, final RecordHeaders headers) {
    counts.merge(kind(value, headers), 1L, Long::sum);
  }

  private Kind kind(final byte[] value, final RecordHeaders headers) {
    if (value == null) {
      return Kind.NOTHING;
    }
    if (headers.last("ce_specversion") != null) {
      return Kind.CLOUDEVENTS;
    }
    if (given != null) {
      return given;
    }
    if (ConfluentFormat.hasHeader(value)) {
      return registry == SchemaRegistry.NONE ? Kind.AVRO : registered(ConfluentFormat.id(value));
    }
    if (value.length >= 10 && value[0] == (byte) 0xC3 && value[1] == 1) {
      final long print = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
      return examples.contains(print) ? Kind.EXAMPLE : Kind.OTHER;
    }
    final String text = new String(value, UTF_8).strip();
    if (text.startsWith("[") && isBatch(text)) {
      return Kind.EXAMPLE;
    }
    return text.startsWith("{") ? json(text) : Kind.OTHER;
  }

  /** Whether an array begins with an example. */
  private boolean isBatch(final String text) {
    try (JsonParser parser = json.parser(text)) {
      parser.nextToken();
      parser.nextToken();
      return json.read(parser) != null;
    } catch (final IOException | RejectedExample e) {
      return false;
    }
  }

  private Kind registered(final int id) {
    try {
      return kind(registry.written(id));
    } catch (final RejectedExample e) {
      return Kind.OTHER;
    }
  }

  private Kind json(final String text) {
    try (JsonParser parser = parsers.createParser(text)) {
      parser.nextToken();
      final Set<String> fields = new HashSet<>();
      final Set<String> inPayload = new HashSet<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        final String name = parser.currentName();
        fields.add(name);
        if (parser.nextToken() == JsonToken.START_OBJECT && name.equals("payload")) {
          while (parser.nextToken() == JsonToken.FIELD_NAME) {
            inPayload.add(parser.currentName());
            parser.nextToken();
            parser.skipChildren();
          }
        } else {
          parser.skipChildren();
        }
      }
      if (fields.contains("specversion")) {
        return Kind.CLOUDEVENTS;
      }
      if (isChange(List.copyOf(fields)) || isChange(List.copyOf(inPayload))) {
        return Kind.DEBEZIUM;
      }
      return json.isExample(text) ? Kind.EXAMPLE : Kind.JSON;
    } catch (final IOException e) {
      return Kind.OTHER;
    }
  }

  /**
   * How the events are written.
   *
   * @param source what messages call the file or topic, as its first words
   * @throws UnusableData where they are not events, or not all of one format
   */
  Events events(final String source) {
    final Map<Kind, Long> values = new EnumMap<>(counts);
    values.remove(Kind.NOTHING);
    final long all = values.values().stream().mapToLong(Long::longValue).sum();
    if (all == 0) {
      throw new UnusableData(
          counts.isEmpty()
              ? source + " has no records: let some come first"
              : source + " has only records without values, as deletions are: let others come");
    }
    final Kind most =
        values.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    if (values.get(most) < MOST * all) {
      throw new UnusableData(
          "%s has records of several formats (%s): a model reads one, so give each a topic"
              .formatted(
                  source,
                  values.entrySet().stream()
                      .map(each -> "%,d %s".formatted(each.getValue(), each.getKey().shown))
                      .collect(Collectors.joining(", "))));
    }
    require(most, source);
    return new Events(most.format, writer, List.of());
  }

  private void require(final Kind most, final String source) {
    if (most == Kind.EXAMPLE) {
      throw new UnusableData(
          source
              + " has Majorant's own examples, no events: infer the spec from the file that they"
              + " come from, by --data");
    }
    if (most == Kind.OTHER) {
      throw new UnusableData(
          source
              + " has values that are neither an object in JSON nor Avro in Confluent's wire"
              + " format: give the schema of plain Avro by --schema");
    }
    if (most == Kind.AVRO && given == null && registry == SchemaRegistry.NONE) {
      throw new UnusableData(
          source + " has values in Confluent's wire format: name their registry by --registry-url");
    }
  }
}
