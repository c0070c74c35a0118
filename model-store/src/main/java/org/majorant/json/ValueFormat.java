package org.majorant.json;

import java.util.Locale;
import org.majorant.event.EventDecoder;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.ValueDecoder;

/**
 * The formats in which examples stand on their topic. Where the spec says that the topic has
 * events, it is the spec that says their format. An option names a format in lower case.
 */
public enum ValueFormat {
  /**
   * {@link org.majorant.schema.LabeledExample} in Avro, whichever wire format, or many of them in
   * an {@link org.majorant.schema.ExampleBatch}.
   */
  AVRO,

  /** {@link ExampleJson}, or an array of it. */
  JSON;

  /**
   * A decoder of such values, for one thread.
   *
   * @param spec whose templates make features of words
   * @param maxBytes the longest value that is accepted
   * @param registry of the schemas of values in Confluent's wire format
   */
  public ValueDecoder decoder(
      final ModelSpec spec, final int maxBytes, final SchemaRegistry registry) {
    if (spec.getEvents() != null) {
      return new EventDecoder(spec, maxBytes, registry);
    }
    return switch (this) {
      case AVRO -> new ExampleDecoder(maxBytes, registry);
      case JSON -> new JsonDecoder(maxBytes, spec);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
