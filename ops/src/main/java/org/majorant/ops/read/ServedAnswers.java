package org.majorant.ops.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.majorant.file.evaluate.Calibration;
import org.majorant.file.evaluate.RankedPairs;
import org.majorant.schema.Tally;

/**
 * How well services answered, by the versions of that time, to the examples that a model has
 * learned since.
 *
 * @param scored the weight of these examples
 * @param logLoss nats an example
 * @param accuracy share of them whose most probable label was right
 * @param calibration as that of a version
 * @param ranking of two labels; null where there are more
 */
public record ServedAnswers(
    double scored,
    double logLoss,
    double accuracy,
    @JsonInclude(Include.NON_NULL) Calibration calibration,
    @JsonInclude(Include.NON_NULL) RankedPairs ranking) {
  /**
   * @param labels of the model
   * @return null where nothing that was served has its label
   */
  static ServedAnswers of(final Tally tally, final int labels) {
    final double weight = tally.getServedWeight();
    if (!(weight > 0)) {
      return null;
    }
    return new ServedAnswers(
        weight,
        tally.getServedLogLoss() / weight,
        tally.getServedCorrect() / weight,
        Calibration.of(tally.getServedReliability(), tally.getServedProbability()),
        labels == 2 ? RankedPairs.of(tally.getServedReliability()) : null);
  }

  /** A line below that of the version. */
  String line() {
    return "    as served: log-loss %s, accuracy %s, %,.0f scored"
        .formatted(ModelLine.four(logLoss), ModelLine.four(accuracy), scored);
  }
}
