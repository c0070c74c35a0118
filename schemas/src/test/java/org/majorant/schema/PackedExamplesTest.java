package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is packed into a record comes out of it as if each example had been a record. */
class PackedExamplesTest {
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);
  private static final AvroSerde<ExampleBatch> BATCHES = AvroSerde.of(ExampleBatch.class);
  private static final int EACH_HEADER = 10;

  private final MemoryRegistry registry = new MemoryRegistry();
  private final ExampleDecoder decoder = new ExampleDecoder(1 << 20, registry);
  private final ExampleBuffer buffer = new ExampleBuffer();

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 100, ValueDecoder.MOST_EXAMPLES})
  void examples_arePackedOnceAndRead_asIfEachWereARecord(final int size) throws Exception {
    final List<byte[]> examples = examples(size, EXAMPLES);
    final byte[] record = new ExamplePacker(SchemaRegistry.NONE, "").pack(examples);
    final int bare = examples.stream().mapToInt(example -> example.length - EACH_HEADER).sum();
    assertThat(record.length - bare).as("one header for all").isLessThan(24 + 2 * size);
    assertThat(decoder.open(record)).isEqualTo(size);
    assertThat(decoder.isPacked()).isTrue();
    for (int item = size - 1; item >= 0; item--) {
      decoder.decode(item, buffer);
      assertThat(buffer.bytes).as("no copy").isSameAs(record);
      Examples.assertSame(buffer, EXAMPLES.decode(examples.get(item)), item);
      assertThat(decoder.alone(item)).isEqualTo(examples.get(item));
    }
  }

  @Test
  void registrysFormat_packsByTheSchemasNumber() throws Exception {
    registry.register("others", ExampleBatch.getClassSchema().getField("writer").schema());
    final List<byte[]> examples =
        examples(20, AvroSerde.of(LabeledExample.class, registry, "examples"));
    final byte[] record = new ExamplePacker(registry, "examples").pack(examples);
    assertThat(record).startsWith(0, 0, 0, 0, 3, 4); // the batch is schema 3, its items are of 2
    assertThat(decoder.open(record)).isEqualTo(20);
    for (int item = 0; item < 20; item++) {
      decoder.decode(item, buffer);
      assertThat(buffer.bytes).isSameAs(record);
      Examples.assertSame(buffer, EXAMPLES.decode(examples(20, EXAMPLES).get(item)), item);
      assertThat(decoder.alone(item)).isEqualTo(examples.get(item));
    }
  }

  @Test
  void packed_inSteadyState_allocatesNothing() throws Exception {
    final byte[] record = new ExamplePacker(SchemaRegistry.NONE, "").pack(examples(100, EXAMPLES));
    decodeAll(record, 200);
    final var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long before = threads.getCurrentThreadAllocatedBytes();
    decodeAll(record, 200);
    final long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(bytes).as("bytes allocated by 20,000 examples").isLessThan(20_000);
  }

  private void decodeAll(final byte[] record, final int times) throws RejectedExample {
    for (int i = 0; i < times; i++) {
      final int size = decoder.open(record);
      for (int item = 0; item < size; item++) {
        decoder.decode(item, buffer);
      }
    }
  }

  /** They go the way through the generated class, as they would alone. */
  @Test
  void itemsOfAnOlderSchema_areResolved() throws Exception {
    final byte[] record = ExampleDecoderTest.older();
    final byte[] batch = new ExamplePacker(SchemaRegistry.NONE, "").pack(List.of(record, record));
    assertThat(decoder.open(batch)).isEqualTo(2);
    decoder.decode(1, buffer);
    Examples.assertSame(buffer, EXAMPLES.decode(record), 1);
    assertThat(decoder.alone(1)).isEqualTo(record);
  }

  @Test
  void oneExample_staysAsItIs() {
    final List<byte[]> one = examples(1, EXAMPLES);
    assertThat(new ExamplePacker(SchemaRegistry.NONE, "").pack(one)).isSameAs(one.get(0));
  }

  @Test
  void brokenItem_isRejectedAloneAndAsIfItWereARecord() throws Exception {
    final List<byte[]> examples = examples(5, EXAMPLES);
    examples.set(2, Arrays.copyOf(examples.get(2), examples.get(2).length - 3));
    examples.set(3, Arrays.copyOf(examples.get(3), EACH_HEADER));
    final byte[] record = new ExamplePacker(SchemaRegistry.NONE, "").pack(examples);
    assertThat(decoder.open(record)).isEqualTo(5);
    for (int item = 0; item < 5; item++) {
      final int each = item;
      if (item != 2 && item != 3) {
        decoder.decode(item, buffer);
        continue;
      }
      final RejectedExample packed = rejection(() -> decoder.decode(each, buffer));
      final byte[] alone = decoder.alone(item);
      assertThat(alone).isEqualTo(examples.get(item));
      assertThat(packed)
          .hasMessage(
              rejection(() -> new ExampleDecoder(1 << 20).decode(alone, buffer)).getMessage());
    }
  }

  /** No byte beyond an item is read, though the next item follows there. */
  @Test
  void itemCutShortAnywhere_isRejected() throws Exception {
    final byte[] whole = examples(1, EXAMPLES).get(0);
    for (int length = EACH_HEADER; length < whole.length; length++) {
      final byte[] record =
          new ExamplePacker(SchemaRegistry.NONE, "")
              .pack(List.of(Arrays.copyOf(whole, length), whole, whole));
      assertThat(decoder.open(record)).isEqualTo(3);
      rejection(() -> decoder.decode(0, buffer));
      decoder.decode(1, buffer);
    }
  }

  @Test
  void recordCutShortAnywhere_isRejectedWhole() {
    final byte[] record = new ExamplePacker(SchemaRegistry.NONE, "").pack(examples(10, EXAMPLES));
    for (int length = EACH_HEADER; length < record.length; length++) {
      final byte[] cut = Arrays.copyOf(record, length);
      assertThat(rejection(() -> decoder.open(cut)).reason()).isEqualTo(Rejection.UNDECODABLE);
    }
    final byte[] longer = Arrays.copyOf(record, record.length + 1);
    assertThat(rejection(() -> decoder.open(longer))).hasMessageContaining("end of the record");
  }

  @Test
  void recordOfNoneOrTooMany_isRejectedWhole() {
    assertThat(rejection(() -> decoder.open(BATCHES.encode(batch(0)))))
        .hasMessage("a packed record without an example")
        .extracting(RejectedExample::reason)
        .isEqualTo(Rejection.LENGTH);
    assertThat(rejection(() -> decoder.open(BATCHES.encode(batch(1001)))))
        .hasMessage("more than the 1000 examples of a packed record")
        .extracting(RejectedExample::reason)
        .isEqualTo(Rejection.LENGTH);
  }

  @Test
  void writerThatIsNotKnown_isRejectedWhole() {
    final ExampleBatch batch = batch(3);
    batch.setWriter(0xCAFEL);
    assertThat(rejection(() -> decoder.open(BATCHES.encode(batch))))
        .hasMessage(
            "expected the fingerprint of a known schema of LabeledExample as writer,"
                + " found 000000000000cafe");
    final byte[] numbered = AvroSerde.of(ExampleBatch.class, registry, "examples").encode(batch);
    assertThat(rejection(() -> decoder.open(numbered))).hasMessage("no schema 51966");
    batch.setWriter(1L << 40);
    final byte[] beyond = AvroSerde.of(ExampleBatch.class, registry, "examples").encode(batch);
    assertThat(rejection(() -> decoder.open(beyond)))
        .hasMessage("1099511627776 is no schema's number");
  }

  /** A file's reader, for one, expects single examples. */
  @Test
  void decoderOfOneExample_refusesAPackedRecord() {
    assertThatThrownBy(() -> decoder.decode(BATCHES.encode(batch(3)), buffer))
        .isInstanceOf(RejectedExample.class)
        .hasMessage("expected one example, found a record of 3");
  }

  private static ExampleBatch batch(final int size) {
    return new ExampleBatch(
        AvroSerde.fingerprint(examples(1, EXAMPLES).get(0)),
        Collections.nCopies(size, ByteBuffer.allocate(0)));
  }

  private static List<byte[]> examples(final int size, final AvroSerde<LabeledExample> serde) {
    return new ArrayList<>(
        LongStream.range(0, size)
            .mapToObj(seed -> serde.encode(Examples.point(new SplittableRandom(seed))))
            .toList());
  }

  private static RejectedExample rejection(final ThrowingCallable opening) {
    final RejectedExample rejected = catchThrowableOfType(RejectedExample.class, opening);
    assertThat(rejected).isNotNull();
    return rejected;
  }
}
