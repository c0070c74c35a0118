package org.majorant.research.bench;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One learner of a data set; examples are tokens, and losses a token's, where it has sentences.
 *
 * @param seconds of learning, the median; null where it is no learner
 * @param progressiveLogLoss null of batches
 * @param heldOutLogLoss null of what needs the label before
 * @param heldOutAccuracy share of the held-out examples whose most probable label was right
 * @param hindsight null where nothing was chosen
 * @param unavailable why it was not measured; null where it was
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QualityRow(
    String learner,
    Double examplesPerSecond,
    Double seconds,
    Double progressiveLogLoss,
    Double heldOutLogLoss,
    Double heldOutAccuracy,
    Hindsight hindsight,
    String unavailable) {
  /**
   * A setting that was chosen because its loss is the least, which nobody knows who learns a
   * stream.
   *
   * @param setting what it is called
   * @param value the chosen one
   * @param of how many were tried
   */
  public record Hindsight(String setting, double value, int of) {}

  static QualityRow baseline(final String learner, final double progressiveLogLoss) {
    return new QualityRow(learner, null, null, progressiveLogLoss, null, null, null, null);
  }

  static QualityRow measured(final String learner, final Peer.Outcome o) {
    return new QualityRow(
        learner,
        o.examplesPerSecond(),
        o.seconds(),
        o.progressiveLogLoss(),
        o.heldOutLogLoss(),
        o.heldOutAccuracy(),
        null,
        null);
  }

  /** What a batch has. */
  static QualityRow heldOut(final String learner, final Double logLoss) {
    return new QualityRow(learner, null, null, null, logLoss, null, null, null);
  }

  /** The same, whose setting was chosen. */
  public QualityRow in(final Hindsight chosen) {
    return new QualityRow(
        learner,
        examplesPerSecond,
        seconds,
        progressiveLogLoss,
        heldOutLogLoss,
        heldOutAccuracy,
        chosen,
        null);
  }

  static QualityRow unavailable(final String learner, final Peer.Unavailable why) {
    return new QualityRow(learner, null, null, null, null, null, null, why.getMessage());
  }
}
