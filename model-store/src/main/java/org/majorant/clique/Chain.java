package org.majorant.clique;

import java.util.Arrays;

/**
 * Inference on chains of order 1 in flat arrays: what {@link SumProduct} and {@link MaxProduct} do
 * on a {@link CliqueTree#chain}, in O(T M²) with T M + M² exponentials.
 *
 * <pre>
 *   α_t(u) = s_t(u) + log Σ_v e^(α_{t−1}(v) + τ(v,u))           B_t(u,v) = p(y_{t−1} = v | y_t = u)
 *   p_{t−1}(v) = Σ_u p_t(u) B_t(u,v)                            log Z = log Σ_u e^α_T(u)
 * </pre>
 *
 * <p>with node scores s (T×M) and transition scores τ (M×M, from v to u); the log-prior of the
 * labellings ({@link ChainPrior}) is added to both. The sum over v runs over exponentials scaled by
 * their maxima; the few sums that this makes too small to trust are taken again in the log domain.
 * One instance serves chains of any length, one after the other, and allocates nothing once their
 * buffers have grown. Arrays returned are its own and are only to be read.
 */
public final class Chain {
  /** Sums of scaled exponentials below this may have lost terms by underflow. */
  private static final double UNTRUSTED = 1e-280;

  private final int labels;
  private final ChainPrior prior;
  private final double[] transitions; // with the prior, of the last forward pass
  private final double[] decoded; // likewise, of the last decoding
  private final double[] factors;
  private final double[] weights;
  private int length;
  private double logPartition = Double.NEGATIVE_INFINITY;
  private double[] forward = {};
  private double[] predecessors = {};
  private double[] marginals = {};
  private int[] pointers = {};
  private double[] before;
  private double[] now;

  /** Of labellings that are all alike before they are scored. */
  public Chain(final int labels) {
    this(ChainPrior.uniform(labels));
  }

  /**
   * @param prior of the labellings of at least one label
   */
  public Chain(final ChainPrior prior) {
    this.prior = prior;
    labels = prior.labels();
    transitions = new double[labels * labels];
    decoded = new double[labels * labels];
    this.factors = new double[labels * labels];
    this.weights = new double[labels];
    this.before = new double[labels];
    this.now = new double[labels];
  }

  /**
   * The forward pass.
   *
   * @param nodes T×M, finite or −∞; may be longer
   * @param length T, at least 1
   * @param scores of the transitions, M×M, row: the label before; finite or −∞
   * @return log Z, nats; −∞ where no labelling has mass
   */
  public double collect(final double[] nodes, final int length, final double[] scores) {
    final int m = labels;
    reserve(length);
    prior.add(scores, transitions);
    final double scale = transposedFactors();
    prior.addFirst(nodes, forward);
    for (int t = 1; t < length; t++) {
      final double max = scaledWeights(t - 1);
      for (int u = 0; u < m; u++) {
        final double node = nodes[t * m + u];
        final int row = (t * m + u) * m;
        double sum = 0;
        for (int v = 0; v < m; v++) {
          final double mass = weights[v] * factors[u * m + v];
          predecessors[row + v] = mass;
          sum += mass;
        }
        if (sum > UNTRUSTED) {
          forward[t * m + u] = node + max + scale + Math.log(sum);
          for (int v = 0; v < m; v++) {
            predecessors[row + v] /= sum;
          }
        } else {
          forward[t * m + u] = node + inLogDomain(t, u);
        }
      }
    }
    final double max = scaledWeights(length - 1);
    double mass = 0;
    for (int u = 0; u < m; u++) {
      mass += weights[u];
    }
    logPartition = max + Math.log(mass);
    return logPartition;
  }

  /**
   * The backward pass, after {@link #collect}: the marginals.
   *
   * @throws IllegalStateException where no labelling has mass
   */
  public void distribute() {
    if (logPartition == Double.NEGATIVE_INFINITY) {
      throw new IllegalStateException("no labelling has mass");
    }
    final int m = labels;
    final int last = (length - 1) * m;
    Arrays.fill(marginals, 0, last, 0);
    for (int u = 0; u < m; u++) {
      marginals[last + u] = Math.exp(forward[last + u] - logPartition);
    }
    for (int t = length - 1; t > 0; t--) {
      for (int u = 0; u < m; u++) {
        final double p = marginals[t * m + u];
        final int row = (t * m + u) * m;
        for (int v = 0; v < m; v++) {
          marginals[(t - 1) * m + v] += p * predecessors[row + v];
        }
      }
    }
  }

