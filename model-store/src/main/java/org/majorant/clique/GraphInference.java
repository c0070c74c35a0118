package org.majorant.clique;

import java.util.Arrays;

/**
 * Inference on factor graphs, with scores and marginals a configuration of a factor: log Z of all
 * labellings, or of those that agree with what was observed. Where every variable is observed that
 * is one labelling, and no inference.
 *
 * <p>One instance serves any graph, one after the other, and allocates nothing once its buffers
 * have grown.
 */
public final class GraphInference {
  private final SumProduct sums = new SumProduct();
  private final MaxProduct maxima = new MaxProduct();
  private double[] logPotentials = {};
  private FactorGraph graph;
  private int[] observed; // all of them; null where not

  /**
   * The upward pass over all labellings.
   *
   * @param scores of the configurations of all factors, finite or −∞
   * @return log Z, nats
   */
  public double collect(final FactorGraph graph, final double[] scores) {
    potentials(graph, scores);
    observed = null;
    return sums.collect(graph.tree(), logPotentials);
  }

  /**
   * The same over the labellings that agree.
   *
   * @param labels a label a variable, negative where not observed; read again by {@link #marginals}
   */
  public double collect(final FactorGraph graph, final double[] scores, final int[] labels) {
    if (areAllObserved(graph, labels)) {
      this.graph = graph;
      observed = labels;
      double score = 0;
      for (int f = 0; f < graph.factors(); f++) {
        score += scores[graph.configuration(f, labels)];
      }
      return score;
    }
    potentials(graph, scores);
    observed = null;
    Observation.observed(labels).clamp(graph.tree(), logPotentials);
    return sums.collect(graph.tree(), logPotentials);
  }

  /**
   * The downward pass, after either: the probability of each factor's configurations.
   *
   * @param out written
   * @throws IllegalStateException where no labelling has mass
   */
  public void marginals(final double[] out) {
    if (observed == null) {
      sums.distribute();
      graph.collapse(sums.marginals(), out);
      return;
    }
    Arrays.fill(out, 0, graph.configurations(), 0);
    for (int f = 0; f < graph.factors(); f++) {
      out[graph.configuration(f, observed)] = 1;
    }
  }

  /**
   * After {@link #collect} over all labellings and {@link #marginals}: p(y_i) of one variable.
   *
   * @param out length: the variable's labels, overwritten
   */
  public void nodeMarginals(final int variable, final double[] out) {
    sums.nodeMarginals(variable, out);
  }

  /**
   * After {@link #collect} over all labellings: the likeliest.
   *
   * @param labels a label a variable, written
   */
  public void map(final int[] labels) {
    maxima.map(graph.tree(), logPotentials, labels);
  }

  /** After {@link #collect} over all labellings: the passes over the tree. */
  public SumProduct sums() {
    return sums;
  }

  /** What they ran on, a table over the tree or longer. */
  public double[] logPotentials() {
    return logPotentials;
  }

  private void potentials(final FactorGraph graph, final double[] scores) {
    this.graph = graph;
    if (logPotentials.length < graph.tree().configurations()) {
      logPotentials = new double[2 * graph.tree().configurations()];
    }
    graph.logPotentials(scores, logPotentials);
  }

  private static boolean areAllObserved(final FactorGraph graph, final int[] labels) {
    for (int v = 0; v < graph.variables(); v++) {
      if (labels[v] < 0) {
        return false;
      }
    }
    return true;
  }
}
