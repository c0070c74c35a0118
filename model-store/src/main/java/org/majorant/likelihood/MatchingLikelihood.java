package org.majorant.likelihood;

import org.majorant.features.Example;
import org.majorant.features.SparseMatching;
import org.majorant.matching.MatchingGraph;
import org.majorant.matching.MatchingInference;

/**
 * The likelihood of a matching, by the convex program that takes the place of log Z (MATHS.md 13).
 * There is a score for each edge. Of the two bounds on log Z_κ that inference has, the upper one
 * counts.
 */
public final class MatchingLikelihood extends Likelihood {
  /** Of both bounds on log Z, nats a node. */
  public static final double TOLERANCE = 1e-5;

  private static final int MOST_SWEEPS = 1000;

  /** Nats a node; what is left of it is noise in the loss of a set. */
  private static final double PRECISE = 1e-9;

  private static final int PRECISE_SWEEPS = 5000;

  private final double tolerance;
  private final MatchingInference inference;
  private final MatchingInference even;
  private MatchingGraph known; // of the chance
  private double chance; // log Z where all scores are 0: of how many matchings there are
  private double[] zeros = {};
  private SparseMatching x;

  public MatchingLikelihood() {
    this(TOLERANCE, MOST_SWEEPS);
  }

  static MatchingLikelihood precise() {
    return new MatchingLikelihood(PRECISE, PRECISE_SWEEPS);
  }

  /**
   * @param tolerance of both bounds on log Z, nats a node
   * @param mostSweeps where to give up; {@link #gap} tells
   */
  public MatchingLikelihood(final double tolerance, final int mostSweeps) {
    super(1, 0, 0);
    this.tolerance = tolerance;
    inference = new MatchingInference(mostSweeps);
    even = new MatchingInference(mostSweeps);
  }

  @Override
  public int open(final Example example) {
    x = (SparseMatching) example;
    inference.open(x.graph);
    return take(x.length, x.starts, x.indices, x.values);
  }

  /** Matchings have none. */
  @Override
  public void addLogPrior(final double[] s) {}

  /** From the second time on it begins where the last one ended. */
  @Override
  public double logPartition(final double[] s) {
    inference.solve(s, tolerance * x.graph.nodes());
    return inference.upper();
  }

  @Override
  public double observed(final double[] s) {
    if (!x.isObserved) {
      return logPartition(s);
    }
    double sum = 0;
    for (int e = 0; e < x.length; e++) {
      sum += x.chosen[e] ? s[e] : 0;
    }
    return sum;
  }

  @Override
  public void marginals(final double[] p) {
    for (int e = 0; e < x.length; e++) {
      p[e] = inference.marginal(e);
    }
  }

  @Override
  public void observedMarginals(final double[] q) {
    for (int e = 0; e < x.length; e++) {
      final double certain = x.chosen[e] ? 1 : 0;
      q[e] = x.isObserved ? certain : inference.marginal(e);
    }
  }

  @Override
  public double gap() {
    return inference.upper() - inference.lower();
  }

  @Override
  public int sweeps() {
    return inference.sweeps();
  }

  @Override
  public int outcomes() {
    return x.length;
  }

  @Override
  public void probabilities(final double[] p) {
    marginals(p);
  }

  @Override
  public void decide(final double[] p, final Decisions out) {
    final double each = chance() / x.decisions;
    for (int e = 0; e < x.length; e++) {
      if (x.chosen[e]) {
        out.countChoice(each, inference.best(x.graph.first(e)) == e);
      }
    }
  }

  private double chance() {
    if (x.graph != known) {
      known = x.graph;
      zeros = zeros.length < x.length ? new double[2 * x.length] : zeros;
      even.open(known);
      even.solve(zeros, tolerance * known.nodes());
      chance = even.upper();
    }
    return chance;
  }

  /** The solve of the last {@link #logPartition}. */
  public MatchingInference inference() {
    return inference;
  }
}
