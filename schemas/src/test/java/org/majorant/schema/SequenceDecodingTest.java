package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceDecodingTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);
  private static final Object TOKEN = new SparseVector(List.of(7), List.of());

  private final SequenceBuffer buffer = new SequenceBuffer();
  private final ExampleDecoder decoder = new ExampleDecoder(1 << 20);

  @Test
  void decode_anySequence_isWhatTheGeneratedClassReads() throws Exception {
    for (long seed = 0; seed < 3000; seed++) {
      final byte[] bytes = SERDE.encode(Examples.sequence(new SplittableRandom(seed)));
      decoder.decode(bytes, buffer);
      Examples.assertSame(buffer, SERDE.decode(bytes), seed);
    }
  }

  @Test
  void decode_blocks_isWhatTheGeneratedClassReads() throws Exception {
    final EncoderFactory blocks = new EncoderFactory().configureBlockSize(64);
    for (long seed = 0; seed < 1000; seed++) {
      final LabeledExample example = Examples.sequence(new SplittableRandom(seed));
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
  void set_anySequence_isWhatDecodingGives() throws Exception {
    for (long seed = 0; seed < 1000; seed++) {
      final LabeledExample example =
          SERDE.decode(SERDE.encode(Examples.sequence(new SplittableRandom(seed))));
      buffer.set(example);
      Examples.assertSame(buffer, example, seed);
    }
  }

  @Test
  void decode_brokenBytes_isRefusedOrWhatTheGeneratedClassReads() {
    for (long seed = 0; seed < 20_000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = SERDE.encode(Examples.sequence(random));
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

  @ParameterizedTest
  @CsvSource({
    "0, 0, LENGTH, a sequence needs a token",
    "10001, 0, LENGTH, more than the 10000 tokens allowed",
    "3, 2, LABEL, 2 labels for 3 tokens",
    "3, 4, LABEL, 4 labels for 3 tokens"
  })
  void decode_tokensOrLabelsThatDoNotFit_areRejected(
      final int tokens, final int labels, final Rejection reason, final String message) {
    final LabeledExample example =
        example(new Sequence(Collections.nCopies(tokens, TOKEN), Collections.nCopies(labels, "O")));
    for (final RejectedExample rejected :
        List.of(
            rejection(() -> decoder.decode(SERDE.encode(example), buffer)),
            rejection(() -> buffer.set(example)))) {
      assertThat(rejected.reason()).isEqualTo(reason);
      assertThat(rejected).hasMessage(message);
    }
  }

  @Test
  void decode_longestSequence_isAccepted() throws Exception {
    final Sequence longest =
        new Sequence(Collections.nCopies(SequenceBuffer.MAX_TOKENS, TOKEN), List.of());
    decoder.decode(SERDE.encode(example(longest)), buffer);
    assertThat(buffer.length).isEqualTo(SequenceBuffer.MAX_TOKENS);
  }

  @Test
  void decode_point_isRejected() {
    final LabeledExample point = example(new Point(TOKEN, "O", null));
    for (final RejectedExample rejected :
        List.of(
            rejection(() -> decoder.decode(SERDE.encode(point), buffer)),
            rejection(() -> buffer.set(point)))) {
      assertThat(rejected.reason()).isEqualTo(Rejection.STRUCTURE);
      assertThat(rejected).hasMessage("expected a Sequence, found a Point");
    }
  }

  private static LabeledExample example(final Object structure) {
    return new LabeledExample(null, null, 1.0, structure);
  }

  private static RejectedExample rejection(final ThrowingCallable call) {
    return catchThrowableOfType(RejectedExample.class, call);
  }
}
