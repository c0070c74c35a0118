package org.majorant.majorize;

import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs once a minute, for each reason, that summaries are refused: the last one, and how many. */
public final class RefusalLog {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final long EVERY_MILLIS = 60_000;

  private final String model;
  private final Map<Refusal, Silence> silences = new EnumMap<>(Refusal.class);

  /** The time before which nothing is logged, and how many refusals were not logged. */
  private record Silence(long until, long refused) {}

  public RefusalLog(final String model) {
    this.model = model;
  }

  /**
   * @param what happened, in one line
   */
  public void report(final Refusal reason, final String what, final long now) {
    final Silence silence = silences.getOrDefault(reason, new Silence(Long.MIN_VALUE, 0));
    if (now < silence.until) {
      silences.put(reason, new Silence(silence.until, silence.refused + 1));
      return;
    }
    final String more =
        silence.refused == 0 ? "" : " (and %d before it)".formatted(silence.refused);
    LOG.error("{}: refused: {}{}", model, what, more);
    silences.put(reason, new Silence(now + EVERY_MILLIS, 0));
  }
}
