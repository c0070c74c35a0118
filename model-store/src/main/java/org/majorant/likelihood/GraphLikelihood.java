package org.majorant.likelihood;

import org.majorant.clique.FactorGraph;
import org.majorant.clique.GraphInference;
import org.majorant.features.Example;
import org.majorant.features.SparseGraph;
import org.majorant.features.SparsePoint;

/**
 * The likelihood of the states of a graph that were observed, so of choices, too, which are graphs
 * of one variable. There is a score for each configuration of each factor. Where forests cover a
 * graph, the loss is bounded from above (MATHS.md 14).
 */
public class GraphLikelihood extends Likelihood {
  /**
   * Of a precise bound by forests, nats a variable: what is left of it is noise in the loss. Along
   * d the gradient is that of the least bound within √(2 gap dᵀΣd), with the bound's curvature Σ.
   */
  private static final double PRECISE = 1e-5;

  /** What they leave over the next evaluation takes up, for it goes on from their split. */
  private static final int PRECISE_SWEEPS = 50;

  private static final double[] NONE = {};

  private final GraphInference all;
  private final GraphInference agreeing = new GraphInference();
  private final GraphInference prior = new GraphInference();
  private double[] split;
  private int[] states = {};
  private SparseGraph x;

  /** Covers are solved as {@link GraphInference} does by itself. */
  public GraphLikelihood() {
    this(new GraphInference());
  }

  /** For the loss of a set, each of whose covers is met again: {@link #goOnFrom}. */
  static GraphLikelihood precise() {
    return new GraphLikelihood(PRECISE, PRECISE_SWEEPS);
  }

  /**
   * @param tolerance of the bound of a cover, nats a variable
   * @param mostSweeps over a cover; where it needs more, {@link #gap} tells
   */
  public GraphLikelihood(final double tolerance, final int mostSweeps) {
    this(new GraphInference(tolerance, mostSweeps));
  }

  private GraphLikelihood(final GraphInference all) {
    super(1, 0, 0);
    this.all = all;
  }

  @Override
  public int open(final Example example) {
    x = (SparseGraph) example;
    split = null;
    return take(x.length, x.starts, x.indices, x.values);
  }

  /**
   * Has inference on the example go on from where it ended when it had similar scores.
   *
   * @param known of a cover, its {@link FactorGraph#splitSize}: read, and written; at first 0
   */
  public void goOnFrom(final double[] known) {
    split = known;
  }

  @Override
  public void addLogPrior(final double[] s) {
    for (int w = 0; x.logPrior != null && w < x.length; w++) {
      s[w] += x.logPrior[w];
    }
  }

  @Override
  public double logPartition(final double[] s) {
    return all.collectFrom(split, x.graph, s);
  }

  @Override
  public double observed(final double[] s) {
    return agreeing.collect(x.graph, s, x.states);
  }

  @Override
  public void marginals(final double[] p) {
    all.marginals(p);
  }

  @Override
  public void observedMarginals(final double[] q) {
    agreeing.marginals(q);
  }

  @Override
  public double gap() {
    return all.gap();
  }

  @Override
  public int sweeps() {
    return all.sweeps();
  }

  @Override
  public int outcomes() {
    return x.graph.stateStart(x.graph.variables());
  }

  @Override
  public void probabilities(final double[] p) {
    all.nodeMarginals(p);
  }

  @Override
  public void decide(final double[] p, final Decisions out) {
    final double given = x.logPrior == null ? 0 : priorLoss() / x.observed;
    final int[] best = states(p);
    for (int v = 0; v < x.graph.variables(); v++) {
      if (x.states[v] != SparsePoint.UNLABELED) {
        final double chance = Math.log(x.graph.tree().cardinality(v));
        out.countChoice(x.logPrior == null ? chance : given, best[v] == x.states[v]);
      }
    }
  }

  /** Without the probabilities where they decide nothing: of several variables. */
  @Override
  public void decide(final Decisions out) {
    if (x.graph.variables() > 1) {
      decide(NONE, out);
    } else {
      super.decide(out);
    }
  }

  /** The likeliest states as a whole, after {@link #logPartition}; of one variable those of p. */
  private int[] states(final double[] p) {
    if (states.length < x.graph.variables()) {
      states = new int[2 * x.graph.variables()];
    }
    if (x.graph.variables() == 1) {
      states[0] = largest(p, 0, outcomes());
    } else {
      all.map(states);
    }
    return states;
  }

  private double priorLoss() {
    final double agreed = prior.collect(x.graph, x.logPrior, x.states);
    return prior.collect(x.graph, x.logPrior) - agreed;
  }

  /** All labellings, after {@link #logPartition}. */
  public GraphInference all() {
    return all;
  }
}
