package org.majorant.train;

import java.util.Arrays;
import org.majorant.bound.ChainCurvature;
import org.majorant.clique.Chain;
import org.majorant.clique.ChainPrior;
import org.majorant.clique.ObservedChain;

/**
 * A linear-chain conditional random field (MATHS.md 3), with labels that were not observed summed
 * out:
 *
 * <pre>
 *   loss = Σ_i w_i [log Z_i − log Z_i(observed)],    scores s_t = X_t θ,  transitions τ
 *   gradient = Σ_i w_i [X_iᵀ(p − q),  Σ_t p_edge − q_edge]
 * </pre>
 *
 * <p>with the marginals p of all labellings and q of those that agree with the labels, both under
 * the log-prior of the labellings and of the tokens' labels. The tied bound bounds the first term;
 * Jensen's inequality the second, by a linear function, so that the bound's curvature is that of
 * the first alone.
 *
 * <p>Parameters are feature-major, M a feature; the M×M transitions come last, row: the label
 * before.
 */
final class SequenceLoss implements Loss {
  /** Tokens × M² for which the tied bound is kept between products, at 28 bytes each. */
  private static final long KEPT = 1 << 23;

  private final SequenceSet data;
  private final int emissions;
  private final int m;
  private final double[] scores; // tokens × M, at θ, with the tokens' own log-prior
  private final double[] transitions; // at θ
  private final Chain chain;
  private final ObservedChain numerator;
  private final ChainCurvature hessian = ChainCurvature.hessian();
  private final ChainCurvature[] tied; // of each sequence, or one of all
  private final boolean[] expanded; // at θ
  private final int[] labels;
  private final double[] nodes;
  private final double[] nodesAlong;
  private final double[] nodesOut;
  private final double[] edgesOut;
  private long passes;

  /**
   * @param emissions size of the index space of the tokens' features
   * @param prior of the labellings
   */
  SequenceLoss(final SequenceSet data, final int emissions, final ChainPrior prior) {
    this.data = data;
    this.emissions = emissions;
    m = prior.labels();
    scores = new double[Math.multiplyExact(data.tokens(), m)];
    transitions = new double[m * m];
    chain = new Chain(prior);
    numerator = new ObservedChain(prior);
    final boolean keeps = (long) data.tokens() * m * m <= KEPT;
    tied = new ChainCurvature[keeps ? data.size : 1];
    Arrays.setAll(tied, i -> ChainCurvature.tied(keeps));
    expanded = new boolean[tied.length];
    this.labels = new int[data.longest];
    nodes = new double[data.longest * m];
    nodesAlong = new double[data.longest * m];
    nodesOut = new double[data.longest * m];
    edgesOut = new double[m * m];
  }

  @Override
  public int parameters() {
    return Math.multiplyExact(emissions + m, m);
  }

  @Override
  public double at(final double[] theta, final double[] gradient) {
    passes++;
    Arrays.fill(gradient, 0);
    Arrays.fill(expanded, false);
    System.arraycopy(theta, emissions * m, transitions, 0, m * m);
    double loss = 0;
    for (int i = 0; i < data.size; i++) {
      products(i, theta, nodes);
      data.addLogPrior(i, nodes);
      System.arraycopy(nodes, 0, scores, data.starts[i] * m, length(i) * m);
      loss += data.weights[i] * negativeLogLikelihood(i, transitions);
      chain.distribute();
      numerator.distribute();
      for (int t = 0; t < length(i); t++) {
        for (int u = 0; u < m; u++) {
          nodesOut[t * m + u] = chain.marginals()[t * m + u] - numerator.marginal(t, u);
        }
      }
      Arrays.fill(edgesOut, 0);
      for (int t = 1; t < length(i); t++) {
        final double[] p = chain.edgeMarginals(t);
        final double[] q = numerator.edgeMarginals(t);
        for (int at = 0; at < m * m; at++) {
          edgesOut[at] += p[at] - q[at];
        }
      }
      add(i, data.weights[i], gradient);
    }
    return loss;
  }

  @Override
  public void addTimes(
      final Curve curve, final double scale, final double[] v, final double[] out) {
    if (curve == Curve.HESSIAN && !isConvex()) {
      throw new UnsupportedOperationException("labels not observed make the Hessian indefinite");
    }
    passes++;
    final double[] edges = edges(v);
    for (int i = 0; i < data.size; i++) {
      final ChainCurvature curvature = curve == Curve.BOUND ? tied(i) : hessian(i);
      products(i, v, nodesAlong);
      curvature.times(nodesAlong, edges, nodesOut, edgesOut);
      add(i, scale * data.weights[i], out);
    }
  }

