package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

/**
 * A record is given no more memory than its own bytes explain, whatever counts and lengths it
 * claims: else one record of twenty bytes would end the process.
 */
class AllocationTest {
  /** Zig-zag varints of 2³¹ − 1, 2³¹, 2⁴⁰, 2⁶² and −2⁶³. */
  private static final List<byte[]> CLAIMS =
      List.of(
          bytes(0xFE, 0xFF, 0xFF, 0xFF, 0x0F),
          bytes(0x80, 0x80, 0x80, 0x80, 0x10),
          bytes(0x80, 0x80, 0x80, 0x80, 0x80, 0x40),
          bytes(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01),
          bytes(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01));

  private static final long MOST = 4 << 20;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final ExampleDecoder decoder = new ExampleDecoder(1 << 20);

  @Test
  void claims_inAnyRecord_areNotBelieved() {
    Golden.records().forEach(this::claims);
    final SplittableRandom random = new SplittableRandom(1);
    claims(Examples.sequence(random));
    claims(Examples.choice(random));
    claims(Examples.graph(random));
    claims(Examples.matching(random));
  }

  /** Each claim at each place of the record's body. */
  @SuppressWarnings("unchecked")
  private <T extends SpecificRecord> void claims(final T record) {
    final AvroSerde<T> serde = AvroSerde.of((Class<T>) record.getClass());
    final byte[] good = serde.encode(record);
    for (int at = AvroSerde.HEADER; at < good.length; at++) {
      for (final byte[] claim : CLAIMS) {
        final byte[] bad = Arrays.copyOf(good, good.length + claim.length);
        System.arraycopy(claim, 0, bad, at, claim.length);
        System.arraycopy(good, at, bad, at + claim.length, good.length - at);
        final long before = threads.getCurrentThreadAllocatedBytes();
        try {
          serde.decode(bad);
        } catch (final SerializationException e) {
          // as it should be
        }
        for (final DecodedExample buffer :
            List.of(
                new ExampleBuffer(),
                new SequenceBuffer(),
                new ChoiceBuffer(),
                new GraphBuffer(),
                new MatchingBuffer())) {
          try {
            decoder.decode(bad, buffer);
          } catch (final RejectedExample e) {
            // as it should be
          }
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
            .as("%s, %s at byte %d", record.getClass(), Arrays.toString(claim), at)
            .isLessThan(MOST);
      }
    }
  }

  private static byte[] bytes(final int... values) {
    final byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
