package org.majorant.clique;

import java.util.Arrays;

/**
 * Inference on a graph that forests cover: tree-reweighted sum-product (Wainwright, Jaakkola and
 * Willsky 2005; MATHS.md 14). How the scores of a variable i are split among the K forests is
 * nothing to the graph, but something to the bound on its log Z, which is convex in the split δ:
 *
 * <pre>
 *   log Z ≤ B(δ) = 1/K Σ_k log Z_k(s_i + δ_ki, …),      Σ_k δ_ki = 0
 *   δ_ki ← δ_ki + α (mean_l log p_l,i − log p_k,i)      for all variables at once
 * </pre>
 *
 * <p>A move is taken where B does not rise, and α may grow then; else α is halved. So B is a bound
 * at every moment, and the least where the forests agree on each variable. How far it is from that
 * {@link ForestGap} tells, so that nobody has to trust that it converges.
 */
final class ForestSplit {
  private static final double GROWTH = 1.3;

  /** Least marginal whose logarithm is taken. */
  private static final double TINY = 1e-300;

  private final double tolerance;
  private final int mostSweeps;
  private final ForestGap certificate = new ForestGap();
  private FactorGraph graph;
  private double[] unsplit = {}; // the table at δ = 0
  private double[] split = {}; // δ, by copy and state, as the three that follow
  private double[] trial = {};
  private double[] force = {};
  private double[] marginals = {}; // p_k,i
  private double[] means = {}; // of these over the forests, by variable and state
  private double disagreement;
  private double gap;
  private int sweeps;

  /**
   * @param tolerance of the bound, nats a variable
   * @param mostSweeps where to give up
   */
  ForestSplit(final double tolerance, final int mostSweeps) {
    this.tolerance = tolerance;
    this.mostSweeps = mostSweeps;
  }

  /**
   * Finds the split.
   *
   * @param table log-potentials, finite; with the split afterwards
   * @param known a split at which the search begins, and the one that was found afterwards; null:
   *     it begins at 0
   * @param sums has passed over that afterwards, up and down
   * @return B, nats
   */
  double tighten(
      final FactorGraph graph, final double[] table, final double[] known, final SumProduct sums) {
    open(graph, table);
    if (known != null) {
      System.arraycopy(known, 0, trial, 0, copies());
    }
    final double bound = descend(table, sums);
    if (known != null) {
      System.arraycopy(split, 0, known, 0, copies());
    }
    return bound;
  }

  private double descend(final double[] table, final SumProduct sums) {
    double bound = Double.POSITIVE_INFINITY;
    double rate = 1;
    for (sweeps = 1; sweeps <= mostSweeps; sweeps++) {
      final double value = collect(trial, table, sums);
      if (value > bound) {
        rate /= 2;
      } else {
        bound = value;
        final double[] taken = trial;
        trial = split;
        split = taken;
        read(sums);
        if (isTight(sums)) {
          return bound;
        }
        rate = Math.min(1, GROWTH * rate);
      }
      for (int at = 0; at < copies(); at++) {
        trial[at] = split[at] + rate * force[at];
      }
    }
    sweeps = mostSweeps;
    collect(split, table, sums);
    read(sums);
    gap = certificate.of(graph, sums, marginals, means);
    return bound;
  }

  /** B less the least that it can be, or more; nats. */
  double gap() {
    return gap;
  }

  /** How many passes over the forests it took. */
  int sweeps() {
    return sweeps;
  }

  /** p of a variable's state, the mean of the forests. */
  double marginal(final int variable, final int state) {
    return means[graph.stateStart(variable) + state];
  }

  private void open(final FactorGraph graph, final double[] table) {
    this.graph = graph;
    if (unsplit.length < graph.tree().configurations()) {
      unsplit = new double[2 * graph.tree().configurations()];
    }
    if (split.length < copies()) {
      split = new double[2 * copies()];
      trial = new double[split.length];
      force = new double[split.length];
      marginals = new double[split.length];
      means = new double[split.length];
    }
    System.arraycopy(table, 0, unsplit, 0, graph.tree().configurations());
    Arrays.fill(trial, 0, copies(), 0);
  }

  /** States of all copies of the variables. */
  private int copies() {
    return graph.splitSize();
  }

  /** B at a split. */
  private double collect(final double[] delta, final double[] table, final SumProduct sums) {
    final CliqueTree tree = graph.tree();
    System.arraycopy(unsplit, 0, table, 0, tree.configurations());
    int at = 0;
    for (int copy = 0; copy < tree.variables(); copy++) {
      final int start = tree.start(tree.home(copy));
      final int[] label = tree.homeLabels(copy);
      for (int w = 0; w < label.length; w++) {
        table[start + w] += delta[at + label[w]];
      }
      at += tree.cardinality(copy);
    }
    return graph.share() * sums.collect(tree, table);
  }

  /** Reads what the forests say of each variable, and how they disagree. */
  private void read(final SumProduct sums) {
    sums.distribute();
    final CliqueTree tree = graph.tree();
    int at = 0;
    for (int copy = 0; copy < tree.variables(); copy++) {
      sums.nodeMarginals(copy, marginals, at);
      at += tree.cardinality(copy);
    }
    final int states = graph.stateStart(graph.variables());
    disagreement = 0;
    for (int state = 0; state < states; state++) {
      compare(state, states);
    }
  }

  /** Takes the mean of a state's marginals, and how far each forest's logarithm is from theirs. */
  private void compare(final int state, final int states) {
    double mean = 0;
    double meanLog = 0;
    for (int at = state; at < copies(); at += states) {
      force[at] = -Math.log(Math.max(TINY, marginals[at]));
      mean += marginals[at];
      meanLog -= force[at];
    }
    mean *= graph.share();
    meanLog *= graph.share();
    for (int at = state; at < copies(); at += states) {
      force[at] += meanLog;
    }
    means[state] = mean;
    disagreement += mean * (Math.log(Math.max(TINY, mean)) - meanLog);
  }

  /** Takes the gap, where the variables alone do not show that it is too large. */
  private boolean isTight(final SumProduct sums) {
    final double allowed = tolerance * graph.variables();
    if (disagreement > allowed) {
      return false;
    }
    gap = certificate.of(graph, sums, marginals, means);
    return gap <= allowed;
  }
}
