package org.majorant.clique;

import java.util.Arrays;

/**
 * Sum-product inference on a clique tree.
 *
 * <pre>
 *   collect, children first:     α_w = ψ_c(w) + Σ_b log z_b|w        log z_c|u = log Σ_{w ~ u} e^α_w
 *                                p(w|u) = e^(α_w − log z_c|u)
 *   distribute, parents first:   p(w) = p(u) p(w|u)
 * </pre>
 *
 * <p>where b runs over the children of c, u is the configuration of the separator, w ~ u those of
 * the clique that agree with it; log Z is the sum of log z over the roots. The sums are taken in
 * the log domain, at one exponential a configuration.
 *
 * <p>Arrays returned are tables of the last tree or longer, its own, and only to be read.
 */
public final class SumProduct {
  private CliqueTree tree;
  private double logPartition = Double.NEGATIVE_INFINITY;
  private double[] scores = {};
  private double[] conditionals = {};
  private double[] marginals = {};
  private double[] messages = {};

  /**
   * The upward pass.
   *
   * @param logPotentials ψ, a table, finite or −∞; may be longer
   * @return log Z, nats; −∞ where no configuration has mass
   */
  public double collect(final CliqueTree tree, final double[] logPotentials) {
    this.tree = tree;
    reserve();
    System.arraycopy(logPotentials, 0, scores, 0, tree.configurations());
    logPartition = 0;
    for (int c = 0; c < tree.size(); c++) {
      final Clique clique = tree.clique(c);
      final int start = tree.start(c);
      final int first = tree.separatorStart(c);
      final int group = clique.groupSize();
      for (int u = 0; u < clique.separatorSize(); u++) {
        messages[first + u] = condition(start, clique.members(), u * group, group);
      }
      if (clique.parent() < 0) {
        logPartition += messages[first];
      } else {
        send(clique, first, tree.start(clique.parent()));
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
      final int start = tree.start(c);
      final int group = clique.groupSize();
      final int[] members = clique.members();
      for (int u = 0; u < clique.separatorSize(); u++) {
        final double mass = clique.parent() < 0 ? 1 : parentMass(clique, u);
        for (int i = u * group; i < (u + 1) * group; i++) {
          final int w = start + members[i];
          marginals[w] = mass * conditionals[w];
        }
      }
    }
  }

  /** The tree of the last upward pass. */
  public CliqueTree tree() {
    return tree;
  }

  /** log Z of the last upward pass, nats. */
  public double logPartition() {
    return logPartition;
  }

  /** α_w: the log-mass of everything below, given w. */
  public double[] scores() {
    return scores;
  }

  /** p(w|u): of a clique's configurations, given that of its separator; 0 where u has no mass. */
  public double[] conditionals() {
    return conditionals;
  }

  /** p(Y_c = w), after the downward pass. */
  public double[] marginals() {
    return marginals;
  }

  /** p(y_i) of one variable, into an array as long as it has labels. */
  public void nodeMarginals(final int variable, final double[] out) {
    nodeMarginals(variable, out, 0);
  }

  /** The same into an array, from a position on. */
  void nodeMarginals(final int variable, final double[] out, final int at) {
    final int start = tree.start(tree.home(variable));
    final int[] label = tree.homeLabels(variable);
    Arrays.fill(out, at, at + tree.cardinality(variable), 0);
    for (int w = 0; w < label.length; w++) {
      out[at + label[w]] += marginals[start + w];
    }
  }

  /** log Σ e^α of a group's members, and their shares of it. */
  private double condition(final int start, final int[] members, final int from, final int count) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = from; i < from + count; i++) {
      max = Math.max(max, scores[start + members[i]]);
    }
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      final int w = start + members[i];
      conditionals[w] = max == Double.NEGATIVE_INFINITY ? 0 : Math.exp(scores[w] - max);
      sum += conditionals[w];
    }
    if (sum > 0) {
      for (int i = from; i < from + count; i++) {
        conditionals[start + members[i]] /= sum;
      }
    }
    return max + Math.log(sum);
  }

  private void send(final Clique clique, final int first, final int above) {
    final int group = clique.parentGroupSize();
    final int[] members = clique.parentMembers();
    for (int u = 0; u < clique.separatorSize(); u++) {
      final double message = messages[first + u];
      for (int i = u * group; i < (u + 1) * group; i++) {
        scores[above + members[i]] += message;
      }
    }
  }

  private double parentMass(final Clique clique, final int u) {
    final int above = tree.start(clique.parent());
    final int group = clique.parentGroupSize();
    double mass = 0;
    for (int i = u * group; i < (u + 1) * group; i++) {
      mass += marginals[above + clique.parentMembers()[i]];
    }
    return mass;
  }

  private void reserve() {
    if (scores.length < tree.configurations()) {
      final int room = 2 * tree.configurations();
      scores = new double[room];
      conditionals = new double[room];
      marginals = new double[room];
    }
    if (messages.length < tree.separatorStates()) {
      messages = new double[2 * tree.separatorStates()];
    }
  }
}
