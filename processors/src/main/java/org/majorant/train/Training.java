package org.majorant.train;

import java.util.List;
import org.majorant.solve.StopRule;

/**
 * How a training went.
 *
 * @param theta the last θ
 * @param objective J there, nats
 * @param gap how far inference may be from it, nats
 * @param dual what no objective is below, nats; null but for Frank and Wolfe's steps
 * @param iterations from the start on
 * @param stop why it ended
 */
public record Training(
    double[] theta,
    double objective,
    double gap,
    Double dual,
    List<Iteration> iterations,
    StopRule.Reason stop) {
  /** The last iteration. */
  public Iteration last() {
    return iterations.get(iterations.size() - 1);
  }
}
