package org.majorant.file.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.majorant.json.ExampleJson;
import org.majorant.json.ValueFormat;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.ValueDecoder;

/** The examples of a topic's values, each value in whichever format it begins like. */
final class ExampleValues {
  private static final int MOST_BYTES = 1 << 26;

  private final ValueDecoder avro;
  private final ValueDecoder texts;
  private final AvroSerde<LabeledExample> serde;
  private final ExampleJson json;

  ExampleValues(final ModelSpec spec, final SchemaRegistry registry) {
    avro = ValueFormat.AVRO.decoder(spec, MOST_BYTES, registry);
    texts = ValueFormat.JSON.decoder(spec, MOST_BYTES, registry);
    serde = AvroSerde.of(LabeledExample.class, registry, "");
    json = ExampleJson.of(spec);
  }

  /**
   * @param value null: there is none, which is no example
   * @throws RejectedExample where they cannot be read
   */
  List<LabeledExample> of(final byte[] value, final RecordHeaders headers) throws RejectedExample {
    final boolean text = value != null && new String(value, UTF_8).strip().matches("(?s)[{\\[].*");
    final ValueDecoder decoder = text ? texts : avro;
    final int size = decoder.open(value, headers);
    final List<LabeledExample> examples = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      final byte[] alone = decoder.alone(i);
      examples.add(text ? json.read(new String(alone, UTF_8)) : serde.decodeOrReject(alone));
    }
    return examples;
  }
}