  /**
   * The best labelling and its score (MAP).
   *
   * @param nodes T×M, as for {@link #collect}
   * @param path length T or more, overwritten
   * @return its score; −∞ where every labelling is forbidden, and the path means nothing
   */
  public double viterbi(
      final double[] nodes, final int length, final double[] scores, final int[] path) {
    final int m = labels;
    prior.add(scores, decoded);
    if (pointers.length < length * m) {
      pointers = new int[length * m];
    }
    prior.addFirst(nodes, now);
    for (int t = 1; t < length; t++) {
      final double[] swap = before;
      before = now;
      now = swap;
      for (int u = 0; u < m; u++) {
        int best = 0;
        for (int v = 1; v < m; v++) {
          if (before[v] + decoded[v * m + u] > before[best] + decoded[best * m + u]) {
            best = v;
          }
        }
        pointers[t * m + u] = best;
        now[u] = nodes[t * m + u] + before[best] + decoded[best * m + u];
      }
    }
    int label = 0;
    for (int u = 1; u < m; u++) {
      label = now[u] > now[label] ? u : label;
    }
    final double score = now[label];
    for (int t = length - 1; t >= 0; t--) {
      path[t] = label;
      label = pointers[t * m + label];
    }
    return score;
  }

  /** M. */
  public int labels() {
    return labels;
  }

  /** T of the last forward pass. */
  public int length() {
    return length;
  }

  /** log Z of the last forward pass, nats. */
  public double logPartition() {
    return logPartition;
  }

  /** α, T×M or longer: the log-mass of all that ends in y_t = u. */
  public double[] forward() {
    return forward;
  }

  /** τ of the last forward pass with its log-prior, M×M. */
  public double[] transitions() {
    return transitions;
  }

  /** B_t(u,v) at (t·M + u)·M + v, T×M×M or longer; from t = 1, the first is not defined. */
  public double[] predecessors() {
    return predecessors;
  }

  /** p(y_t = u), T×M or longer. */
  public double[] marginals() {
    return marginals;
  }

  /** p(y_{t−1} = v, y_t = u), t from 1. */
  public double edgeMarginal(final int t, final int v, final int u) {
    return marginals[t * labels + u] * predecessors[(t * labels + u) * labels + v];
  }

  /**
   * Adds the expected number of each transition, Σ_t p(y_{t−1} = v, y_t = u).
   *
   * @param out M×M, row: the label before
   */
  public void addEdgeMarginals(final double[] out) {
    for (int t = 1; t < length; t++) {
      for (int u = 0; u < labels; u++) {
        for (int v = 0; v < labels; v++) {
          out[v * labels + u] += edgeMarginal(t, v, u);
        }
      }
    }
  }

  private void reserve(final int needed) {
    length = needed;
    if (forward.length < needed * labels) {
      forward = new double[needed * labels];
      marginals = new double[needed * labels];
      predecessors = new double[Math.multiplyExact(needed * labels, labels)];
    }
  }

  /** factors(u,v) = e^(τ(v,u) − max τ); returns max τ. */
  private double transposedFactors() {
    final double max = max(transitions, 0, labels * labels);
    final double scale = max == Double.NEGATIVE_INFINITY ? 0 : max;
    for (int u = 0; u < labels; u++) {
      for (int v = 0; v < labels; v++) {
        factors[u * labels + v] = Math.exp(transitions[v * labels + u] - scale);
      }
    }
    return scale;
  }

  /** weights(v) = e^(α_t(v) − max α_t); returns max α_t. */
  private double scaledWeights(final int t) {
    final double max = max(forward, t * labels, labels);
    for (int v = 0; v < labels; v++) {
      weights[v] = max == Double.NEGATIVE_INFINITY ? 0 : Math.exp(forward[t * labels + v] - max);
    }
    return max;
  }

  /** log Σ_v e^(α_{t−1}(v) + τ(v,u)), and B_t(u,·), by the definition. */
  private double inLogDomain(final int t, final int u) {
    final int row = (t * labels + u) * labels;
    for (int v = 0; v < labels; v++) {
      predecessors[row + v] = forward[(t - 1) * labels + v] + transitions[v * labels + u];
    }
    final double max = max(predecessors, row, labels);
    double sum = 0;
    for (int v = 0; v < labels; v++) {
      final double mass =
          max == Double.NEGATIVE_INFINITY ? 0 : Math.exp(predecessors[row + v] - max);
      predecessors[row + v] = mass;
      sum += mass;
    }
    if (sum > 0) {
      for (int v = 0; v < labels; v++) {
        predecessors[row + v] /= sum;
      }
    }
    return max + Math.log(sum);
  }

  private static double max(final double[] values, final int from, final int count) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = from; i < from + count; i++) {
      max = Math.max(max, values[i]);
    }
    return max;
  }
}
