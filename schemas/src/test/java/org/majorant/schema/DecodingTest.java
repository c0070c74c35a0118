package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * What holds of every structure: a buffer has what the generated classes read, from bytes or from
 * an object.
 *
 * @param <B> the buffer of the structure
 */
abstract class DecodingTest<B extends DecodedExample> {
  static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);
  static final Object VECTOR = new SparseVector(List.of(7), List.of());

  final B buffer;
  final ExampleDecoder decoder = new ExampleDecoder(1 << 20);

  DecodingTest(final B buffer) {
    this.buffer = buffer;
  }

  /** Any example of the structure that is not rejected. */
  abstract LabeledExample any(SplittableRandom random);

  @Test
  void decode_any_isWhatTheGeneratedClassReads() throws Exception {
    for (long seed = 0; seed < 3000; seed++) {
      final byte[] bytes = SERDE.encode(any(new SplittableRandom(seed)));
      decoder.decode(bytes, buffer);
      Examples.assertSame(buffer, SERDE.decode(bytes), seed);
    }
  }

  @Test
  void decode_blocksWithSizes_isWhatTheGeneratedClassReads() throws Exception {
    final EncoderFactory blocks = new EncoderFactory().configureBlockSize(64);
    for (long seed = 0; seed < 1000; seed++) {
      final LabeledExample example = any(new SplittableRandom(seed));
      final ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(SERDE.encode(example), 0, AvroSerde.HEADER);
      final BinaryEncoder encoder = blocks.blockingBinaryEncoder(out, null);
      new SpecificDatumWriter<>(LabeledExample.class).write(example, encoder);
      encoder.flush();
      decoder.decode(out.toByteArray(), buffer);
      Examples.assertSame(buffer, SERDE.decode(out.toByteArray()), seed);
    }
  }

  @Test
  void set_any_isWhatDecodingGives() throws Exception {
    for (long seed = 0; seed < 1000; seed++) {
      final LabeledExample example = SERDE.decode(SERDE.encode(any(new SplittableRandom(seed))));
      buffer.set(example);
      Examples.assertSame(buffer, example, seed);
    }
  }

  @Test
  void decode_brokenBytes_isRefusedOrWhatTheGeneratedClassReads() {
    for (long seed = 0; seed < 20_000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = SERDE.encode(any(random));
      if (random.nextBoolean()) {
        bytes[random.nextInt(AvroSerde.HEADER, bytes.length)] = (byte) random.nextInt();
      } else {
        bytes = Arrays.copyOf(bytes, random.nextInt(AvroSerde.HEADER, bytes.length));
      }
      try {
        decoder.decode(bytes, buffer);
      } catch (final RejectedExample e) {
        continue;
      }
      Examples.assertSame(buffer, SERDE.decode(bytes), seed);
    }
  }

  /**
   * Good or broken, alone or packed: who asks again has the same, whatever others do with theirs.
   */
  @Test
  void decode_again_isACopyOfWhatWasDecodedFirst() {
    final ExampleDecoder once = new ExampleDecoder(1 << 20);
    once.expectAgain(true);
    for (long seed = 0; seed < 500; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final byte[] record = record(random);
      for (int reader = 0; reader < 3; reader++) {
        final DecodedExample copy = buffer.another();
        for (int i = 0; i < 6; i++) {
          final int item = random.nextInt(4);
          assertThat(outcome(once, record, item, copy))
              .as("seed %d, example %d", seed, item)
              .isEqualTo(outcome(decoder, record, item, buffer));
          copy.forgetLabels();
        }
      }
    }
  }

  private byte[] record(final SplittableRandom random) {
    final List<byte[]> examples = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      final boolean isOther = random.nextInt(5) == 0;
      examples.add(SERDE.encode(isOther ? Examples.any(random) : any(random)));
    }
    final byte[] record =
        examples.size() == 1
            ? examples.get(0)
            : new ExamplePacker(SchemaRegistry.NONE, "").pack(examples);
    for (int broken = random.nextInt(3); broken > 0; broken--) {
      record[random.nextInt(record.length)] = (byte) random.nextInt();
    }
    return record;
  }

  /** What a model and its dead letters see. */
  private static String outcome(
      final ExampleDecoder decoder,
      final byte[] record,
      final int item,
      final DecodedExample buffer) {
    try {
      final int examples = decoder.open(record);
      if (item >= examples) {
        return examples + " examples";
      }
    } catch (final RejectedExample e) {
      return e.reason() + ": " + e.getMessage();
    }
    try {
      decoder.decode(item, buffer);
      return Examples.held(buffer).toString();
    } catch (final RejectedExample e) {
      final String found = e.reason() + ": " + e.getMessage();
      return e.reason() == Rejection.STRUCTURE
          ? found + buffer.text(buffer.modelOffset, buffer.modelLength) + buffer.weight
          : found;
    }
  }

  /** As bytes and as an object alike. */
  final void assertRejected(final Object structure, final Rejection reason, final String message) {
    final LabeledExample example = example(structure);
    for (final RejectedExample rejected :
        List.of(
            rejection(() -> decoder.decode(SERDE.encode(example), buffer)),
            rejection(() -> buffer.set(example)))) {
      assertThat(rejected.reason()).isEqualTo(reason);
      assertThat(rejected).hasMessage(message);
    }
  }

  static LabeledExample example(final Object structure) {
    return new LabeledExample(null, null, 1.0, structure);
  }

  static RejectedExample rejection(final ThrowingCallable decoding) {
    final RejectedExample rejected = catchThrowableOfType(RejectedExample.class, decoding);
    assertThat(rejected).isNotNull();
    return rejected;
  }
}
