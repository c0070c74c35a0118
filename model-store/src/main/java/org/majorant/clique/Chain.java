package org.majorant.clique;

import java.util.Arrays;

/**
 * Inference on chains of order 1 in flat arrays: what {@link SumProduct} does on a {@link
 * CliqueTree} of pairs, in O(T M²) with T M + M² exponentials and O(T M + M²) memory.
 *
 * <pre>
 *   α_t(u) = s_t(u) + log Σ_v e^(α_{t−1}(v) + τ(v,u))           w_t(v) = e^(α_t(v) − max α_t)
 *   f(v,u) = e^(τ(v,u) − max τ)                                 r_t(u) = 1 / Σ_v w_{t−1}(v) f(v,u)
 *   B_t(v,u) = p(y_{t−1} = v | y_t = u) = w_{t−1}(v) f(v,u) r_t(u)
 *   p_{t−1}(v) = w_{t−1}(v) Σ_u f(v,u) r_t(u) p_t(u)            log Z = log Σ_u e^α_T(u)
 * </pre>
 *
 * <p>with node scores s (T×M) and transition scores τ (M×M, from v to u); the log-prior of the
 * labellings ({@link ChainPrior}) is added to both. Only α, w, r and p are kept, because the pairs
 * of a long sequence, T M² numbers, would not fit into memory: B and the marginals of pairs are
 * made again for each token that is asked for, which is faster than to read them back.
 *
 * <p>The few sums Σ w f that are too small to trust are taken again in the log domain; their r is
 * NaN, which marks them. Arrays returned are its own and only to be read.
 */
public final class Chain {
  /** Sums of scaled exponentials below this may have lost terms by underflow. */
  private static final double UNTRUSTED = 1e-280;

  private final int labels;
  private final ChainPrior prior;
  private final double[] transitions; // with the prior, of the last forward pass
  private final double[] factors; // f, row: the label before
  private final double[] transposed; // f, row: the label
  private final double[] pairs; // of one token, row: the label before
  private final double[] sums;
  private final double[] column;
  private int length;
  private double logPartition = Double.NEGATIVE_INFINITY;
  private double[] forward = {}; // α
  private double[] weights = {}; // w
  private double[] reciprocals = {}; // r, from the second token on
  private double[] marginals = {}; // p

  /**
   * @param prior of the labellings of at least one label
   */
  public Chain(final ChainPrior prior) {
    this.prior = prior;
    labels = prior.labels();
    transitions = new double[labels * labels];
    factors = new double[labels * labels];
    transposed = new double[labels * labels];
    pairs = new double[labels * labels];
    sums = new double[labels];
    column = new double[labels];
  }

  /**
   * The forward pass: log Z, nats; −∞ where no labelling has mass.
   *
   * @param nodes T×M, finite or −∞; may be longer
   * @param length T, at least 1
   * @param scores of the transitions, M×M, row: the label before; finite or −∞
   */
  public double collect(final double[] nodes, final int length, final double[] scores) {
    reserve(length);
    prior.add(scores, transitions);
    final double scale = scaleFactors();
    prior.addFirst(nodes, forward);
    for (int t = 1; t < length; t++) {
      advance(t, nodes, scale);
    }
    final double max = scaleWeights(length - 1);
    double mass = 0;
    for (int at = (length - 1) * labels; at < length * labels; at++) {
      mass += weights[at];
    }
    logPartition = max + Math.log(mass);
    return logPartition;
  }

  /** α and r of a token, w of the one before. */
  private void advance(final int t, final double[] nodes, final double scale) {
    final int m = labels;
    final double max = scaleWeights(t - 1);
    Arrays.fill(sums, 0);
    for (int v = 0; v < m; v++) {
      addTimes(weights[(t - 1) * m + v], factors, v * m);
    }
    for (int u = 0; u < m; u++) {
      final int at = t * m + u;
      if (sums[u] > UNTRUSTED) {
        forward[at] = nodes[at] + max + scale + Math.log(sums[u]);
        reciprocals[at] = 1 / sums[u];
      } else {
        final double log = inLogDomain(t, u);
        forward[at] = nodes[at] + log;
        reciprocals[at] = log == Double.NEGATIVE_INFINITY ? 0 : Double.NaN;
      }
    }
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
    if (marginals.length < length * m) {
      marginals = new double[length * m];
    }
    for (int at = (length - 1) * m; at < length * m; at++) {
      marginals[at] = Math.exp(forward[at] - logPartition);
    }
    for (int t = length - 1; t > 0; t--) {
      retreat(t);
    }
  }

