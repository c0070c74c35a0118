package org.majorant.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When a broker last answered. A connection that is open says nothing: the system keeps it for a
 * broker that stands still, and polls succeed without records. So what counts is that the number of
 * answers grows, as it does twice a second while a {@link SnapshotReader} is polled. Thread-safe;
 * whoever asks also looks, for the reading thread may have much to do with what came.
 */
final class BrokerAnswers {
  private final Duration patience;
  private final LongSupplier nanos;
  private SnapshotReader<?> reader; // null: none has been opened yet
  private double count;
  private long lastNanos;
  private Instant last;

  /**
   * @param patience no broker stays silent for so long unless it stands still
   * @param nanos a clock that nobody sets
   */
  BrokerAnswers(final Duration patience, final LongSupplier nanos) {
    this.patience = patience;
    this.nanos = nanos;
    heard(0);
  }

  /** Counts those of another reader from now on, which has none yet. */
  synchronized void listenTo(final SnapshotReader<?> opened) {
    reader = opened;
    count = 0;
  }

  /** How long ago the last one came. */
  synchronized Duration age() {
    final double now = reader == null ? 0 : reader.answers();
    if (now != count) { // so NaN always is an answer: where nobody counts, none is missed
      heard(now);
    }
    return Duration.ofNanos(nanos.getAsLong() - lastNanos);
  }

  /** That none has come for long, and since when; empty while they come. */
  synchronized Optional<String> silence() {
    return age().compareTo(patience) > 0
        ? Optional.of("no broker has answered since " + last.truncatedTo(ChronoUnit.SECONDS))
        : Optional.empty();
  }

  private void heard(final double answers) {
    count = answers;
    lastNanos = nanos.getAsLong();
    last = Instant.now();
  }
}
