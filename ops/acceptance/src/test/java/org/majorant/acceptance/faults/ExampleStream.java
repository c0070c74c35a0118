package org.majorant.acceptance.faults;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A round's records, each a function of the seed and of its place: what was sent, where it lies and
 * what must become of it are known without keeping it. Record i goes to partition i mod n, where
 * its offset is i / n, since the producer is idempotent and writes no transactions.
 */
final class ExampleStream {
  private static final double GARBAGE = 0.05;

  private final long seed;
  private final Encoding encoding;
  private final List<byte[]> examples;

  /** One record. */
  record Sent(byte[] value, Fate fate) {}

  ExampleStream(final Story story) throws IOException {
    this(story.seed(), story.encoding(), story.model().train());
  }

  /**
   * @param examples in Avro, of which each good record is one
   */
  ExampleStream(final long seed, final Encoding encoding, final List<byte[]> examples) {
    this.seed = seed;
    this.encoding = encoding;
    this.examples = examples;
  }

  Sent at(final long place) {
    final SplittableRandom random = new SplittableRandom((seed << 32) + place);
    final byte[] avro = examples.get(random.nextInt(examples.size()));
    if (random.nextDouble() >= GARBAGE) {
      final byte[] value =
          encoding == Encoding.AVRO ? avro : encoding.encode(Encoding.decode(avro));
      return new Sent(value, Fate.LEARNED);
    }
    final Garbage kind = Garbage.values()[random.nextInt(Garbage.values().length)];
    return new Sent(kind.of(Encoding.decode(avro), encoding), kind.fate());
  }
}
