package org.majorant.learn;

import java.util.Arrays;
import org.majorant.bound.ChainLine;
import org.majorant.bound.MulticlassBound;
import org.majorant.clique.ObservedChain;
import org.majorant.features.Dimensions;
import org.majorant.features.LabelOrder;
import org.majorant.likelihood.ChainLikelihood;
import org.majorant.schema.ModelSpec;
import org.majorant.tally.ProgressiveTally;

/**
 * The step of sequences, token-damped with a line search (TD+LS, MATHS.md 6):
 *
 * <pre>
 *   ν_t = Σ_{k∈x_t} x²/D_k                        r̃_t = r_t / (1 + diag(Algorithm 1 at p_t) ν_t)
 *   C_k = Σ_t x² (p_t(1−p_t) − q_t(1−q_t))₊       d_k = −(Σ x r̃_t) / (D_k + C_k)
 *   η = min(2, m / (V + Q)),   m = −rᵀt,  V = the chain's variance along d,  Q = dᵀ(D + C)d
 * </pre>
 *
 * <p>and likewise for transitions, undamped. The step is exact to second order, which is no proof;
 * so the objective is looked at after it, and where it has risen {@link ChainLine#safeStep} is
 * taken instead, which cannot raise it. The bound is {@link ChainLine}'s.
 */
final class ChainStep extends LineStep<RowWeights, ChainLikelihood> {
  private static final double LONGEST_STEP = 2;

  private final int m;
  private final ChainLine line;
  private final MulticlassBound token;
  private final double[] logMarginals;
  private final double[] damping;
  private final double[] transitions; // the end of t
  private double[] variances = {}; // ν, a number a score, as the next
  private double[] damped = {}; // r̃
  private double[] curvatures = {};

  ChainStep(final ModelSpec spec, final ProgressiveTally progress) {
    super(
        spec,
        new RowWeights(spec),
        new ChainLikelihood(Dimensions.of(spec), LabelOrder.prior(spec)),
        progress);
    m = spec.getLabels().size();
    line = new ChainLine(m);
    token = new MulticlassBound(m);
    logMarginals = new double[m];
    damping = new double[m];
    transitions = new double[m * m];
  }

  @Override
  void reserve(final int room) {
    super.reserve(room);
    variances = new double[room];
    damped = new double[room];
    curvatures = new double[room];
  }

  @Override
  void turn() {
    likelihood.numerator().distribute();
    weights.variances(variances);
    takeTokens();
    takeTransitions();
    weights.curveByRows(curvatures);
    weights.turn(damped, along);
    System.arraycopy(along, n - m * m, transitions, 0, m * m);
    line.expand(likelihood.chain(), along, transitions);
  }

  private void takeTokens() {
    final ObservedChain numerator = likelihood.numerator();
    final double[] p = likelihood.chain().marginals(); // the score has made them
    for (int t = 0; t < weights.x.length; t++) {
      for (int c = 0; c < m; c++) {
        logMarginals[c] = Math.log(p[t * m + c]);
      }
      token.expand(logMarginals);
      token.diagonal(damping);
      for (int c = 0; c < m; c++) {
        final int at = t * m + c;
        final double q = numerator.marginal(t, c);
        residuals[at] = weights.x.weight * (p[at] - q);
        damped[at] = residuals[at] / (1 + weights.x.weight * damping[c] * variances[at]);
        curvatures[at] = curvature(p[at], q);
      }
    }
  }

  private void takeTransitions() {
    final int first = n - m * m;
    Arrays.fill(residuals, first, n, 0);
    Arrays.fill(curvatures, first, n, 0);
    for (int t = 1; t < weights.x.length; t++) {
      final double[] p = likelihood.chain().edgeMarginals(t);
      final double[] q = likelihood.numerator().edgeMarginals(t);
      for (int at = 0; at < m * m; at++) {
        residuals[first + at] += weights.x.weight * (p[at] - q[at]);
        curvatures[first + at] += curvature(p[at], q[at]);
      }
    }
    System.arraycopy(residuals, first, damped, first, m * m);
  }

  private double curvature(final double p, final double q) {
    return weights.x.weight * Math.max(0, p * (1 - p) - q * (1 - q));
  }

  @Override
  double step() {
    final double weight = weights.x.weight;
    final double loss = likelihood.chain().logPartition() - likelihood.numerator().logPartition();
    double descent = 0;
    double quadratic = 0;
    for (int at = 0; at < n; at++) {
      descent -= residuals[at] * along[at];
      quadratic -= damped[at] * along[at];
    }
    final double curvature = weight * line.variance() + quadratic;
    double step = descent > 0 ? Math.min(LONGEST_STEP, descent / curvature) : 0;
    move(step);
    if (weight * likelihood.loss(moved) + 0.5 * step * step * quadratic > weight * loss) {
      step = Math.min(step, line.safeStep(descent, curvature));
      move(step);
      likelihood.loss(moved);
    }
    certify(
        line.value(step), likelihood.chain().logPartition(), likelihood.numerator().logPartition());
    return step;
  }
}
