package org.majorant.file.train;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.majorant.file.evaluate.Scores;
import org.majorant.solve.StopRule;
import org.majorant.train.Iteration;
import org.majorant.train.Solver;

/**
 * How a training went; its names are those of the JSON that users' scripts read.
 *
 * @param examples labeled examples
 * @param rejected examples that do not fit the model
 * @param parameters weights
 * @param solver how steps were found; null where there was one pass, as all that is of its steps
 * @param l2 total
 * @param progressiveLogLoss of one pass: mean over the examples, each before it was learned, nats
 * @param objective J at the end, nats
 * @param inferenceGap how far inference may be from it, nats; 0 where it is exact
 * @param dual what no objective is below, nats; null but for Frank and Wolfe's steps
 * @param optimum J*, where it was asked for
 * @param stop why it ended
 * @param passes over the data, the streaming pass of a warm start counted
 * @param seconds likewise
 * @param boundSlackMin least of (bound − objective)/objective over the iterations; null where steps
 *     have none
 * @param heldOutLogLoss mean over the test set, nats; null where there is none
 * @param heldOutAccuracy likewise
 * @param iterations from the start on
 */
@JsonInclude(Include.NON_NULL)
public record TrainingReport(
    long examples,
    long rejected,
    int parameters,
    Solver solver,
    Double l2,
    Double progressiveLogLoss,
    Double objective,
    double inferenceGap,
    Double dual,
    Double optimum,
    StopRule.Reason stop,
    long passes,
    double seconds,
    Double boundSlackMin,
    Double heldOutLogLoss,
    Double heldOutAccuracy,
    List<Iteration> iterations) {
  /** Of one pass over the examples. */
  static TrainingReport onePass(
      final long examples,
      final long rejected,
      final int parameters,
      final double progressiveLogLoss,
      final double seconds,
      final double boundSlackMin,
      final Scores heldOut) {
    return new TrainingReport(
        examples,
        rejected,
        parameters,
        null,
        null,
        progressiveLogLoss,
        null,
        0,
        null,
        null,
        null,
        1,
        seconds,
        boundSlackMin,
        heldOut.logLoss(),
        heldOut.accuracy(),
        List.of());
  }
}
