package org.majorant.tally;

import org.majorant.features.SparsePoint;
import org.majorant.schema.Tally;

/**
 * How well a service answered to examples whose labels came later. A model that is learned today
 * may be better than the version that answered when the example came; what that version lost is
 * what its users have paid.
 *
 * <pre>
 *   loss = −log Σ_S p(y)    p what was served, S the labels that agree with what was observed
 * </pre>
 *
 * <p>Drift is told of this loss, too: so there are the sums that {@link DriftDetector} asks for.
 *
 * <p>An answer of probability 0 counts as the least normal double, so that one label that came
 * against all odds leaves the sum finite.
 *
 * <p>Hot: nothing is allocated for an example.
 */
final class ServedTally {
  private final int labels;
  private final double clip;
  private final ReliabilityBins reliability;

  ServedTally(final int labels) {
    this.labels = labels;
    clip = DriftDetector.clip(labels);
    reliability = new ReliabilityBins(labels);
  }

  /** Counts what was served to a labeled example. */
  void add(final SparsePoint x, final Tally tally) {
    final double[] p = x.served;
    int best = 0;
    double agreed = 0;
    for (int y = 0; y < labels; y++) {
      best = p[y] > p[best] ? y : best;
      agreed += x.admits(y) ? p[y] : 0;
    }
    if (x.label != SparsePoint.PARTIAL) {
      reliability.add(x.label, best, p[best]);
    }
    final double weight = x.weight;
    final double loss = -Math.log(Math.min(1, Math.max(Double.MIN_NORMAL, agreed)));
    tally.setServedWeight(tally.getServedWeight() + weight);
    tally.setServedLogLoss(tally.getServedLogLoss() + weight * loss);
    tally.setServedCorrect(tally.getServedCorrect() + (x.admits(best) ? weight : 0));
    final double clipped = Math.min(clip, loss);
    tally.setServedExamples(tally.getServedExamples() + 1);
    tally.setServedClippedLoss(tally.getServedClippedLoss() + clipped);
    tally.setServedClippedSquare(tally.getServedClippedSquare() + clipped * clipped);
  }

  /** Gives a tally how sure the answers were since the last call. */
  void take(final Tally tally) {
    tally.setServedReliability(reliability.outcomes());
    tally.setServedProbability(reliability.sums());
    reliability.reset();
  }
}
