package org.majorant.learn;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.majorant.bound.MulticlassBound;
import org.majorant.decay.Decay;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.likelihood.Likelihood;
import org.majorant.likelihood.PointLikelihood;
import org.majorant.memory.Memory;
import org.majorant.model.Mixture;
import org.majorant.prior.PriorMean;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * Learns points by the implicit step (MATHS.md 5, 7). With s = θᵀx + log h, one an outcome, and the
 * outcomes S that agree with the label:
 *
 * <pre>
 *   q of Jensen's bound on log Σ_S e^s, expanded at s: one-hot where S is one outcome
 *   β solves the implicit step for the target q; s' = s + v∘β
 *   certificate: Algorithm 1, expanded at s, less Jensen's bound;  slack = bound − loss(s') ≥ 0
 *   θ ← θ + β(A+P)⁻¹x;   A ← A + c(s') xxᵀ
 * </pre>
 *
 * <p>Where there are several memories each learns like that, from its own scores. The certificate
 * is that of the first.
 *
 * <p>Hot: nothing is allocated for an example.
 */
final class PointStep implements TaskStep {
  private final PointLikelihood likelihood;
  private final Memory.Points memory;
  private final ProgressiveTally progress;
  private final boolean leads;
  private final PriorMean mean;
  private final IntToDoubleFunction meanSquare;
  private final ImplicitStep step;
  private final RememberedCurvature[] remembered; // of each memory
  private final MulticlassBound bound;
  private final int vectors;
  private final int first; // outcome of the first vector: of two outcomes the second has it
  private SparsePoint x;
  private double agreed; // log Σ_S e^s

  private final double[] before; // scores by each θ of the mixture
  private final double[] read; // scores by each memory, and so below
  private final double[] spread; // variances
  private final double[] pushes;
  private final double[] gains;

  private final double[] scores; // of one memory, from here on
  private final double[] variance;
  private final double[] weighted;
  private final double[] target;
  private final double[] beta;
  private final double[] after;
  private final double[] curvature;
  private final double[] outcomes; // a score an outcome: (0, s) where there is one vector
  private final double[] moves; // the change of each
  private final double[] marginals; // variances as a version tells them

  PointStep(final ModelSpec spec, final ProgressiveTally progress) {
    this(spec, progress, true);
  }

  /**
   * @param leads whether objective and bound are its own; else it tells slacks alone
   */
  PointStep(final ModelSpec spec, final ProgressiveTally progress, final boolean leads) {
    final Dimensions dimensions = Dimensions.of(spec);
    this.progress = progress;
    this.leads = leads;
    likelihood = new PointLikelihood(dimensions);
    vectors = dimensions.vectors();
    first = dimensions.outcomes() - vectors;
    memory = Memory.Points.of(spec);
    mean = PriorMean.of(spec);
    meanSquare = memory::meanSquare;
    step = new ImplicitStep(vectors);
    remembered = new RememberedCurvature[1 + Decay.others(spec).size()];
    Arrays.setAll(remembered, m -> new RememberedCurvature(spec, m > 0 || Decay.forgets(spec)));
    bound = new MulticlassBound(dimensions.outcomes());
    before = new double[vectors * Mixture.of(spec).readings()];
    read = new double[vectors * remembered.length];
    spread = new double[read.length];
    pushes = new double[read.length];
    gains = new double[read.length];
    scores = new double[vectors];
    variance = new double[vectors];
    weighted = new double[vectors];
    target = new double[vectors];
    beta = new double[vectors];
    after = new double[vectors];
    curvature = new double[vectors];
    outcomes = new double[dimensions.outcomes()];
    moves = new double[dimensions.outcomes()];
    marginals = new double[vectors];
  }

  @Override
  public Likelihood likelihood() {
    return likelihood;
  }

  @Override
  public Memory memory() {
    return memory;
  }

  @Override
  public double[] read(final Example example, final int n) {
    x = (SparsePoint) example;
    memory.read(x, before, read, spread);
    addMean(before);
    return before;
  }

  /** Of the example just read, as {@link Memory.Points#readMarginals}. */
  double[] marginals() {
    System.arraycopy(spread, 0, marginals, 0, vectors);
    memory.readMarginals(x, marginals);
    return marginals;
  }

  /** The prior mean's scores are an offset of the example, as its log-prior is. */
  private void addMean(final double[] s) {
    if (!mean.isZero()) {
      mean.addScores(x, meanSquare, s);
    }
  }

  @Override
  public void learn() {
    for (int m = 0; m < remembered.length; m++) {
      System.arraycopy(read, m * vectors, scores, 0, vectors);
      System.arraycopy(spread, m * vectors, variance, 0, vectors);
      solve();
      if (m == 0) {
        certify();
      }
      remembered[m].of(x, after, variance, curvature);
      System.arraycopy(beta, 0, pushes, m * vectors, vectors);
      System.arraycopy(curvature, 0, gains, m * vectors, vectors);
    }
    memory.write(x, pushes, gains);
  }

  /**
   * The site of an example is its bound on log Z at s' less the label's score, and only the latter
   * knows the label: A ← A, b ← b + w (e_label − e_former) x. Without hidden states that is exact.
   */
  @Override
  public void revise(final Example example, final int former) {
    final SparsePoint point = (SparsePoint) example;
    Arrays.fill(beta, 0);
    if (point.label >= first) {
      beta[point.label - first] += point.weight;
    }
    if (former >= first) {
      beta[former - first] -= point.weight;
    }
    memory.revise(point, beta);
  }

  private void solve() {
    addMean(scores);
    likelihood.addLogPrior(scores);
    agreed = likelihood.observed(scores);
    likelihood.observedMarginals(target);
    for (int c = 0; c < vectors; c++) {
      weighted[c] = x.weight * variance[c];
    }
    step.solve(scores, weighted, target, beta);
    for (int c = 0; c < vectors; c++) {
      beta[c] *= x.weight;
      after[c] = scores[c] + variance[c] * beta[c];
    }
  }

  /** The step's certificate, in score space. */
  private void certify() {
    double jensen = agreed;
    for (int c = 0; c < vectors; c++) {
      moves[first + c] = after[c] - scores[c];
      jensen += target[c] * moves[first + c];
    }
    System.arraycopy(scores, 0, outcomes, first, vectors);
    bound.expand(outcomes);
    final double bounded = bound.value(moves) - jensen;
    final double loss = likelihood.loss(after);
    if (leads) {
      progress.certify(bounded - loss, loss, bounded);
    } else {
      progress.certify(bounded - loss);
    }
  }
}
