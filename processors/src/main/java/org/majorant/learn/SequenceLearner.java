package org.majorant.learn;

import org.majorant.bound.ChainLine;
import org.majorant.bound.MulticlassBound;
import org.majorant.clique.Chain;
import org.majorant.clique.ChainPrior;
import org.majorant.clique.ObservedChain;
import org.majorant.features.Dimensions;
import org.majorant.features.Example;
import org.majorant.features.LabelOrder;
import org.majorant.features.SparseSequence;
import org.majorant.memory.Memory;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.tally.EntityCounter;
import org.majorant.tally.ProgressiveTally;

/**
 * Learns sequences, by a token-damped step with a line search (TD+LS, MATHS.md 6). With the
 * marginals p of the chain, and q of the labellings that agree with the labels observed:
 *
 * <pre>
 *   the progressive loss is log Z − log Z(observed), before anything is learned; where there is
 *       a mixture, it is the mixture's
 *   r_t = p_t − q_t     E = Σ p_edge − q_edge     C_t = (p_t(1−p_t) − q_t(1−q_t))₊
 *   ν_t = Σ_{k∈x_t} x²/D_k                        r̃_t = r_t / (1 + diag(Algorithm 1 at p_t) ν_t)
 *   D_k ← D_k + Σ x² C_t                          d_k = −(Σ x r̃_t) / D_k;    e = −E / D
 *   η = min(2, m / (V + Q)),   m = −gᵀd,  V = the chain's variance along d,  Q = dᵀDd
 *   θ ← θ + ηd
 * </pre>
 *
 * <p>The step is exact to second order, which is no proof; so the objective is looked at after it,
 * and where it has risen {@link ChainLine#safeStep} is taken instead, which cannot raise it. The
 * certificate is {@link ChainLine}'s bound on log Z along d less log Z itself.
 *
 * <p>Allocates nothing for a sequence once its buffers have grown.
 */
final class SequenceLearner implements TaskLearner {
  private static final double LONGEST_STEP = 2;

  private final int first; // feature of the first transition
  private final int m;
  private final ProgressiveTally progress;
  private final Memory.Rows memory;
  private final RowWeights emissions;
  private final TransitionWeights transitions;
  private final EntityCounter entities;
  private final ChainPrior prior;
  private final SequenceMembers members;
  private final Chain chain;
  private final Chain moved;
  private final ObservedChain numerator;
  private final ChainLine line;
  private final MulticlassBound token;
  private final double[] logMarginals;
  private final double[] damping;
  private final double[] movedTransitions;
  private double[] scores = {};
  private double[] variances = {};
  private double[] residuals = {};
  private double[] damped = {};
  private double[] curvatures = {};
  private double[] along = {};
  private double[] movedScores = {};

  SequenceLearner(
      final ModelSpec spec, final ProgressiveTally progress, final MixtureWeights mixture) {
    first = Dimensions.of(spec).emissions();
    m = spec.getLabels().size();
    this.progress = progress;
    memory = Memory.Rows.of(spec);
    emissions = new RowWeights(spec);
    transitions = new TransitionWeights(m, first);
    entities = new EntityCounter(spec.getLabels());
    prior = LabelOrder.prior(spec);
    members = new SequenceMembers(spec, prior, mixture);
    chain = members.own().chain();
    moved = new Chain(prior);
    numerator = members.own().numerator();
    line = new ChainLine(m);
    token = new MulticlassBound(m);
    logMarginals = new double[m];
    damping = new double[m];
    movedTransitions = new double[m * m];
  }

