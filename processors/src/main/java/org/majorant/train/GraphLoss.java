package org.majorant.train;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.majorant.bound.MulticlassBound;
import org.majorant.bound.TreeCurvature;
import org.majorant.clique.FactorGraph;
import org.majorant.features.SparseGraph;
import org.majorant.likelihood.GraphLikelihood;
import org.majorant.likelihood.Likelihood;
import org.majorant.matrix.Vectors;
import org.majorant.train.Loss.Curve;

/**
 * The loss of graphs, and of choices (conditional logit): C is that of the tied bound, for a choice
 * Algorithm 1's, or the Hessian (MATHS.md 3). Where forests cover a graph, both are of its upper
 * bound (MATHS.md 14).
 */
final class GraphLoss extends ExampleLoss {
  private final GraphLikelihood likelihood;
  private final double[][] splits; // by graph, of covers; those found last
  private final TreeCurvature hessian = TreeCurvature.hessian();
  private final TreeCurvature tied = TreeCurvature.tied();
  private final Map<Integer, MulticlassBound> bySize = new HashMap<>();
  private final int[] places; // by feature, while a factor's columns are looked at
  private final double[] p; // by configuration of a graph
  private final double[] tree; // tables over its tree
  private final double[] treeOut;
  private Curve curve;
  private TreeCurvature curvature;
  private FactorGraph graph;

  GraphLoss(final TrainingSet data, final GraphLikelihood likelihood) {
    super(data, likelihood);
    this.likelihood = likelihood;
    places = new int[data.rows.columns];
    p = new double[data.mostRows()];
    splits = new double[data.size()][];
    int largest = 0;
    for (int i = 0; i < data.size(); i++) {
      splits[i] = new double[graph(i).splitSize()];
      largest = Math.max(largest, graph(i).tree().configurations());
    }
    tree = new double[largest];
    treeOut = new double[largest];
  }

  private FactorGraph graph(final int i) {
    return ((SparseGraph) data.examples[i]).graph;
  }

  @Override
  Likelihood open(final int i) {
    super.open(i);
    likelihood.goOnFrom(splits[i]);
    return likelihood;
  }

  @Override
  boolean isBounded() {
    return true;
  }

  @Override
  double agreeing(final int i) {
    final SparseGraph x = (SparseGraph) data.examples[i];
    if (x.logPrior != null || !x.isWhole()) {
      return Double.POSITIVE_INFINITY;
    }
    return x.graph.configurations() > x.graph.factors() ? 1 : 0;
  }

  @Override
  void expand(final Curve curve, final int i, final double[] s) {
    this.curve = curve;
    graph = graph(i);
    open(i).logPartition(s);
    likelihood.marginals(p);
    curvature = curve == Curve.BOUND ? tied : hessian;
    curvature.expand(likelihood.all().sums());
  }

  @Override
  void times(final double[] g, final double[] out) {
    graph.logPotentials(g, tree);
    curvature.times(tree, treeOut);
    graph.collapse(treeOut, out);
  }

  @Override
  double along(final double[] g) {
    graph.logPotentials(g, tree);
    return graph.share() * curvature.along(tree);
  }

  /** Of each factor by itself, for either curvature; of a choice that is the diagonal. */
  @Override
  void addDiagonal(final int i, final double scale, final double[] out) {
    for (int f = 0; f < graph.factors(); f++) {
      addDiagonal(data.firsts[i] + graph.start(f), factor(f), scale, out);
    }
  }

  /** The probabilities of a factor's configurations. */
  private double[] factor(final int f) {
    return Arrays.copyOfRange(p, graph.start(f), graph.start(f + 1));
  }

  private void addDiagonal(
      final int from, final double[] own, final double scale, final double[] out) {
    final SparseMatrix rows = data.rows;
    final int n = own.length;
    final double[] u = new double[n];
    final MulticlassBound bound = bySize.computeIfAbsent(n, MulticlassBound::new);
    bound.expand(Arrays.stream(own).map(Math::log).toArray());
    final double[][] columns = columns(from, n);
    for (int at = rows.starts[from]; at < rows.starts[from + n]; at++) {
      final int feature = rows.indices[at];
      if (places[feature] > 0) {
        final double[] column = columns[places[feature] - 1];
        places[feature] = 0;
        if (curve == Curve.BOUND) {
          bound.times(column, u);
        } else {
          final double mean = Vectors.dot(own, column);
          Arrays.setAll(u, w -> own[w] * (column[w] - mean));
        }
        out[feature] += scale * Vectors.dot(column, u);
      }
    }
  }

  /** Each feature's values over n rows from one on; a feature's place is its column, from 1. */
  private double[][] columns(final int from, final int n) {
    final SparseMatrix rows = data.rows;
    final double[][] columns = new double[rows.starts[from + n] - rows.starts[from]][];
    int size = 0;
    for (int row = from; row < from + n; row++) {
      for (int at = rows.starts[row]; at < rows.starts[row + 1]; at++) {
        final int feature = rows.indices[at];
        if (places[feature] == 0) {
          columns[size++] = new double[n];
          places[feature] = size;
        }
        columns[places[feature] - 1][row - from] += rows.values[at];
      }
    }
    return columns;
  }
}
