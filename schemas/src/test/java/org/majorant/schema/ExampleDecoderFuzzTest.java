package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever the bytes: what the generated class reads, or a rejection. */
class ExampleDecoderFuzzTest {
  private static final AvroSerde<LabeledExample> SERDE = AvroSerde.of(LabeledExample.class);

  private final ExampleBuffer buffer = new ExampleBuffer();
  private final ExampleDecoder decoder = new ExampleDecoder(1 << 16);
  private int accepted;

  @Test
  void decode_truncatedAnywhere_isRejected() {
    for (long seed = 0; seed < 100; seed++) {
      final byte[] bytes = SERDE.encode(Examples.point(new SplittableRandom(seed)));
      for (int length = 0; length < bytes.length; length++) {
        check(Arrays.copyOf(bytes, length), seed);
      }
    }
    assertThat(accepted).isZero();
  }

  @Test
  void decode_flippedBits_agreesWithTheGeneratedClassOrRejects() {
    for (long seed = 0; seed < 20_000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final byte[] bytes = SERDE.encode(Examples.point(random));
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        final int bit = random.nextInt(8 * AvroSerde.HEADER, 8 * bytes.length);
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
      }
      check(bytes, seed);
    }
    assertThat(accepted).isBetween(1000, 19_000);
  }

  @Test
  void decode_garbageAfterAHeader_agreesWithTheGeneratedClassOrRejects() {
    final byte[] record = SERDE.encode(Examples.point(new SplittableRandom(0)));
    for (long seed = 0; seed < 50_000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final byte[] bytes = new byte[AvroSerde.HEADER + random.nextInt(60)];
      // Small bytes are branches, counts and lengths that lead further in.
      for (int i = 0; i < bytes.length; i++) {
        final int range = random.nextInt(8);
        bytes[i] = (byte) (range == 0 ? random.nextInt() : range < 4 ? random.nextInt(5) : 0);
      }
      System.arraycopy(record, 0, bytes, 0, AvroSerde.HEADER);
      check(bytes, seed);
    }
    assertThat(accepted).isPositive();
  }

  @Test
  void decode_garbage_isRejected() {
    for (long seed = 0; seed < 10_000; seed++) {
      final SplittableRandom random = new SplittableRandom(seed);
      final byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      check(bytes, seed);
    }
    assertThat(accepted).isZero();
  }

  private void check(final byte[] bytes, final long seed) {
    try {
      decoder.decode(bytes, buffer);
    } catch (RejectedExample e) {
      assertThat(e.reason()).isIn(Rejection.UNDECODABLE, Rejection.STRUCTURE, Rejection.VALUE);
      return;
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + HexFormat.of().formatHex(bytes), e);
    }
    accepted++;
    Examples.assertSame(buffer, SERDE.decode(bytes), seed);
  }
}
