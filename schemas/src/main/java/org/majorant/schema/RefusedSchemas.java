package org.majorant.schema;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The numbers of schemas that a registry has refused, so that it is not asked for them at each
 * record. A refusal ends after a while, since the schema may be registered meanwhile. Each number
 * is logged once. Anybody can write any number, so only the last refusals are kept, and only the
 * first are logged. Safe for use by many threads.
 */
final class RefusedSchemas {
  /** How long a refusal holds. */
  static final Duration HOLDS = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(RefusedSchemas.class);
  private static final int MOST = 1000;
  private static final int MOST_LOGGED = 100;

  private final LongSupplier nanos;
  private final Set<Integer> logged = new HashSet<>();
  private final Map<Integer, Refusal> refusals =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<Integer, Refusal> eldest) {
          return size() > MOST;
        }
      };

  private record Refusal(String why, long until) {}

  /**
   * @param nanos a clock
   */
  RefusedSchemas(final LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Returns where that number may be asked for.
   *
   * @throws SerializationException as it was refused the last time, where that still holds
   */
  synchronized void requireNot(final int id) {
    final Refusal refusal = refusals.get(id);
    if (refusal != null && nanos.getAsLong() - refusal.until < 0) {
      throw new SerializationException(refusal.why);
    }
  }

  /**
   * The registry has refused that number.
   *
   * @param why one line for people
   */
  synchronized void add(final int id, final String why) {
    refusals.remove(id); // so that it is the youngest
    refusals.put(id, new Refusal(why, nanos.getAsLong() + HOLDS.toNanos()));
    if (logged.size() < MOST_LOGGED && logged.add(id)) {
      final boolean last = logged.size() == MOST_LOGGED;
      LOG.warn(
          "records of schema {} go to the dead letters: {}{}",
          id,
          why,
          last ? " (further numbers are refused without a line here)" : "");
    }
  }
}
