package org.majorant.clique;

import java.util.Arrays;

/**
 * How far the bound of {@link ForestSplit} is from the least that it can be, by a point of its dual
 * problem. There every forest k has marginals μ_k, and all agree on each variable:
 *
 * <pre>
 *   min_δ B(δ) = max_μ 1/K Σ_k [⟨s_k, μ_k⟩ + H_k(μ_k)]
 *   B(δ) − that at any such μ = 1/K Σ_k KL(μ_k ‖ p_k),      p_k of the forest at δ
 *   KL(μ_k ‖ p_k) = Σ_cliques KL(μ_c ‖ p_c) − Σ_separators KL(μ_i ‖ p_k,i)
 * </pre>
 *
 * <p>For μ a variable has the mean of its marginals over the forests, and each clique what is
 * nearest to its p_c in the manner of Altschuler, Weed and Rigollet (2017): states that have too
 * much are scaled down, and what is missing is added as a product. By Pinsker's inequality the gap
 * also bounds how far the forests' marginals of a variable are from their mean: in total variation
 * by √(K gap / 2).
 */
final class ForestGap {
  private static final double TINY = 1e-300;

  /** No more than rounding is missing from a clique. */
  private static final double NOTHING = 1e-30;

  private FactorGraph graph;
  private double[] means; // μ_i, by variable and state
  private double[] table = {}; // μ_c
  private double[] room = {}; // by variable of the clique and state
  private int[] firsts = {}; // where a variable of the clique begins there
  private int[] strides = {}; // of a variable of the clique, among its configurations

  /**
   * The gap.
   *
   * @param sums after both passes over the forests
   * @param marginals p_k,i by forest, variable and state
   * @param means of these over the forests, by variable and state
   * @return nats, not negative
   */
  double of(
      final FactorGraph graph,
      final SumProduct sums,
      final double[] marginals,
      final double[] means) {
    this.graph = graph;
    this.means = means;
    final CliqueTree tree = graph.tree();
    double sum = 0;
    for (int c = 0; c < tree.size(); c++) {
      final Clique clique = tree.clique(c);
      open(clique);
      System.arraycopy(sums.marginals(), tree.start(c), table, 0, clique.size());
      agree(clique);
      for (int w = 0; w < clique.size(); w++) {
        sum += divergence(table[w], sums.marginals()[tree.start(c) + w]);
      }
      for (final int copy : clique.separator()) {
        sum -= divergence(copy, marginals);
      }
    }
    return Math.max(0, graph.share() * sum);
  }

  private void open(final Clique clique) {
    final int variables = clique.variables().length;
    if (table.length < clique.size()) {
      table = new double[2 * clique.size()];
    }
    if (strides.length < variables) {
      strides = new int[2 * variables];
      firsts = new int[2 * variables];
    }
    int stride = 1;
    int states = 0;
    for (int j = variables - 1; j >= 0; j--) {
      strides[j] = stride;
      firsts[j] = states;
      stride *= cardinality(clique.variables()[j]);
      states += cardinality(clique.variables()[j]);
    }
    if (room.length < states) {
      room = new double[2 * states];
    }
  }

  /** Changes the table so that each variable of the clique has its mean. */
  private void agree(final Clique clique) {
    final int variables = clique.variables().length;
    for (int j = 0; j < variables; j++) {
      sum(clique, j);
      for (int w = 0; w < clique.size(); w++) {
        final int state = state(clique, j, w);
        final double mean = means[first(clique, j) + state];
        final double much = room[firsts[j] + state];
        table[w] *= much > mean ? mean / much : 1;
      }
    }
    double missing = 0;
    for (int j = 0; j < variables; j++) {
      sum(clique, j);
      missing = 0;
      for (int state = 0; state < cardinality(clique.variables()[j]); state++) {
        final int at = firsts[j] + state;
        room[at] = Math.max(0, means[first(clique, j) + state] - room[at]);
        missing += room[at];
      }
    }
    if (missing > NOTHING) {
      for (int w = 0; w < clique.size(); w++) {
        double more = missing;
        for (int j = 0; j < variables; j++) {
          more *= room[firsts[j] + state(clique, j, w)] / missing;
        }
        table[w] += more;
      }
    }
  }

  /** Sums the table over all but one variable, into the room for that. */
  private void sum(final Clique clique, final int j) {
    Arrays.fill(room, firsts[j], firsts[j] + cardinality(clique.variables()[j]), 0);
    for (int w = 0; w < clique.size(); w++) {
      room[firsts[j] + state(clique, j, w)] += table[w];
    }
  }

  private int state(final Clique clique, final int j, final int w) {
    return w / strides[j] % cardinality(clique.variables()[j]);
  }

  /** Where a variable of the clique begins among the means. */
  private int first(final Clique clique, final int j) {
    return graph.stateStart(clique.variables()[j] % graph.variables());
  }

  private int cardinality(final int copy) {
    return graph.tree().cardinality(copy);
  }

  /** KL(μ_i ‖ p_k,i) of a copy. */
  private double divergence(final int copy, final double[] marginals) {
    final int states = graph.stateStart(graph.variables());
    final int first = graph.stateStart(copy % graph.variables());
    final int forest = copy / graph.variables();
    double sum = 0;
    for (int state = 0; state < cardinality(copy); state++) {
      sum += divergence(means[first + state], marginals[forest * states + first + state]);
    }
    return sum;
  }

  private static double divergence(final double mean, final double p) {
    return mean > 0 ? mean * Math.log(mean / Math.max(TINY, p)) : 0;
  }
}
