package org.majorant.clique;

import java.util.Arrays;

/**
 * Sum-product inference on a clique tree, in the log domain.
 *
 * <pre>
 *   collect, children first:     α_w = ψ_c(w) + Σ_b log z_b|w        log z_c|u = log Σ_{w ~ u} e^α_w
 *   distribute, parents first:   log p(w) = log p(u) + α_w − log z_c|u
 * </pre>
 *
 * <p>where b runs over the children of c, u is the configuration of the separator, w ~ u those of
 * the clique that agree with it; log Z is the sum of log z over the roots. The arrays are allocated
 * once and overwritten by each pass; tables returned are only to be read.
 */
public final class SumProduct {
  private final CliqueTree tree;
  private final double[][] scores;
  private final double[][] messages;
  private final double[][] logMarginals;
  private final double[][] marginals;
  private double logPartition = Double.NEGATIVE_INFINITY;

  /** Allocates the tables for a tree. */
  public SumProduct(final CliqueTree tree) {
    this.tree = tree;
    this.scores = tree.tables();
    this.messages = new double[tree.size()][];
    for (int c = 0; c < tree.size(); c++) {
      messages[c] = new double[tree.clique(c).separatorSize()];
    }
    this.logMarginals = tree.tables();
    this.marginals = tree.tables();
  }

  /**
   * The upward pass.
   *
   * @param logPotentials a table ψ_c a clique, finite or −∞
   * @return log Z, nats; −∞ where no configuration has mass
   */
  public double collect(final double[][] logPotentials) {
    for (int c = 0; c < tree.size(); c++) {
      System.arraycopy(logPotentials[c], 0, scores[c], 0, scores[c].length);
    }
    logPartition = 0;
    for (int c = 0; c < tree.size(); c++) {
      final Clique clique = tree.clique(c);
      final int group = clique.groupSize();
      for (int u = 0; u < messages[c].length; u++) {
        messages[c][u] = logSum(scores[c], clique.members(), u * group, group);
      }
      if (clique.parent() < 0) {
        logPartition += messages[c][0];
      } else {
        send(clique, messages[c], scores[clique.parent()]);
      }
    }
    return logPartition;
  }

  /**
   * The downward pass, after {@link #collect}.
   *
   * @throws IllegalStateException where no configuration has mass
   */
  public void distribute() {
    if (logPartition == Double.NEGATIVE_INFINITY) {
      throw new IllegalStateException("no configuration has mass");
    }
    for (int c = tree.size() - 1; c >= 0; c--) {
      final Clique clique = tree.clique(c);
      final int group = clique.groupSize();
      for (int u = 0; u < messages[c].length; u++) {
        final double rest = logSeparator(clique, u) - messages[c][u];
        for (int i = u * group; i < (u + 1) * group; i++) {
          final int w = clique.members()[i];
          final boolean mass = scores[c][w] > Double.NEGATIVE_INFINITY;
          logMarginals[c][w] = mass ? scores[c][w] + rest : Double.NEGATIVE_INFINITY;
          marginals[c][w] = Math.exp(logMarginals[c][w]);
        }
      }
    }
  }

  /** log Z of the last upward pass, nats. */
  public double logPartition() {
    return logPartition;
  }

  /** α_w of a clique's configurations: the log-mass of everything below, given w. */
  public double[] scores(final int clique) {
    return scores[clique];
  }

  /** log z_c|u of a clique for each configuration of its separator. */
  public double[] message(final int clique) {
    return messages[clique];
  }

  /** p(Y_c = w) for each configuration of each clique. */
  public double[][] marginals() {
    return marginals;
  }

  /** log p(Y_c = w) for each configuration of a clique, exact where p underflows. */
  public double[] logMarginals(final int clique) {
    return logMarginals[clique];
  }

  /**
   * p(y_i) of one variable.
   *
   * @param out length: the variable's labels, overwritten
   */
  public void nodeMarginals(final int variable, final double[] out) {
    final int home = tree.home(variable);
    final int[] label = tree.homeLabels(variable);
    Arrays.fill(out, 0);
    for (int w = 0; w < label.length; w++) {
      out[label[w]] += marginals[home][w];
    }
  }

  private static void send(final Clique clique, final double[] message, final double[] scores) {
    final int group = clique.parentGroupSize();
    for (int u = 0; u < message.length; u++) {
      for (int i = u * group; i < (u + 1) * group; i++) {
        scores[clique.parentMembers()[i]] += message[u];
      }
    }
  }

  private double logSeparator(final Clique clique, final int u) {
    if (clique.parent() < 0) {
      return 0;
    }
    final int group = clique.parentGroupSize();
    return logSum(logMarginals[clique.parent()], clique.parentMembers(), u * group, group);
  }

  private static double logSum(
      final double[] scores, final int[] members, final int from, final int count) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = from; i < from + count; i++) {
      max = Math.max(max, scores[members[i]]);
    }
    if (max == Double.NEGATIVE_INFINITY) {
      return max;
    }
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += Math.exp(scores[members[i]] - max);
    }
    return max + Math.log(sum);
  }
}
