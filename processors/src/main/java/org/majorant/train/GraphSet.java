package org.majorant.train;

import java.util.Arrays;
import org.majorant.clique.FactorGraph;
import org.majorant.features.Example;
import org.majorant.features.SparseGraph;

/**
 * Graphs, and choices, a row each configuration of a factor. What a graph's distribution is to
 * agree with are its observed states; that of moments is to have none but zeros in the mean.
 */
public final class GraphSet extends TrainingSet {
  private static final int MOMENTS = -1;

  FactorGraph[] graphs = new FactorGraph[1024];
  int[] firsts = new int[1025]; // graph i has the rows firsts[i] .. firsts[i + 1] − 1
  double[] weights = new double[1024];
  double[] logPriors = new double[4096]; // log h of row r
  boolean whole = true; // whether all states are observed
  private int[] statesAt = new int[1024]; // where graph i's states are, or MOMENTS
  private int[] states = new int[4096];
  private int statesSize;
  private double labels;
  private boolean even = true;

  /**
   * @param features size of the index space
   */
  public GraphSet(final int features) {
    super(features);
  }

  @Override
  void append(final Example example) {
    final SparseGraph x = (SparseGraph) example;
    for (int w = 0; w < x.length; w++) {
      final double logPrior = x.logPrior == null ? 0 : x.logPrior[w];
      addRow(x.indices, x.values, x.starts[w], x.starts[w + 1], logPrior);
    }
    even &= x.logPrior == null;
    whole &= x.observed == x.graph.variables();
    labels += x.weight * x.observed;
    final int variables = x.graph.variables();
    if (states.length < statesSize + variables) {
      states = Arrays.copyOf(states, 2 * (statesSize + variables));
    }
    System.arraycopy(x.states, 0, states, statesSize, variables);
    addGraph(x.graph, x.weight, statesSize);
    statesSize += variables;
  }

  /**
   * One distribution over outcomes whose features are to be 0 in the mean.
   *
   * @param outcomes n×d, row-major
   * @param logPrior log h, n; −∞ for an outcome that is impossible
   */
  static GraphSet centred(final double[] outcomes, final int d, final double[] logPrior) {
    final GraphSet set = new GraphSet(d);
    final int[] all = new int[d];
    Arrays.setAll(all, i -> i);
    final int n = logPrior.length;
    for (int y = 0; y < n; y++) {
      final double[] row = Arrays.copyOfRange(outcomes, y * d, (y + 1) * d);
      set.addRow(all, row, 0, d, logPrior[y]);
    }
    set.even = false;
    set.addGraph(FactorGraph.of(new int[] {n}, new int[][] {{0}}, 0), 1, MOMENTS);
    return set;
  }

  private void addRow(
      final int[] at, final double[] x, final int from, final int to, final double logPrior) {
    final int row = rows.rows();
    if (row == logPriors.length) {
      logPriors = Arrays.copyOf(logPriors, 2 * row);
    }
    logPriors[row] = logPrior;
    rows.append(at, x, from, to);
  }

  private void addGraph(final FactorGraph graph, final double weight, final int at) {
    if (size == weights.length) {
      graphs = Arrays.copyOf(graphs, 2 * size);
      firsts = Arrays.copyOf(firsts, 2 * size + 1);
      weights = Arrays.copyOf(weights, 2 * size);
      statesAt = Arrays.copyOf(statesAt, 2 * size);
    }
    graphs[size] = graph;
    weights[size] = weight;
    statesAt[size] = at;
    firsts[size + 1] = firsts[size] + graph.configurations();
    size++;
  }

  /**
   * The states of a graph, a state a variable, negative where not observed.
   *
   * @param out reused where it is long enough
   * @return null where there are none to agree with
   */
  int[] states(final int i, final int[] out) {
    if (statesAt[i] == MOMENTS) {
      return null;
    }
    final int variables = graphs[i].variables();
    final int[] given = out.length < variables ? new int[2 * variables] : out;
    System.arraycopy(states, statesAt[i], given, 0, variables);
    return given;
  }

  @Override
  public double weight() {
    return labels;
  }

  @Override
  public Loss loss() {
    return new GraphLoss(this);
  }

  /**
   * Least weight of a graph that has any, among those with two labellings or more; 0 where there is
   * none, and where a prior may have decided what weights did not.
   */
  double leastWeight() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      if (weights[i] > 0 && graphs[i].configurations() > graphs[i].factors()) {
        least = Math.min(least, weights[i]);
      }
    }
    return even && least < Double.POSITIVE_INFINITY ? least : 0;
  }
}
