package org.majorant.trace;

import java.util.List;

/**
 * What a version was made from.
 *
 * @param summaries that the majorizer has taken since the last version, as many as are told
 * @param untold how many more there were
 * @param turns of the majorizer since the last version, likewise; the last one made the version
 * @param publication what is written
 */
public record VersionSteps(
    List<SummaryStep> summaries, long untold, List<Turn> turns, Publication publication) {

  /**
   * A turn of the majorizer.
   *
   * @param begin when it began
   * @param end when it was over
   * @param base the newest one then; 0: none
   * @param kappa of its merge
   */
  public record Turn(long begin, long end, long base, double kappa) {}

  /**
   * A version as it is written.
   *
   * @param time when
   * @param examples that it contains
   * @param objective in nats
   * @param bound likewise
   * @param records that it consists of
   * @param bytes of these
   */
  public record Publication(
      long time,
      String model,
      long version,
      String topic,
      long examples,
      double objective,
      double bound,
      long records,
      long bytes) {}

  /** When it began: with the oldest example, or else with the first turn. */
  public long begin() {
    long begin = publication.time();
    for (final SummaryStep summary : summaries) {
      begin = Math.min(begin, summary.begin());
    }
    for (final Turn turn : turns) {
      begin = Math.min(begin, turn.begin());
    }
    return begin;
  }
}
