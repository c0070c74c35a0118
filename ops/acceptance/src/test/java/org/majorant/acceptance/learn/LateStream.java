package org.majorant.acceptance.learn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Events and their labels, each a function of the seed and of its place. Labels come some time
 * after their event, and so out of order; 5 % of them come twice, the second time wrong, and 1 %
 * never. Of the events and of the labels 1 % have a time that cannot be.
 */
public final class LateStream {
  public static final String EVENTS = "events";
  public static final String LABELS = "labels";

  /** So many at first have possible times, so that each partition has one to go by. */
  private static final int DATED = 200;

  private static final String[] IMPOSSIBLE = {
    "-1", "\"2099-01-01T00:00:00Z\"", "\"1960-06-01T00:00\""
  };

  private final long seed;
  private final long lateMillis;
  private final LongFunction<Labeled> source;

  /** An event's value, its label, and another label that would be wrong. */
  public record Labeled(byte[] event, String label, String wrong) {}

  /**
   * What comes of one place.
   *
   * @param labels in the order in which they come
   * @param outcome the label that counts; null: none comes
   */
  public record Drawn(
      ProducerRecord<byte[], byte[]> event, List<Due> labels, String outcome, boolean misdated) {}

  /**
   * A label.
   *
   * @param at when it is sent, milliseconds since the epoch
   */
  public record Due(long at, ProducerRecord<byte[], byte[]> label) {}

  /**
   * @param lateMillis by so much labels come after their event at most
   * @param source the events in turn
   */
  public LateStream(final long seed, final long lateMillis, final LongFunction<Labeled> source) {
    this.seed = seed;
    this.lateMillis = lateMillis;
    this.source = source;
  }

  /** The key of both records of a place. */
  static byte[] key(final long place) {
    return ("order-" + place).getBytes(UTF_8);
  }

  /** The place that a key is of. */
  static long place(final byte[] key) {
    return Long.parseLong(new String(key, UTF_8).substring("order-".length()));
  }

  /**
   * What comes of a place.
   *
   * @param time of the event, milliseconds since the epoch
   */
  public Drawn at(final long place, final long time) {
    final SplittableRandom random = new SplittableRandom((seed << 32) + place);
    final Labeled labeled = source.apply(place);
    final boolean misdated = place > DATED && random.nextInt(100) == 0;
    final boolean misdatedLabel = place > DATED && random.nextInt(100) == 0;
    final boolean never = random.nextInt(100) == 0;
    final boolean twice = random.nextInt(20) == 0;
    final byte[] key = key(place);
    final ProducerRecord<byte[], byte[]> event =
        new ProducerRecord<>(EVENTS, null, misdated ? 1000 : time, key, labeled.event());
    final List<Due> labels = new ArrayList<>();
    if (!never) {
      final long first = time + random.nextLong(lateMillis);
      final String at = misdatedLabel ? IMPOSSIBLE[(int) (place % 3)] : Long.toString(first);
      labels.add(due(key, labeled.label(), at, first));
      if (twice) {
        final long second = first + 1 + random.nextLong(1000);
        labels.add(due(key, labeled.wrong(), Long.toString(second), second));
      }
    }
    return new Drawn(event, labels, never ? null : labeled.label(), misdated);
  }

  private static Due due(final byte[] key, final String label, final String at, final long time) {
    final String value =
        "{\"is\": \"%s\", \"at\": %s, \"order\": \"%s\"}"
            .formatted(label, at, new String(key, UTF_8));
    return new Due(time, new ProducerRecord<>(LABELS, key, value.getBytes(UTF_8)));
  }
}