  /** p of the token before. */
  private void retreat(final int t) {
    final int m = labels;
    final int from = (t - 1) * m;
    Arrays.fill(sums, 0);
    for (int u = 0; u < m; u++) {
      addTimes(marginals[t * m + u] * reciprocals[t * m + u], transposed, u * m);
    }
    for (int v = 0; v < m; v++) {
      marginals[from + v] = weights[from + v] * sums[v];
    }
    for (int u = 0; u < m; u++) {
      if (Double.isNaN(reciprocals[t * m + u])) {
        inLogDomain(t, u);
        for (int v = 0; v < m; v++) {
          marginals[from + v] += marginals[t * m + u] * column[v];
        }
      }
    }
  }

  /** sums ← sums + weight · a row, unless the weight is 0 or not a number. */
  private void addTimes(final double weight, final double[] rows, final int from) {
    if (weight > 0) {
      for (int i = 0; i < labels; i++) {
        sums[i] += weight * rows[from + i];
      }
    }
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

  /** p(y_t = u), T×M or longer, after the backward pass. */
  public double[] marginals() {
    return marginals;
  }

  /**
   * B of a token, from the second on: how probable each label before it is, given its own. M×M,
   * row: the label before; overwritten by the next call of this and {@link #edgeMarginals}.
   */
  public double[] predecessors(final int t) {
    System.arraycopy(reciprocals, t * labels, sums, 0, labels);
    fillPairs(t);
    for (int u = 0; u < labels; u++) {
      if (Double.isNaN(sums[u])) {
        fillColumn(t, u, 1);
      }
    }
    return pairs;
  }

  /**
   * p(y_{t−1} = v, y_t = u) of a token, from the second on, after the backward pass; laid out and
   * overwritten likewise.
   */
  public double[] edgeMarginals(final int t) {
    for (int u = 0; u < labels; u++) {
      sums[u] = marginals[t * labels + u] * reciprocals[t * labels + u];
    }
    fillPairs(t);
    for (int u = 0; u < labels; u++) {
      if (Double.isNaN(sums[u])) {
        fillColumn(t, u, marginals[t * labels + u]);
      }
    }
    return pairs;
  }

  /** pairs(v,u) = w_{t−1}(v) f(v,u) sums(u). */
  private void fillPairs(final int t) {
    for (int v = 0; v < labels; v++) {
      final double weight = weights[(t - 1) * labels + v];
      final int row = v * labels;
      for (int u = 0; u < labels; u++) {
        pairs[row + u] = weight * factors[row + u] * sums[u];
      }
    }
  }

  private void fillColumn(final int t, final int u, final double mass) {
    inLogDomain(t, u);
    for (int v = 0; v < labels; v++) {
      pairs[v * labels + u] = mass * column[v];
    }
  }

  private void reserve(final int needed) {
    length = needed;
    if (forward.length < needed * labels) {
      final int room = Math.multiplyExact(needed, labels);
      forward = new double[room];
      weights = new double[room];
      reciprocals = new double[room];
    }
  }

  /** f and its transpose; returns max τ. */
  private double scaleFactors() {
    final double max = max(transitions, 0, labels * labels);
    final double scale = max == Double.NEGATIVE_INFINITY ? 0 : max;
    for (int v = 0; v < labels; v++) {
      for (int u = 0; u < labels; u++) {
        final double factor = Math.exp(transitions[v * labels + u] - scale);
        factors[v * labels + u] = factor;
        transposed[u * labels + v] = factor;
      }
    }
    return scale;
  }

  /** w of a token; returns max α_t. */
  private double scaleWeights(final int t) {
    final double max = max(forward, t * labels, labels);
    for (int at = t * labels; at < (t + 1) * labels; at++) {
      weights[at] = max == Double.NEGATIVE_INFINITY ? 0 : Math.exp(forward[at] - max);
    }
    return max;
  }

  /** log Σ_v e^(α_{t−1}(v) + τ(v,u)), and the column B_t(·,u), by the definition. */
  private double inLogDomain(final int t, final int u) {
    for (int v = 0; v < labels; v++) {
      column[v] = forward[(t - 1) * labels + v] + transitions[v * labels + u];
    }
    final double max = max(column, 0, labels);
    double sum = 0;
    for (int v = 0; v < labels; v++) {
      column[v] = max == Double.NEGATIVE_INFINITY ? 0 : Math.exp(column[v] - max);
      sum += column[v];
    }
    for (int v = 0; sum > 0 && v < labels; v++) {
      column[v] /= sum;
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