  /** Of each token and each transition by itself, p(1 − p), for either curvature. */
  @Override
  public void addDiagonal(final Curve curve, final double[] out) {
    passes++;
    final SparseMatrix rows = data.rows;
    for (int i = 0; i < data.size; i++) {
      infer(i);
      for (int t = 0; t < length(i); t++) {
        final int token = data.starts[i] + t;
        for (int j = rows.starts[token]; j < rows.starts[token + 1]; j++) {
          final double x = data.weights[i] * rows.values[j] * rows.values[j];
          for (int u = 0; u < m; u++) {
            final double p = chain.marginals()[t * m + u];
            out[rows.indices[j] * m + u] += x * p * (1 - p);
          }
        }
        final double[] p = t > 0 ? chain.edgeMarginals(t) : null;
        for (int at = 0; t > 0 && at < m * m; at++) {
          out[emissions * m + at] += data.weights[i] * p[at] * (1 - p[at]);
        }
      }
    }
  }

  @Override
  public Line along(final double[] direction) {
    passes++;
    final double[] slopes = new double[scores.length];
    for (int i = 0; i < data.size; i++) {
      products(i, direction, nodesAlong);
      System.arraycopy(nodesAlong, 0, slopes, data.starts[i] * m, length(i) * m);
    }
    return new ScoreLine(slopes, edges(direction));
  }

  /** Labels that are summed out make the Hessian indefinite. */
  @Override
  public boolean isConvex() {
    return data.whole;
  }

  /** Below it each sequence's labels have more than half of the mass. */
  @Override
  public double separated() {
    return data.whole ? Math.log(2) * data.leastWeight() : 0;
  }

  @Override
  public long passes() {
    return passes;
  }

  /** In score space no features are needed. */
  private final class ScoreLine implements Line {
    private final double[] slopes;
    private final double[] edges;
    private final double[] moved;

    private ScoreLine(final double[] slopes, final double[] edges) {
      this.slopes = slopes;
      this.edges = edges;
      moved = new double[edges.length];
    }

    @Override
    public double value(final double alpha) {
      for (int at = 0; at < moved.length; at++) {
        moved[at] = transitions[at] + alpha * edges[at];
      }
      double loss = 0;
      for (int i = 0; i < data.size; i++) {
        final int from = data.starts[i] * m;
        for (int at = 0; at < length(i) * m; at++) {
          nodes[at] = scores[from + at] + alpha * slopes[from + at];
        }
        loss += data.weights[i] * negativeLogLikelihood(i, moved);
      }
      return loss;
    }

    @Override
    public double bend() {
      double bend = 0;
      for (int i = 0; i < data.size; i++) {
        System.arraycopy(slopes, data.starts[i] * m, nodesAlong, 0, length(i) * m);
        bend += data.weights[i] * tied(i).along(nodesAlong, edges);
      }
      return bend;
    }
  }

  private int length(final int i) {
    return data.starts[i + 1] - data.starts[i];
  }

  private double[] edges(final double[] vector) {
    return Arrays.copyOfRange(vector, emissions * m, (emissions + m) * m);
  }

  /** Of the sequence with the scores in {@link #nodes}, for weight one. */
  private double negativeLogLikelihood(final int i, final double[] transitions) {
    final int length = length(i);
    System.arraycopy(data.labels, data.starts[i], labels, 0, length);
    return chain.collect(nodes, length, transitions)
        - numerator.collect(nodes, transitions, labels, length);
  }

  /** Both passes over the chain at θ. */
  private void infer(final int i) {
    System.arraycopy(scores, data.starts[i] * m, nodes, 0, length(i) * m);
    chain.collect(nodes, length(i), transitions);
    chain.distribute();
  }

  private ChainCurvature hessian(final int i) {
    infer(i);
    hessian.expand(chain);
    return hessian;
  }

  /** The products read the chain again, but a tied bound that is kept needs no expansion. */
  private ChainCurvature tied(final int i) {
    infer(i);
    final int at = tied.length == 1 ? 0 : i;
    if (!expanded[at] || tied.length < data.size) {
      tied[at].expand(chain);
      expanded[at] = true;
    }
    return tied[at];
  }

  /** X θ, of each token and label. */
  private void products(final int i, final double[] theta, final double[] out) {
    for (int t = 0; t < length(i); t++) {
      data.rows.times(data.starts[i] + t, theta, m, out, t * m);
    }
  }

  /** out ← out + scale · [Xᵀ nodesOut, edgesOut]. */
  private void add(final int i, final double scale, final double[] out) {
    for (int t = 0; t < length(i); t++) {
      data.rows.addTransposeTimes(data.starts[i] + t, scale, nodesOut, t * m, m, out);
    }
    for (int at = 0; at < m * m; at++) {
      out[emissions * m + at] += scale * edgesOut[at];
    }
  }
}