  @Override
  public double learn(final Example example) {
    final SparseSequence x = (SparseSequence) example;
    reserve(x.length);
    emissions.open(x, memory);
    emissions.countRows(memory);
    transitions.open(memory, x.length);
    emissions.score(scores, variances);
    final double loss = members.collect(x, scores, emissions, transitions, memory);
    members.distribute();
    final double progressive = scoreProgressively(x);

    numerator.distribute();
    weighTokens(x);
    emissions.turn(damped, curvatures, along);
    transitions.turn(chain, numerator, x.weight);
    line.expand(chain, along, transitions.direction);
    final double step = step(x, loss);
    emissions.write(step, memory);
    transitions.write(step, memory, x.length);
    return progressive;
  }

  @Override
  public Memory memory() {
    return memory;
  }

  private double scoreProgressively(final SparseSequence x) {
    final int[] path = members.labels();
    for (int t = 0; t < x.length; t++) {
      if (x.labels[t] >= 0) {
        progress.score(x.labels[t], path[t], members.probability(t, path[t]), x.weight);
      }
    }
    final double loss = members.score(x);
    progress.add(loss, x.weight);
    final Tally tally = progress.tally();
    tally.setTokens(tally.getTokens() + x.observed);
    if (x.observed == x.length) {
      entities.reset();
      entities.add(x.labels, path, x.length);
      tally.setEntities(tally.getEntities() + entities.entities());
      tally.setPredictedEntities(tally.getPredictedEntities() + entities.predicted());
      tally.setCorrectEntities(tally.getCorrectEntities() + entities.correct());
    }
    return loss;
  }

  /** r, r̃ and C of each token, times the sequence's weight. */
  private void weighTokens(final SparseSequence x) {
    final double[] p = chain.marginals();
    for (int t = 0; t < x.length; t++) {
      for (int c = 0; c < m; c++) {
        logMarginals[c] = Math.log(p[t * m + c]);
      }
      token.expand(logMarginals);
      token.diagonal(damping);
      for (int c = 0; c < m; c++) {
        final int at = t * m + c;
        final double q = numerator.marginal(t, c);
        residuals[at] = x.weight * (p[at] - q);
        damped[at] = residuals[at] / (1 + x.weight * damping[c] * variances[at]);
        curvatures[at] = x.weight * Math.max(0, p[at] * (1 - p[at]) - q * (1 - q));
      }
    }
  }

  /** η, and its certificate. */
  private double step(final SparseSequence x, final double loss) {
    double descent = transitions.descent();
    double quadratic = descent;
    for (int at = 0; at < x.length * m; at++) {
      descent -= residuals[at] * along[at];
      quadratic -= damped[at] * along[at];
    }
    final double curvature = x.weight * line.variance() + quadratic;
    double step = descent > 0 ? Math.min(LONGEST_STEP, descent / curvature) : 0;
    double numeratorAfter = move(x, step);
    final double after = x.weight * (moved.logPartition() - numeratorAfter);
    if (after + 0.5 * step * step * quadratic > x.weight * loss) {
      step = Math.min(step, line.safeStep(descent, curvature));
      numeratorAfter = move(x, step);
    }
    final double exact = moved.logPartition();
    final double bounded = line.value(step);
    progress.certify(bounded - exact, exact - numeratorAfter, bounded - numeratorAfter, x.observed);
    return step;
  }

  /** Scores the chain after a step; the log-partition of its numerator. */
  private double move(final SparseSequence x, final double step) {
    final double[] nodes = members.scores();
    for (int at = 0; at < x.length * m; at++) {
      movedScores[at] = nodes[at] + step * along[at];
    }
    for (int at = 0; at < m * m; at++) {
      movedTransitions[at] = transitions.theta[at] + step * transitions.direction[at];
    }
    moved.collect(movedScores, x.length, movedTransitions);
    return numerator.collect(movedScores, movedTransitions, x.labels, x.length);
  }

  private void reserve(final int length) {
    if (scores.length < length * m) {
      final int room = Math.multiplyExact(2 * length, m);
      scores = new double[room];
      variances = new double[room];
      residuals = new double[room];
      damped = new double[room];
      curvatures = new double[room];
      along = new double[room];
      movedScores = new double[room];
    }
  }
}
