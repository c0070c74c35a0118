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

class ChoiceDecodingTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);
  private static final Object VECTOR = new SparseVector(List.of(7), List.of());

  private final ChoiceBuffer buffer = new ChoiceBuffer();
  private final ExampleDecoder decoder = new ExampleDecoder(1 << 20);

  @Test
  void decode_anyChoice_isWhatTheGeneratedClassReads() throws Exception {
    for (long seed = 0; seed < 3000; seed++) {
      final byte[] bytes = SERDE.encode(Examples.choice(new SplittableRandom(seed)));
      decoder.decode(bytes, buffer);
      Examples.assertSame(buffer, SERDE.decode(bytes), seed);
    }
  }

  @Test
  void decode_blocks_isWhatTheGeneratedClassReads() throws Exception {
    final EncoderFactory blocks = new EncoderFactory().configureBlockSize(64);
    for (long seed = 0; seed < 1000; seed++) {
      final LabeledExample example = Examples.choice(new SplittableRandom(seed));
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
  void set_anyChoice_isWhatDecodingGives() throws Exception {
    for (long seed = 0; seed < 1000; seed++) {
      final LabeledExample example =
          SERDE.decode(SERDE.encode(Examples.choice(new SplittableRandom(seed))));
      buffer.set(example);
      Examples.assertSame(buffer, example, seed);
    }
  }

  @Test
  void decode_brokenBytes_isRefusedOrWhatTheGeneratedClassReads() {
    for (long seed = 0; seed < 20_000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = SERDE.encode(Examples.choice(random));
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
    "0,     ,    , LENGTH, a choice needs an alternative",
    "0,     0,   , LABEL, 'chosen is 0 of 0 alternatives, from 0'",
    "10001, 0,   , LENGTH, more than the 10000 alternatives allowed",
    "3,     3,   , LABEL, 'chosen is 3 of 3 alternatives, from 0'",
    "3,    -1,   , LABEL, 'chosen is -1 of 3 alternatives, from 0'",
    "3,     1,  2, LOG_PRIOR, 2 log-priors for 3 alternatives",
    "3,     1,  0, LOG_PRIOR, 0 log-priors for 3 alternatives"
  })
  void decode_partsThatDoNotFit_areRejected(
      final int alternatives,
      final Integer chosen,
      final Integer logPriors,
      final Rejection reason,
      final String message) {
    final LabeledExample example =
        example(
            new Choice(
                Collections.nCopies(alternatives, VECTOR),
                chosen,
                logPriors == null ? null : Collections.nCopies(logPriors, 0.0)));
    for (final RejectedExample rejected :
        List.of(
            rejection(() -> decoder.decode(SERDE.encode(example), buffer)),
            rejection(() -> buffer.set(example)))) {
      assertThat(rejected.reason()).isEqualTo(reason);
      assertThat(rejected).hasMessage(message);
    }
  }

  @Test
  void decode_afterAnother_leavesNothingOfIt() throws Exception {
    decoder.decode(
        SERDE.encode(example(new Choice(List.of(VECTOR, VECTOR), 1, List.of(0.0, 1.0)))), buffer);
    decoder.decode(SERDE.encode(example(new Choice(List.of(VECTOR), null, null))), buffer);
    assertThat(buffer.length).isEqualTo(1);
    assertThat(buffer.chosen).isEqualTo(-1);
    assertThat(buffer.logPriorSize).isEqualTo(-1);
  }

  @Test
  void decode_sequence_isRejected() {
    final LabeledExample sequence = example(new Sequence(List.of(VECTOR), List.of()));
    for (final RejectedExample rejected :
        List.of(
            rejection(() -> decoder.decode(SERDE.encode(sequence), buffer)),
            rejection(() -> buffer.set(sequence)))) {
      assertThat(rejected.reason()).isEqualTo(Rejection.STRUCTURE);
      assertThat(rejected).hasMessage("expected a Choice, found a Sequence");
    }
  }

  private static LabeledExample example(final Object structure) {
    return new LabeledExample(null, null, 1.0, structure);
  }

  private static RejectedExample rejection(final ThrowingCallable call) {
    return catchThrowableOfType(RejectedExample.class, call);
  }
}
