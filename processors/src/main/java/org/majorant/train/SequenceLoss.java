package org.majorant.train;

import java.util.Arrays;
import org.majorant.bound.ChainCurvature;
import org.majorant.clique.Chain;
import org.majorant.features.Dimensions;
import org.majorant.features.SparseSequence;
import org.majorant.likelihood.ChainLikelihood;
import org.majorant.train.Loss.Curve;

/**
 * The loss of sequences, a linear-chain conditional random field: C is that of the tied bound, or
 * the Hessian (MATHS.md 3). A diagonal is that of each token and each transition by itself, p(1 −
 * p), for either.
 */
final class SequenceLoss extends ExampleLoss {
  /** Tokens × M² for which the tied bound is kept between products, at 28 bytes each. */
  private static final long KEPT = 1 << 23;

  private final int m;
  private final int emissions;
  private final ChainLikelihood likelihood;
  private final ChainCurvature hessian = ChainCurvature.hessian();
  private final ChainCurvature[] tied; // of each sequence, or one of all
  private final boolean[] expanded; // at θ
  private final double[] u;
  private final double[] edges;
  private final double[] edgesOut;
  private ChainCurvature curvature;
  private Chain chain;

  SequenceLoss(final TrainingSet data, final Dimensions sizes, final ChainLikelihood likelihood) {
    super(data, likelihood);
    this.likelihood = likelihood;
    m = sizes.labels();
    emissions = sizes.emissions();
    final boolean keeps = (long) data.rows.rows() * m * m <= KEPT;
    tied = new ChainCurvature[keeps ? data.size() : 1];
    Arrays.setAll(tied, i -> ChainCurvature.tied(keeps));
    expanded = new boolean[tied.length];
    u = new double[data.mostRows() * m];
    edges = new double[m * m];
    edgesOut = new double[m * m];
  }

  @Override
  boolean isBounded() {
    return true;
  }

  @Override
  double agreeing(final int i) {
    final SparseSequence x = (SparseSequence) data.examples[i];
    return x.isWhole() && x.logPrior == null ? 1 : Double.POSITIVE_INFINITY;
  }

  @Override
  void move() {
    Arrays.fill(expanded, false);
  }

  /** The products read the chain again, but a tied bound that is kept needs no expansion. */
  @Override
  void expand(final Curve curve, final int i, final double[] s) {
    open(i).logPartition(s);
    chain = likelihood.chain();
    chain.distribute();
    final int at = tied.length == 1 ? 0 : i;
    curvature = curve == Curve.HESSIAN ? hessian : tied[at];
    if (curve == Curve.HESSIAN || !expanded[at] || tied.length < data.size()) {
      curvature.expand(chain);
      expanded[at] |= curve == Curve.BOUND;
    }
  }

  @Override
  void times(final double[] g, final double[] out) {
    curvature.times(g, edges(g), out, edgesOut);
    System.arraycopy(edgesOut, 0, out, chain.length() * m, m * m);
  }

  @Override
  double along(final double[] g) {
    return curvature.along(g, edges(g));
  }

  private double[] edges(final double[] g) {
    System.arraycopy(g, chain.length() * m, edges, 0, m * m);
    return edges;
  }

  @Override
  void addDiagonal(final int i, final double scale, final double[] out) {
    for (int at = 0; at < chain.length() * m; at++) {
      final double p = chain.marginals()[at];
      u[at] = p * (1 - p);
    }
    data.addSquares(i, scale, u, m, out);
    for (int t = 1; t < chain.length(); t++) {
      final double[] p = chain.edgeMarginals(t);
      for (int at = 0; at < m * m; at++) {
        out[emissions * m + at] += scale * p[at] * (1 - p[at]);
      }
    }
  }
}
