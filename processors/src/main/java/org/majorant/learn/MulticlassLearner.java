package org.majorant.learn;

import java.util.List;
import org.majorant.bound.MulticlassBound;
import org.majorant.model.Dimensions;
import org.majorant.model.Example;
import org.majorant.model.LogPartition;
import org.majorant.model.SparseExample;
import org.majorant.schema.ModelSpec;

/**
 * Learns points: score, solve, remember (MATHS.md 5).
 *
 * <pre>
 *   s = θᵀx; the progressive loss is −log p_y(s), before anything is learned
 *   β solves the implicit step; s' = s + v∘β
 *   certificate: Algorithm 1 expanded at s bounds log Z(s');  slack = bound − log Z(s') ≥ 0
 *   θ ← θ + β(A+P)⁻¹x;   A ← A + c(s') xxᵀ
 * </pre>
 *
 * <p>Hot: nothing is allocated for an example.
 */
final class MulticlassLearner implements TaskLearner {
  private final Memory memory;
  private final Progress progress;
  private final ImplicitStep step;
  private final RememberedCurvature remembered;
  private final MulticlassBound bound;
  private final int vectors;

  private final double[] before;
  private final double[] scores;
  private final double[] variance;
  private final double[] weighted;
  private final double[] beta;
  private final double[] after;
  private final double[] curvature;
  private final double[] outcomes; // a score a label: (0, s) where there is one vector
  private final double[] moves; // the change of each

  MulticlassLearner(final ModelSpec spec, final Progress progress) {
    final Dimensions dimensions = Dimensions.of(spec);
    this.progress = progress;
    vectors = dimensions.vectors();
    memory = Memory.of(spec);
    step = new ImplicitStep(vectors);
    remembered = new RememberedCurvature(spec, vectors);
    bound = new MulticlassBound(dimensions.labels());
    before = new double[vectors];
    scores = new double[vectors];
    variance = new double[vectors];
    weighted = new double[vectors];
    beta = new double[vectors];
    after = new double[vectors];
    curvature = new double[vectors];
    outcomes = new double[dimensions.labels()];
    moves = new double[dimensions.labels()];
  }

  @Override
  public double learn(final Example example, final double time) {
    final SparseExample x = (SparseExample) example;
    memory.advance(time);
    memory.read(x, before, scores, variance);
    addPrior(x.logPrior, before);
    addPrior(x.logPrior, scores);
    final double loss = scoreProgressively(x);

    for (int c = 0; c < vectors; c++) {
      weighted[c] = x.weight * variance[c];
    }
    step.solve(scores, weighted, x.label, beta);
    for (int c = 0; c < vectors; c++) {
      beta[c] *= x.weight;
      after[c] = scores[c] + variance[c] * beta[c];
    }
    certify(x.label);
    remembered.of(after, variance, x.weight, curvature);
    for (int c = 0; c < vectors; c++) {
      curvature[c] *= x.weight;
    }
    memory.write(x, beta, curvature);
    return loss;
  }

  @Override
  public Site ship(final boolean pull) {
    return memory.ship(pull);
  }

  @Override
  public long shipBytes() {
    return memory.shipBytes();
  }

  @Override
  public void adopt(final Site base, final List<Site> own) {
    memory.adopt(base, own);
  }

  private void addPrior(final double[] logPrior, final double[] s) {
    if (logPrior != null) {
      final double origin = vectors == 1 ? logPrior[0] : 0;
      final int first = logPrior.length - vectors;
      for (int c = 0; c < vectors; c++) {
        s[c] += logPrior[first + c] - origin;
      }
    }
  }

  private double scoreProgressively(final SparseExample x) {
    final int y = x.label;
    final double loss;
    final boolean correct;
    if (vectors == 1) {
      loss = LogPartition.softplus(y == 1 ? -before[0] : before[0]);
      correct = before[0] > 0 == (y == 1);
    } else {
      loss = LogPartition.of(before) - before[y];
      correct = isLargest(before, y);
    }
    progress.score(y, correct, x.weight);
    progress.add(loss, x.weight);
    return loss;
  }

  private static boolean isLargest(final double[] s, final int y) {
    for (int c = 0; c < s.length; c++) {
      if (s[c] > s[y] || s[c] == s[y] && c < y) {
        return false;
      }
    }
    return true;
  }

  /** The step's certificate, in score space. */
  private void certify(final int label) {
    final int first = outcomes.length - vectors;
    for (int c = 0; c < vectors; c++) {
      outcomes[first + c] = scores[c];
      moves[first + c] = after[c] - scores[c];
    }
    bound.expand(outcomes);
    final double bounded = bound.value(moves);
    final double exact = vectors == 1 ? LogPartition.softplus(after[0]) : LogPartition.of(after);
    final double own = outcomes[label] + moves[label];
    progress.certify(bounded - exact, exact - own, bounded - own, 1);
  }
}
