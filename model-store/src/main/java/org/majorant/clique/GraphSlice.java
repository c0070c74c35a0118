package org.majorant.clique;

import java.util.Arrays;

/**
 * A graph of which some variables are given: the factors at their states are factors of the others,
 *
 * <pre>
 *   p(y | y_given) ∝ exp(Σ_f s_f(y_f | y_given)),    log Z(y_given) = log Z of these + c
 * </pre>
 *
 * <p>with c the scores of factors that have no other variable. A given variable is still there,
 * with one state and no factor, so that variables keep their numbers. What is left is never harder
 * to infer than all, and often much easier: a grid of which every second pixel is given has no
 * loops. Immutable.
 */
public final class GraphSlice {
  private final FactorGraph whole;
  private final int[] given;
  private final FactorGraph rest;
  private final int[] kept; // factors that have other variables

  /**
   * @param given a state a variable, negative where not given; may be longer; not copied
   * @param structures find the tree of what is left
   * @throws IllegalArgumentException where they find none
   */
  public GraphSlice(final FactorGraph whole, final int[] given, final FactorGraphs structures) {
    this.whole = whole;
    this.given = given;
    final int n = whole.variables();
    final int[] cardinalities = new int[n];
    Arrays.setAll(cardinalities, v -> given[v] < 0 ? whole.tree().cardinality(v) : 1);
    final int[] starts = new int[whole.factors() + 1];
    int[] scopes = new int[whole.factors()];
    final int[] factors = new int[whole.factors()];
    int count = 0;
    int end = 0;
    for (int f = 0; f < whole.factors(); f++) {
      final int from = end;
      for (final int v : whole.scope(f)) {
        if (given[v] < 0) {
          scopes = end == scopes.length ? Arrays.copyOf(scopes, 2 * end) : scopes;
          scopes[end++] = v;
        }
      }
      if (end > from) {
        factors[count++] = f;
        starts[count] = end;
      }
    }
    kept = Arrays.copyOf(factors, count);
    rest = structures.of(n, cardinalities, count, starts, scopes);
  }

  /** The graph of what is left. */
  public FactorGraph rest() {
    return rest;
  }

  /**
   * The scores of what is left.
   *
   * @param scores of the configurations of all factors of the whole graph
   * @param out of those of what is left, overwritten
   * @return c
   */
  public double slice(final double[] scores, final double[] out) {
    double constant = 0;
    int next = 0;
    final int[] labels = Arrays.copyOf(given, whole.variables());
    for (int f = 0; f < whole.factors(); f++) {
      if (next < kept.length && kept[next] == f) {
        final int start = rest.start(next);
        for (int w = start; w < rest.start(next + 1); w++) {
          read(rest.scope(next), w - start, labels);
          out[w] = scores[whole.configuration(f, labels)];
        }
        next++;
      } else {
        constant += scores[whole.configuration(f, labels)];
      }
    }
    return constant;
  }

  /** The labels of a scope's configuration, the last variable's fastest. */
  private void read(final int[] scope, final int configuration, final int[] labels) {
    int left = configuration;
    for (int k = scope.length - 1; k >= 0; k--) {
      final int cardinality = rest.tree().cardinality(scope[k]);
      labels[scope[k]] = left % cardinality;
      left /= cardinality;
    }
  }
}
