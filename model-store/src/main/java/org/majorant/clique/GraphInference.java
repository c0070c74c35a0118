package org.majorant.clique;

import java.util.Arrays;

/**
 * Inference on factor graphs, with scores and marginals a configuration of a factor: log Z of all
 * labellings, or of those that agree with what was observed. Where every variable is observed that
 * is one labelling, and no inference.
 *
 * <p>On a junction tree all of it is exact. On a cover by forests log Z of all labellings is
 * bounded from above ({@link ForestSplit}), and log Z of those that agree from below ({@link
 * MeanField}): so a loss, the difference of both, is bounded from above.
 */
public final class GraphInference {
  /** Of a score on a cover: beyond it a double has less than seven decimals of a nat. */
  public static final double MOST_SCORE = 1e9;

  private static final double TOLERANCE = 1e-4;
  private static final int MOST_SWEEPS = 100;

  private final SumProduct sums = new SumProduct();
  private final MaxProduct maxima = new MaxProduct();
  private final MeanField field = new MeanField();
  private final ForestSplit forests;
  private double[] logPotentials = {};
  private FactorGraph graph;
  private int[] observed; // all of them; null where not
  private boolean isField; // the last pass was that of mean field

  /** Covers are solved to 1e-4 nats a variable, or as far as 100 sweeps lead. */
  public GraphInference() {
    this(TOLERANCE, MOST_SWEEPS);
  }

  /**
   * @param tolerance of the bound of a cover, nats a variable
   * @param mostSweeps over a cover; where it needs more, {@link #gap} tells
   */
  public GraphInference(final double tolerance, final int mostSweeps) {
    forests = new ForestSplit(tolerance, mostSweeps);
  }

  /**
   * The upward pass over all labellings; on a cover, sweeps over the forests.
   *
   * @param scores of the configurations of all factors, finite or −∞; on a cover, no further from 0
   *     than {@link #MOST_SCORE}
   * @return log Z, nats; on a cover no less than that
   * @throws ArithmeticException where a score on a cover is beyond that
   */
  public double collect(final FactorGraph graph, final double[] scores) {
    return collectFrom(null, graph, scores);
  }

  /**
   * The same. Where scores have changed a little since the last time, few sweeps are needed from
   * the split that was found then.
   *
   * @param split of a cover, its {@link FactorGraph#splitSize}: read, and written; at first 0
   */
  public double collectFrom(final double[] split, final FactorGraph graph, final double[] scores) {
    potentials(graph, scores);
    return graph.isCover()
        ? forests.tighten(graph, logPotentials, split, sums)
        : sums.collect(graph.tree(), logPotentials);
  }

  /**
   * The same over the labellings that agree, but on a cover no more than their log Z.
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
    if (graph.isCover()) {
      require(graph, scores);
      observed = null;
      isField = true;
      return field.collect(graph, scores, labels);
    }
    potentials(graph, scores);
    clamp(graph.tree(), labels);
    return sums.collect(graph.tree(), logPotentials);
  }

  /**
   * After {@link #collect} of the same scores over all labellings: their log Z from below, which on
   * a junction tree is log Z.
   */
  public double lower(final double[] scores) {
    return graph.isCover() ? field.collect(graph, scores, forests) : sums.logPartition();
  }

  /**
   * The downward pass, after either: the probability of each factor's configurations. On a cover it
   * is the mean of the forests, and so the gradient of what {@link #collect} gives.
   *
   * @param out written
   * @throws IllegalStateException where no labelling has mass
   */
  public void marginals(final double[] out) {
    if (observed != null) {
      Arrays.fill(out, 0, graph.configurations(), 0);
      for (int f = 0; f < graph.factors(); f++) {
        out[graph.configuration(f, observed)] = 1;
      }
    } else if (isField) {
      field.marginals(out);
    } else {
      sums.distribute();
      graph.collapse(sums.marginals(), out);
    }
  }

  /**
   * After {@link #collect} over all labellings: p(y_i) of each variable, its states where {@link
   * FactorGraph#stateStart} says.
   */
  public void nodeMarginals(final double[] out) {
    if (!graph.isCover()) {
      sums.distribute();
    }
    for (int v = 0; v < graph.variables(); v++) {
      final int start = graph.stateStart(v);
      if (graph.isCover()) {
        for (int at = start; at < graph.stateStart(v + 1); at++) {
          out[at] = forests.marginal(v, at - start);
        }
      } else {
        sums.nodeMarginals(v, out, start);
      }
    }
  }

  /**
   * After {@link #collect} over all labellings: the likeliest, a label a variable; on a cover, the
   * likeliest label of each variable.
   */
  public void map(final int[] labels) {
    if (!graph.isCover()) {
      maxima.map(graph.tree(), logPotentials, labels);
      return;
    }
    for (int v = 0; v < graph.variables(); v++) {
      labels[v] = 0;
      for (int y = 1; y < graph.tree().cardinality(v); y++) {
        labels[v] = forests.marginal(v, y) > forests.marginal(v, labels[v]) ? y : labels[v];
      }
    }
  }

  /**
   * After {@link #collect} over all labellings: how far the bound may be from the least that the
   * cover can give, nats; 0 on a junction tree.
   */
  public double gap() {
    return graph.isCover() ? forests.gap() : 0;
  }

  /** After {@link #collect} over all labellings: passes over the forests; 0 on a junction tree. */
  public int sweeps() {
    return graph.isCover() ? forests.sweeps() : 0;
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
    if (graph.isCover()) {
      require(graph, scores);
    }
    this.graph = graph;
    observed = null;
    isField = false;
    if (logPotentials.length < graph.tree().configurations()) {
      logPotentials = new double[2 * graph.tree().configurations()];
    }
    graph.logPotentials(scores, logPotentials);
  }

  /** Rules out, by −∞, all that does not agree with the labels observed. */
  private void clamp(final CliqueTree tree, final int[] labels) {
    for (int v = 0; v < tree.variables(); v++) {
      // One clique is enough: the others that hold the variable agree with it.
      final int start = tree.start(tree.home(v));
      final int[] label = tree.homeLabels(v);
      for (int w = 0; labels[v] >= 0 && w < label.length; w++) {
        if (label[w] != labels[v]) {
          logPotentials[start + w] = Double.NEGATIVE_INFINITY;
        }
      }
    }
  }

  private static void require(final FactorGraph graph, final double[] scores) {
    for (int w = 0; w < graph.configurations(); w++) {
      if (!(Math.abs(scores[w]) <= MOST_SCORE)) {
        throw new ArithmeticException(
            "the score of configuration %d is %s, and must be within %.0e of 0"
                .formatted(w, scores[w], MOST_SCORE));
      }
    }
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
