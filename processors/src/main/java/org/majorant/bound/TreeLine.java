package org.majorant.bound;

import org.majorant.clique.Clique;
import org.majorant.clique.CliqueTree;
import org.majorant.clique.SumProduct;

/**
 * log Z of a clique tree along one direction, f(η) = a log Z(ψ + ηg), with its slope and its second
 * derivative at any η by one upward pass: the mean and the variance of the direction's score, where
 * that of what lies below a separator goes up by the law of total variance,
 *
 * <pre>
 *   m_c|u = E[H_c | u]      v_c|u = E[(H_c − m_c|u)² + Σ_b v_b | u]      H_c(w) = g_c(w) + Σ_b m_b|w
 * </pre>
 *
 * <p>One instance serves any tree, and nothing is allocated once its buffers have grown.
 */
public final class TreeLine {
  private final SumProduct inference = new SumProduct();
  private CliqueTree tree;
  private double[] potentials = {};
  private double[] direction = {};
  private double share;
  private double[] moved = {};
  private double[] h = {};
  private double[] below = {};
  private double slope;
  private double variance;

  /**
   * Takes a line.
   *
   * @param potentials ψ, a table over the tree; both are read again by {@link #at}
   * @param direction g, a table over the tree, finite
   * @param share a: 1, or what a bound by a cover has of the log Z of its tree
   */
  public void open(
      final CliqueTree tree,
      final double[] potentials,
      final double[] direction,
      final double share) {
    this.tree = tree;
    this.share = share;
    this.potentials = potentials;
    this.direction = direction;
    if (moved.length < tree.configurations()) {
      moved = new double[2 * tree.configurations()];
      h = new double[moved.length];
      below = new double[moved.length];
    }
  }

  /**
   * Moves to ψ + ηg.
   *
   * @return f(η), nats
   */
  public double at(final double step) {
    for (int w = 0; w < tree.configurations(); w++) {
      moved[w] = potentials[w] + step * direction[w];
      h[w] = direction[w];
      below[w] = 0;
    }
    final double logPartition = inference.collect(tree, moved);
    slope = 0;
    variance = 0;
    for (int c = 0; c < tree.size(); c++) {
      final Clique clique = tree.clique(c);
      for (int u = 0; u < clique.separatorSize(); u++) {
        pass(clique, tree.start(c), u);
      }
    }
    slope *= share;
    variance *= share;
    return share * logPartition;
  }

  /** f'(η). */
  public double slope() {
    return slope;
  }

  /** f''(η). */
  public double variance() {
    return variance;
  }

  private void pass(final Clique clique, final int start, final int u) {
    final double[] conditionals = inference.conditionals();
    final int[] members = clique.members();
    final int from = u * clique.groupSize();
    final int to = from + clique.groupSize();
    double mean = 0;
    for (int i = from; i < to; i++) {
      mean += conditionals[start + members[i]] * h[start + members[i]];
    }
    double spread = 0;
    for (int i = from; i < to; i++) {
      final int w = start + members[i];
      spread += conditionals[w] * ((h[w] - mean) * (h[w] - mean) + below[w]);
    }
    if (clique.parent() < 0) {
      slope += mean;
      variance += spread;
      return;
    }
    final int above = tree.start(clique.parent());
    for (int i = u * clique.parentGroupSize(); i < (u + 1) * clique.parentGroupSize(); i++) {
      h[above + clique.parentMembers()[i]] += mean;
      below[above + clique.parentMembers()[i]] += spread;
    }
  }
}
