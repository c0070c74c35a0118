package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.message.RawMessageEncoder;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

/** Records whose schema is in a registry. */
class ConfluentFormatTest {
  private static final LabeledExample EXAMPLE =
      new LabeledExample(
          "7",
          null,
          2.0,
          new Point(new SparseVector(List.of(3, 9), List.of(1f, 2f)), "a", null, null));

  private final MemoryRegistry registry = new MemoryRegistry();
  private final AvroSerde<LabeledExample> serde =
      AvroSerde.of(LabeledExample.class, registry, "examples");
  private final ExampleDecoder decoder = new ExampleDecoder(1 << 20, registry);
  private final ExampleBuffer buffer = new ExampleBuffer();

  @Test
  void record_beginsWithZeroAndItsSchemasNumber_andIsOtherwiseTheSame() {
    registry.register("another", Schema.create(Schema.Type.INT));
    final byte[] bytes = serde.encode(EXAMPLE);
    final byte[] single = AvroSerde.of(LabeledExample.class).encode(EXAMPLE);
    assertThat(Arrays.copyOf(bytes, 5)).containsExactly(0, 0, 0, 0, 2);
    assertThat(Arrays.copyOfRange(bytes, 5, bytes.length))
        .isEqualTo(Arrays.copyOfRange(single, AvroSerde.HEADER, single.length));
    assertThat(registry.subjects.get(1)).isEqualTo("examples-org.majorant.schema.LabeledExample");
    assertThat(serde.decode(bytes)).isEqualTo(EXAMPLE);
    assertThat(serde.decode(single)).isEqualTo(EXAMPLE);
  }

  @Test
  void decoder_readsTodaysSchemaStraight_andAnotherProducersByResolution() throws Exception {
    final byte[] todays = serde.encode(EXAMPLE);
    decoder.decode(todays, buffer);
    assertThat(buffer.bytes).as("no copy, no object").isSameAs(todays);
    assertExample();

    decoder.decode(othersRecord(), buffer);
    assertExample();
    decoder.decode(todays, buffer);
    assertThat(buffer.bytes).isSameAs(todays);
    assertExample();
  }

  /** As of a producer that leaves fields to their defaults, orders others anew, and adds one. */
  private byte[] othersRecord() throws Exception {
    final Schema other =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "LabeledExample", "namespace": "org.majorant.schema",
                 "fields": [
                   {"name": "source", "type": "string"},
                   {"name": "structure", "type": {"type": "record", "name": "Point", "fields": [
                     {"name": "label", "type": "string"},
                     {"name": "features", "type": {"type": "record", "name": "SparseVector",
                       "fields": [
                         {"name": "indices", "type": {"type": "array", "items": "int"}},
                         {"name": "values", "type": {"type": "array", "items": "float"}}]}}]}},
                   {"name": "weight", "type": "int"}, {"name": "id", "type": "string"}]}
                """);
    final Schema point = other.getField("structure").schema();
    final Object features =
        new GenericRecordBuilder(point.getField("features").schema())
            .set("indices", List.of(3, 9))
            .set("values", List.of(1f, 2f))
            .build();
    final Object example =
        new GenericRecordBuilder(other)
            .set("source", "mail")
            .set(
                "structure",
                new GenericRecordBuilder(point).set("label", "a").set("features", features).build())
            .set("weight", 2)
            .set("id", "7")
            .build();
    return ConfluentFormat.encode(
        registry.register("x", other), example, new RawMessageEncoder<>(GenericData.get(), other));
  }

  private void assertExample() {
    assertThat(buffer.weight).isEqualTo(2);
    assertThat(buffer.text(buffer.labelOffsets[0], buffer.labelLengths[0])).isEqualTo("a");
    assertThat(buffer.text(buffer.idOffset, buffer.idLength)).isEqualTo("7");
    assertThat(Arrays.copyOf(buffer.indices, buffer.size)).containsExactly(3, 9);
    assertThat(Arrays.copyOf(buffer.values, buffer.size)).containsExactly(1f, 2f);
  }

  @Test
  void numberThatIsNotKnown_isUndecodable() {
    final byte[] bytes = ByteBuffer.allocate(9).putInt(1, 4).array();
    assertThat(rejection(bytes)).isEqualTo("no schema 4");
    assertThatThrownBy(() -> serde.decode(bytes)).isInstanceOf(SerializationException.class);
  }

  @Test
  void record_ofAnotherSchemaOrCutShort_isUndecodable() {
    registry.register("numbers", Schema.create(Schema.Type.INT));
    assertThat(rejection(new byte[] {0, 0, 0, 0, 1, 8})).startsWith("not a whole LabeledExample");
    final byte[] cut = serde.encode(EXAMPLE);
    assertThat(rejection(Arrays.copyOf(cut, 12))).startsWith("expected ");
    assertThat(rejection(new byte[] {0, 0, 0})).contains("C3 01");
  }

  @Test
  void withoutARegistry_itIsUndecodableAndSaysWhatIsMissing() {
    final ExampleDecoder alone = new ExampleDecoder(1 << 20);
    final byte[] bytes = serde.encode(EXAMPLE);
    final RejectedExample e =
        catchThrowableOfType(RejectedExample.class, () -> alone.decode(bytes, buffer));
    assertThat(e.reason()).isEqualTo(Rejection.UNDECODABLE);
    assertThat(e).hasMessage("its schema 1 needs a registry: --registry-url");
    assertThatThrownBy(() -> AvroSerde.of(LabeledExample.class).decode(bytes))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("schema 1 is in a schema registry, and none is named");
  }

  private String rejection(final byte[] bytes) {
    return catchThrowableOfType(RejectedExample.class, () -> decoder.decode(bytes, buffer))
        .getMessage();
  }
}
