package org.majorant.learn;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.majorant.bound.MulticlassBound;
import org.majorant.clique.LogPartition;
import org.majorant.decay.Decay;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.likelihood.JensenBound;
import org.majorant.memory.Memory;
import org.majorant.model.Mixture;
import org.majorant.prior.PriorMean;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * Learns points: score, solve, remember (MATHS.md 5, 7).
 *
 * <pre>
 *   s = θᵀx, one an outcome; the progressive loss is −log Σ_S p(s), S the outcomes that agree with
 *       the label, before anything is learned; p is that of the mixture where there is one
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
final class PointLearner implements TaskLearner {
  private final Dimensions dimensions;
  private final Memory.Points memory;
  private final ProgressiveTally progress;
  private final MixtureWeights mixture;
  private final PriorMean mean;
  private final IntToDoubleFunction meanSquare;
  private final ImplicitStep step;
  private final RememberedCurvature[] remembered; // of each memory
  private final MulticlassBound bound;
  private final JensenBound numerator;
  private final int labels;
  private final int states;
  private final int vectors;
  private final int first; // outcome of the first vector: of two outcomes the second has it

  private final double[] before; // of each θ of the mixture
  private final double[] read; // scores of each memory, and so below
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

  PointLearner(
      final ModelSpec spec, final ProgressiveTally progress, final MixtureWeights mixture) {
    dimensions = Dimensions.of(spec);
    this.progress = progress;
    this.mixture = mixture;
    labels = dimensions.labels();
    states = dimensions.states();
    vectors = dimensions.vectors();
    first = dimensions.outcomes() - vectors;
    memory = Memory.Points.of(spec);
    mean = PriorMean.of(spec);
    meanSquare = memory::meanSquare;
    step = new ImplicitStep(vectors);
    remembered = new RememberedCurvature[1 + Decay.others(spec).size()];
    Arrays.setAll(remembered, m -> new RememberedCurvature(spec, m > 0 || Decay.forgets(spec)));
    bound = new MulticlassBound(dimensions.outcomes());
    numerator = new JensenBound(labels, states);
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
  }

  @Override
  public double learn(final Example example) {
    final SparsePoint x = (SparsePoint) example;
    memory.read(x, before, read, spread);
    admit(x);
    final double loss = mixture.isNone() ? scoreProgressively(x) : scoreMixture(x);
    for (int m = 0; m < remembered.length; m++) {
      System.arraycopy(read, m * vectors, scores, 0, vectors);
      System.arraycopy(spread, m * vectors, variance, 0, vectors);
      solve(x, m);
      System.arraycopy(beta, 0, pushes, m * vectors, vectors);
      System.arraycopy(curvature, 0, gains, m * vectors, vectors);
    }
    memory.write(x, pushes, gains);
    return loss;
  }

  private void solve(final SparsePoint x, final int m) {
    addOffsets(x, scores);
    System.arraycopy(scores, 0, outcomes, first, vectors);
    numerator.expand(outcomes);
    System.arraycopy(numerator.responsibilities(), first, target, 0, vectors);
    for (int c = 0; c < vectors; c++) {
      weighted[c] = x.weight * variance[c];
    }
    step.solve(scores, weighted, target, beta);
    for (int c = 0; c < vectors; c++) {
      beta[c] *= x.weight;
      after[c] = scores[c] + variance[c] * beta[c];
    }
    if (m == 0) {
      certify();
    }
    if (states == 1 && x.label != SparsePoint.PARTIAL) {
      remembered[m].of(after, variance, x.weight, curvature);
    } else {
      remembered[m].ofGroups(x, after, variance, x.weight, curvature);
    }
    for (int c = 0; c < vectors; c++) {
      curvature[c] *= x.weight;
    }
  }

  @Override
  public Memory memory() {
    return memory;
  }

  /** What the example itself adds to its scores: its log-prior, and the prior mean's scores. */
  private void addOffsets(final SparsePoint x, final double[] s) {
    if (x.logPrior != null) {
      final double origin = vectors == 1 ? x.logPrior[0] : 0;
      for (int c = 0; c < vectors; c++) {
        s[c] += x.logPrior[(first + c) / states] - origin;
      }
    }
    if (!mean.isZero()) {
      mean.addScores(x, meanSquare, s);
    }
  }

  private void admit(final SparsePoint x) {
    if (x.label == SparsePoint.PARTIAL) {
      numerator.admit(x.admissible);
    } else {
      numerator.admit(x.label);
    }
  }

  private double scoreProgressively(final SparsePoint x) {
    addOffsets(x, before);
    System.arraycopy(before, 0, outcomes, first, vectors);
    final int predicted = likeliest();
    final double loss;
    if (vectors == 1) {
      count(x, predicted, LogPartition.sigmoid(Math.abs(before[0])));
      loss = LogPartition.softplus(x.label == 1 ? -before[0] : before[0]);
    } else {
      final double logPartition = LogPartition.of(outcomes);
      count(x, predicted, Math.exp(logMass(predicted) - logPartition));
      loss = logPartition - numerator.logMass(outcomes);
    }
    progress.add(loss, x.weight);
    return loss;
  }

  private double scoreMixture(final SparsePoint x) {
    final int predicted = mixture.predict(before, vectors, labels, x.logPrior);
    count(x, predicted, mixture.probability(predicted));
    final double loss =
        x.label == SparsePoint.PARTIAL
            ? mixture.score(x.admissible, x.weight)
            : mixture.score(x.label, x.weight);
    progress.add(loss, x.weight);
    return loss;
  }

  private void count(final SparsePoint x, final int predicted, final double p) {
    if (x.label == SparsePoint.PARTIAL) {
      progress.score(x.admissible, x.admits(predicted), x.weight);
    } else {
      progress.score(x.label, predicted, p, x.weight);
    }
  }

  /** The label of the largest probability; the first of several. */
  private int likeliest() {
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int y = 0; y < labels; y++) {
      final double mass = logMass(y);
      if (mass > most) {
        best = y;
        most = mass;
      }
    }
    return best;
  }

  /** log Σ e^s over the hidden states of a label. */
  private double logMass(final int label) {
    final int from = label * states;
    double mass = outcomes[from];
    for (int h = 1; h < states; h++) {
      mass = LogPartition.add(mass, outcomes[from + h]);
    }
    return mass;
  }

  /** The step's certificate, in score space. */
  private void certify() {
    for (int c = 0; c < vectors; c++) {
      moves[first + c] = after[c] - scores[c];
    }
    bound.expand(outcomes);
    final double bounded = bound.value(moves) - numerator.value(moves);
    System.arraycopy(after, 0, outcomes, first, vectors);
    final double exact = vectors == 1 ? LogPartition.softplus(after[0]) : LogPartition.of(outcomes);
    final double loss = exact - numerator.logMass(outcomes);
    progress.certify(bounded - loss, loss, bounded, 1);
  }
}
