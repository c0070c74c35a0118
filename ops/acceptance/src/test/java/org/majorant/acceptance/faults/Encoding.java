package org.majorant.acceptance.faults;

import java.nio.charset.StandardCharsets;
import org.majorant.json.ValueFormat;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Point;
import org.majorant.schema.SparseVector;

/** How a round's examples stand on their topic. */
enum Encoding {
  AVRO(ValueFormat.AVRO) {
    @Override
    byte[] encode(final LabeledExample example) {
      return EXAMPLES.encode(example);
    }
  },

  /** Of points alone. */
  JSON(ValueFormat.JSON) {
    @Override
    byte[] encode(final LabeledExample example) {
      final Point point = (Point) example.getStructure();
      final SparseVector vector = (SparseVector) point.getFeatures();
      final String values =
          vector.getValues().isEmpty() ? "" : ", \"values\": " + vector.getValues();
      return """
          {"vector": {"indices": %s%s}, "label": %s, "weight": %s, "model": %s}"""
          .formatted(
              vector.getIndices(),
              values,
              quoted(point.getLabel()),
              example.getWeight(),
              quoted(example.getModel()))
          .getBytes(StandardCharsets.UTF_8);
    }
  };

  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);

  private final ValueFormat format;

  Encoding(final ValueFormat format) {
    this.format = format;
  }

  abstract byte[] encode(LabeledExample example);

  /** What a learner is told. */
  ValueFormat format() {
    return format;
  }

  /** From Avro, as the data sets have it; the caller may change it. */
  static LabeledExample decode(final byte[] avro) {
    return EXAMPLES.decode(avro);
  }

  private static String quoted(final Object text) {
    return text == null ? "null" : "\"" + text + "\"";
  }
}
