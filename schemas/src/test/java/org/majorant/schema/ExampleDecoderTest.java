package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExampleDecoderTest extends DecodingTest<ExampleBuffer> {
  private static final byte[] HEADER = header();

  ExampleDecoderTest() {
    super(new ExampleBuffer());
  }

  @Override
  LabeledExample any(final SplittableRandom random) {
    return Examples.point(random);
  }

  @Test
  void decode_blocksWithoutSizes_joinsThem() throws Exception {
    final byte[] bytes =
        body(
            out -> {
              writeBeforePoint(out);
              out.writeIndex(0);
              for (int block = 0; block < 3; block++) {
                out.writeLong(2);
                out.writeInt(10 * block);
                out.writeInt(10 * block + 1);
              }
              out.writeLong(0);
              out.writeLong(0);
              for (int absent = 0; absent < 3; absent++) {
                out.writeIndex(0);
              }
            });
    decoder.decode(bytes, buffer);
    Examples.assertSame(buffer, SERDE.decode(bytes), 0);
    assertThat(buffer.size).isEqualTo(6);
    assertThat(buffer.indices).startsWith(0, 1, 10, 11, 20, 21);
  }

  @Test
  void decode_otherStructures_areRejectedWithModelAndWeightKnown() {
    for (final LabeledExample example : Examples.others(new SplittableRandom(3))) {
      final byte[] bytes = SERDE.encode(example);
      final RejectedExample decoded = rejection(() -> decoder.decode(bytes, buffer));
      assertStructure(decoded, example);
      assertStructure(rejection(() -> buffer.set(example)), example);
    }
  }

  private void assertStructure(final RejectedExample rejected, final LabeledExample example) {
    assertThat(rejected.reason()).isEqualTo(Rejection.STRUCTURE);
    assertThat(rejected)
        .hasMessage(
            "expected a Point, found a " + example.getStructure().getClass().getSimpleName());
    assertThat(buffer.text(buffer.modelOffset, buffer.modelLength)).isEqualTo(example.getModel());
    assertThat(buffer.weight).isEqualTo(example.getWeight());
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "3, 4", "0, 1"})
  void decode_valuesThatDoNotFit_areRejected(final int indices, final int values) {
    final SparseVector features =
        new SparseVector(Collections.nCopies(indices, 7), Collections.nCopies(values, 1f));
    final LabeledExample example = point(features);
    final String message = values + " values for " + indices + " indices";
    for (final RejectedExample rejected :
        List.of(
            rejection(() -> decoder.decode(SERDE.encode(example), buffer)),
            rejection(() -> buffer.set(example)))) {
      assertThat(rejected.reason()).isEqualTo(Rejection.VALUE);
      assertThat(rejected).hasMessage(message);
    }
  }

  @Test
  void decode_asManyBytesAsAllowed_isAcceptedAndOneMoreNot() throws Exception {
    final byte[] bytes = SERDE.encode(point(new SparseVector(List.of(1), List.of())));
    new ExampleDecoder(bytes.length).decode(bytes, buffer);
    final RejectedExample rejected =
        rejection(() -> new ExampleDecoder(bytes.length - 1).decode(bytes, buffer));
    assertThat(rejected.reason()).isEqualTo(Rejection.TOO_LARGE);
  }

  @Test
  void decode_trailingByte_isRejected() {
    final byte[] bytes = SERDE.encode(point(new SparseVector(List.of(1), List.of())));
    final byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertUndecodable(longer, "expected the end of the record at byte " + bytes.length);
  }

  @Test
  void decode_noValue_isRejected() {
    assertUndecodable(null, "found no value");
  }

  @Test
  void decode_noHeader_isRejected() {
    assertUndecodable(
        new byte[] {1, 2, 3}, "expected the header C3 01 and a fingerprint at byte 0");
  }

  @Test
  void decode_json_isRejectedWithTheOptionThatReadsIt() {
    for (final String json : List.of("{\"features\": {}}", " \n[", "{")) {
      assertUndecodable(
          json.getBytes(StandardCharsets.UTF_8),
          "expected the header C3 01 and a fingerprint at byte 0;"
              + " this is JSON, which 'learn --value-format json' reads");
    }
  }

  @Test
  void decode_unknownFingerprint_isRejected() {
    final byte[] bytes = SERDE.encode(point(new SparseVector(List.of(1), List.of())));
    bytes[5] ^= 1;
    assertUndecodable(
        bytes, "expected the fingerprint of a known schema of LabeledExample at byte 2");
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -(1L << 40), -5, 5, 1L << 31, Long.MAX_VALUE})
  void decode_forgedCount_isRejectedWithoutMakingRoom(final long count) throws Exception {
    for (int field = 0; field < 4; field++) {
      final int forged = field;
      final byte[] bytes =
          body(
              out -> {
                writeBeforePoint(out);
                out.writeIndex(forged == 1 ? 1 : 0);
                for (int i = forged == 1 ? 1 : 0; i < forged; i++) {
                  out.writeLong(0);
                }
                out.writeLong(count);
                if (count < 0) {
                  out.writeLong(0);
                }
                out.writeFixed(new byte[] {1, 1, 1});
              });
      assertThat(rejection(() -> decoder.decode(bytes, buffer)).reason())
          .isEqualTo(Rejection.UNDECODABLE);
    }
    assertThat(buffer.indices).hasSize(64);
    assertThat(buffer.nameOffsets).hasSize(64);
    assertThat(buffer.values).hasSize(64);
  }

  @Test
  void decode_olderSchema_isResolved() throws Exception {
    final byte[] bytes = older();

    decoder.decode(bytes, buffer);

    Examples.assertSame(
        buffer,
        new LabeledExample(
            "7",
            null,
            0.25,
            new Point(new NamedFeatures(List.of("größe", ""), List.of(2f, -1f)), "+1", null, null)),
        0);
    assertUndecodable(Arrays.copyOf(bytes, bytes.length - 1), "not a whole LabeledExample");
  }

  /** Of an older schema: its weight is a float, and it knows of less. */
  static byte[] older() throws Exception {
    final Schema schema =
        new Schema.Parser()
            .parse(ExampleDecoderTest.class.getResourceAsStream("older/LabeledExample-4.avsc"));
    final Schema point = schema.getField("structure").schema().getTypes().get(0);
    final Schema named = point.getField("features").schema().getTypes().get(1);
    final GenericRecord features = new GenericData.Record(named);
    features.put("names", List.of("größe", ""));
    features.put("values", List.of(2f, -1f));
    final GenericRecord structure = new GenericData.Record(point);
    structure.put("features", features);
    structure.put("label", "+1");
    final GenericRecord example = new GenericData.Record(schema);
    example.put("id", "7");
    example.put("weight", 0.25f);
    example.put("structure", structure);
    return new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema)
        .encode(example)
        .array();
  }

  @Test
  void decode_inSteadyState_allocatesNothing() throws Exception {
    final var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    final SplittableRandom random = new SplittableRandom(11);
    final byte[][] records = new byte[50][];
    for (int i = 0; i < records.length; i++) {
      records[i] = SERDE.encode(Examples.point(random));
    }
    decodeAll(records, 400);
    final long thread = Thread.currentThread().getId();
    final long before = threads.getThreadAllocatedBytes(thread);
    decodeAll(records, 400);
    final long bytes = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(bytes).as("bytes allocated by 20,000 examples").isLessThan(20_000);
  }

  private void decodeAll(final byte[][] records, final int times) throws RejectedExample {
    for (int i = 0; i < times; i++) {
      for (final byte[] bytes : records) {
        decoder.decode(bytes, buffer);
      }
    }
  }

  private void assertUndecodable(final byte[] bytes, final String message) {
    final RejectedExample rejected = rejection(() -> decoder.decode(bytes, buffer));
    assertThat(rejected.reason()).isEqualTo(Rejection.UNDECODABLE);
    assertThat(rejected).hasMessageContaining(message);
  }

  private static LabeledExample point(final Object features) {
    return new LabeledExample(null, null, 1.0, new Point(features, null, null, null));
  }

  private static void writeBeforePoint(final BinaryEncoder out) throws IOException {
    out.writeIndex(0);
    out.writeIndex(0);
    out.writeDouble(1);
    out.writeIndex(0);
  }

  private static byte[] header() {
    return Arrays.copyOf(SERDE.encode(point(new SparseVector(List.of(), List.of()))), 10);
  }

  private static byte[] body(final Body body) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(HEADER);
    final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    body.write(encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private interface Body {
    void write(BinaryEncoder out) throws IOException;
  }
}
