package org.majorant.model;

import java.util.Locale;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.ValueDecoder;

/** How examples stand on their topic; in options, the name in lower case. */
public enum ValueFormat {
  /** {@link org.majorant.schema.LabeledExample} in Avro. */
  AVRO,

  /** {@link ExampleJson}. */
  JSON;

  /**
   * A decoder of such values, for one thread.
   *
   * @param spec whose templates make features of words
   * @param maxBytes the longest value that is accepted
   */
  public ValueDecoder decoder(final ModelSpec spec, final int maxBytes) {
    return switch (this) {
      case AVRO -> new ExampleDecoder(maxBytes);
      case JSON ->
          new JsonDecoder(maxBytes, FeatureTemplates.of(spec.getFeatures().getTemplates()));
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
