package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExampleDecoderTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);

  private final ExampleDecoder decoder = new ExampleDecoder(1 << 20);
  private final ExampleBuffer buffer = new ExampleBuffer();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void point_decodes_as_the_generated_class(final long seed) throws Exception {
    final Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      final LabeledExample example = randomExample(random);
      final byte[] bytes = random.nextBoolean() ? SERDE.encode(example) : inBlocks(example);
      decoder.decode(bytes, buffer);
      assertThat(contents(buffer)).as("seed %d example %d", seed, i).isEqualTo(contents(example));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void damaged_record_decodes_as_the_generated_class_or_is_rejected(final long seed) {
    final Random random = new Random(seed);
    int decoded = 0;
    for (int i = 0; i < 5000; i++) {
      final byte[] bytes = SERDE.encode(randomExample(random));
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        bytes[10 + random.nextInt(bytes.length - 10)] = (byte) random.nextInt(256);
      }
      final Throwable fault = catchThrowable(() -> decoder.decode(bytes, buffer));
      if (fault != null) {
        assertThat(fault).as("seed %d record %d", seed, i).isInstanceOf(RejectedExample.class);
      } else {
        assertThat(contents(buffer))
            .as("seed %d record %d", seed, i)
            .isEqualTo(contents(SERDE.decode(bytes)));
        decoded++;
      }
    }
    assertThat(decoded).as("some damage is harmless").isPositive();
  }

  @Test
  void truncated_record_at_any_byte_is_rejected() {
    final byte[] bytes = SERDE.encode(randomExample(new Random(7)));
    for (int length = 0; length < bytes.length; length++) {
      final byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> decoder.decode(cut, buffer))
          .as("cut to %d of %d bytes", length, bytes.length)
          .isInstanceOf(RejectedExample.class)
          .extracting(e -> ((RejectedExample) e).reason())
          .isEqualTo(Rejection.UNDECODABLE);
    }
  }

  @Test
  void garbage_is_rejected() {
    final Random random = new Random(8);
    for (int i = 0; i < 2000; i++) {
      final byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      assertThatThrownBy(() -> decoder.decode(bytes, buffer)).isInstanceOf(RejectedExample.class);
    }
    assertThatThrownBy(() -> decoder.decode(null, buffer)).isInstanceOf(RejectedExample.class);
  }

  @Test
  void other_structure_and_size_and_values_are_rejected_with_their_reason() {
    final LabeledExample choice =
        new LabeledExample(null, null, 1.0, new Choice(List.of(), 0, null));
    assertThat(reason(new ExampleDecoder(1000), SERDE.encode(choice)))
        .isEqualTo(Rejection.STRUCTURE);
    final byte[] bytes = SERDE.encode(randomExample(new Random(9)));
    assertThat(reason(new ExampleDecoder(bytes.length - 1), bytes)).isEqualTo(Rejection.TOO_LARGE);
    final Point uneven = new Point(new SparseVector(List.of(1, 2), List.of(1f)), "a", null);
    assertThat(reason(decoder, SERDE.encode(new LabeledExample(null, null, 1.0, uneven))))
        .isEqualTo(Rejection.VALUE);
  }

  @Test
  void decoding_allocates_nothing() throws Exception {
    final Random random = new Random(10);
    final byte[][] records = new byte[64][];
    for (int i = 0; i < records.length; i++) {
      records[i] = SERDE.encode(randomExample(random));
    }
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = Long.MAX_VALUE;
    final int rounds = 20_000;
    for (int attempt = 0; attempt < 5; attempt++) { // the first ones warm up
      final long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < rounds; i++) {
        decoder.decode(records[i & 63], buffer);
      }
      allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat((double) allocated / rounds).isLessThan(1);
  }

  private Rejection reason(final ExampleDecoder strict, final byte[] bytes) {
    return ((RejectedExample) catchThrowable(() -> strict.decode(bytes, buffer))).reason();
  }

  private static byte[] inBlocks(final LabeledExample example) throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(SERDE.encode(example), 0, 10);
    final BinaryEncoder encoder =
        new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(out, null);
    new SpecificDatumWriter<>(LabeledExample.class).write(example, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static LabeledExample randomExample(final Random random) {
    final int size = random.nextInt(5) == 0 ? 0 : random.nextInt(90);
    final List<Float> values =
        random.nextBoolean() ? List.of() : list(size, i -> (float) random.nextGaussian());
    final Object features =
        random.nextBoolean()
            ? new SparseVector(list(size, i -> random.nextInt() >> random.nextInt(32)), values)
            : new NamedFeatures(list(size, i -> randomText(random)), values);
    final List<Double> prior =
        random.nextBoolean() ? null : list(random.nextInt(20), i -> random.nextGaussian());
    return new LabeledExample(
        maybe(random),
        maybe(random),
        random.nextDouble(),
        new Point(features, maybe(random), prior));
  }

  private static String maybe(final Random random) {
    return random.nextBoolean() ? null : randomText(random);
  }

  private static String randomText(final Random random) {
    final String[] alphabet = {"a", "Z", "=", "é", "ß", "漢", "🙂"};
    final StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(9); i > 0; i--) {
      text.append(alphabet[random.nextInt(alphabet.length)]);
    }
    return text.toString();
  }

  private static <T> List<T> list(final int size, final IntFunction<T> item) {
    final List<T> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(item.apply(i));
    }
    return list;
  }

  /** All that a record says, from the object and from the buffer. */
  private static List<Object> contents(final LabeledExample example) {
    final Point point = (Point) example.getStructure();
    final List<Object> features = new ArrayList<>();
    final List<Float> values;
    if (point.getFeatures() instanceof SparseVector vector) {
      vector.getIndices().forEach(i -> features.add(String.valueOf(i)));
      values = vector.getValues();
    } else {
      final NamedFeatures named = (NamedFeatures) point.getFeatures();
      named.getNames().forEach(name -> features.add("'" + name + "'"));
      values = named.getValues();
    }
    return Arrays.asList(
        example.getModel(),
        example.getWeight(),
        features,
        values.isEmpty() ? list(features.size(), i -> 1f) : values,
        point.getLabel(),
        point.getLogPrior());
  }

  private static List<Object> contents(final ExampleBuffer buffer) {
    final ExampleBuffer model = new ExampleBuffer();
    model.bytes = buffer.bytes;
    model.labelOffset = buffer.modelOffset;
    model.labelLength = buffer.modelLength;
    return Arrays.asList(
        model.label(),
        buffer.weight,
        list(buffer.size, buffer::feature),
        list(buffer.size, i -> buffer.values[i]),
        buffer.label(),
        buffer.logPriorSize < 0 ? null : list(buffer.logPriorSize, i -> buffer.logPrior[i]));
  }

  @Test
  void serde_rejects_what_is_no_record() {
    assertThatThrownBy(() -> SERDE.decode(new byte[] {1, 2, 3}))
        .isInstanceOf(SerializationException.class);
  }
}
