package org.majorant.train;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.majorant.features.Example;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.solve.StopRule;

/** Matchings, a row each candidate edge. */
final class MatchingSet extends TrainingSet {
  MatchingGraph[] graphs = new MatchingGraph[1024];
  int[] firsts = new int[1025]; // graph i has the rows firsts[i] .. firsts[i + 1] − 1
  double[] weights = new double[1024];
  boolean[] chosen = new boolean[4096]; // by row: whether the matching that was observed has it
  private double labels;
  private boolean haveSides = true; // all graphs

  /**
   * @param features size of the index space
   */
  MatchingSet(final int features) {
    super(features);
  }

  @Override
  void append(final Example example) {
    final SparseMatching x = (SparseMatching) example;
    if (size == weights.length) {
      graphs = Arrays.copyOf(graphs, 2 * size);
      firsts = Arrays.copyOf(firsts, 2 * size + 1);
      weights = Arrays.copyOf(weights, 2 * size);
    }
    final int first = firsts[size];
    if (chosen.length < first + x.length) {
      chosen = Arrays.copyOf(chosen, 2 * (first + x.length));
    }
    for (int e = 0; e < x.length; e++) {
      rows.append(x.indices, x.values, x.starts[e], x.starts[e + 1]);
      chosen[first + e] = x.chosen[e];
    }
    labels += x.weight * x.decisions;
    haveSides &= x.graph.hasSides();
    graphs[size] = x.graph;
    weights[size] = x.weight;
    firsts[++size] = first + x.length;
  }

  /** Edges of the largest graph. */
  int mostEdges() {
    int most = 0;
    for (int i = 0; i < size; i++) {
      most = Math.max(most, graphs[i].edges());
    }
    return most;
  }

  /**
   * The scores of a graph's edges.
   *
   * @param out written, one an edge
   */
  void score(final int i, final double[] theta, final double[] out) {
    for (int row = firsts[i]; row < firsts[i + 1]; row++) {
      rows.times(row, theta, 1, out, row - firsts[i]);
    }
  }

  /**
   * out ← out + scale · Σ by_e φ_e over a graph's edges.
   *
   * @param by one an edge
   */
  void add(final int i, final double scale, final double[] by, final double[] out) {
    for (int row = firsts[i]; row < firsts[i + 1]; row++) {
      rows.addTransposeTimes(row, scale, by, row - firsts[i], 1, out);
    }
  }

  @Override
  public double weight() {
    return labels;
  }

  @Override
  public Loss loss() {
    return new MatchingLoss(this);
  }

  /**
   * No quadratic bounds the loss, and its Hessian takes a system as large as a graph. Without sides
   * the program has more marginals than matchings have, so that best matchings do not lead to it.
   */
  @Override
  public Set<Solver> solvers() {
    return haveSides ? EnumSet.of(Solver.LBFGS, Solver.FRANK_WOLFE) : EnumSet.of(Solver.LBFGS);
  }

  @Override
  public Solver usualSolver() {
    return Solver.LBFGS;
  }

  @Override
  public Training train(
      final double[] start,
      final double l2,
      final Solver solver,
      final StopRule rule,
      final Consumer<Iteration> listener) {
    return solver == Solver.FRANK_WOLFE
        ? FrankWolfe.train(this, start, l2, rule, listener)
        : super.train(start, l2, solver, rule, listener);
  }
}
