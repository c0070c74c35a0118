package org.majorant.log;

import java.time.Duration;
import java.util.function.IntSupplier;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Waits until brokers know of what their controller has made. One that is busy hears of it later,
 * and until then says that there is no such topic.
 */
final class KnownPartitions {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long PAUSE_MILLIS = 20;

  private KnownPartitions() {}

  /**
   * @param known how many partitions of the topic a broker knows of; 0: it knows of no such topic
   * @param least so many were made
   * @return how many there are
   * @throws TimeoutException where no broker has heard of them in a minute
   */
  static int await(final String topic, final IntSupplier known, final int least) {
    return await(topic, known, least, PATIENCE);
  }

  static int await(
      final String topic, final IntSupplier known, final int least, final Duration patience) {
    final long begin = System.nanoTime();
    int now = known.getAsInt();
    while (now < least) {
      if (System.nanoTime() - begin > patience.toNanos()) {
        throw new TimeoutException(
            "%s was made with %d partitions, and the brokers know of %d"
                .formatted(topic, least, now));
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (final InterruptedException e) {
        throw new InterruptException(e);
      }
      now = known.getAsInt();
    }
    return now;
  }
}
