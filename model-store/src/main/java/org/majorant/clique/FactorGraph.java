package org.majorant.clique;

import java.util.Arrays;

/**
 * A graph given by its factors, and the junction tree that inference on it runs on.
 *
 * <p>Each factor is a table over a few variables, its scope; configurations are in row-major order
 * of the scope, the last variable fastest. The tables of all factors lie one after another in a
 * flat array. Factors are added up in a clique that covers them. Immutable.
 */
public final class FactorGraph {
  private final CliqueTree tree;
  private final int[][] scopes;
  private final int[] starts;
  private final int[] homes;
  private final int[][] projections;

  private FactorGraph(final CliqueTree tree, final int[][] scopes) {
    this.tree = tree;
    this.scopes = scopes;
    this.starts = new int[scopes.length + 1];
    this.homes = homes(tree, scopes);
    this.projections = new int[scopes.length][];
    for (int f = 0; f < scopes.length; f++) {
      projections[f] = tree.clique(homes[f]).projection(scopes[f]);
      int size = 1;
      for (final int v : scopes[f]) {
        size *= tree.cardinality(v); // no more than its clique has
      }
      starts[f + 1] = Math.addExact(starts[f], size);
    }
  }

  /**
   * Finds a junction tree by min-fill elimination. A tree of pairwise factors has width 1, a chain
   * of order k width k; variables without a factor stand alone.
   *
   * @param cardinalities number of labels of each variable, at least 1
   * @param scopes the distinct variables of each factor, at least one each
   * @param maxWidth largest tree-width allowed: variables of a clique less one
   * @throws IllegalArgumentException where the elimination meets a larger width, which it names, or
   *     the tables of all cliques have more than {@link Elimination#MOST_CONFIGURATIONS}
   */
  public static FactorGraph of(
      final int[] cardinalities, final int[][] scopes, final int maxWidth) {
    return new FactorGraph(Elimination.run(cardinalities, scopes, maxWidth), scopes);
  }

  /** The junction tree. */
  public CliqueTree tree() {
    return tree;
  }

  /** Number of variables. */
  public int variables() {
    return tree.variables();
  }

  /** Number of factors. */
  public int factors() {
    return scopes.length;
  }

  /** Where a factor's table begins among those of all. */
  public int start(final int factor) {
    return starts[factor];
  }

  /** Configurations of all factors. */
  public int configurations() {
    return starts[scopes.length];
  }

  /**
   * Where among the tables of all factors one's configuration is.
   *
   * @param labels a label a variable
   */
  public int configuration(final int factor, final int[] labels) {
    int w = 0;
    for (final int v : scopes[factor]) {
      w = w * tree.cardinality(v) + labels[v];
    }
    return starts[factor] + w;
  }

  /**
   * Log-potentials of the cliques from those of the factors.
   *
   * @param factors the tables of all factors
   * @param out a table over the tree, overwritten
   */
  public void logPotentials(final double[] factors, final double[] out) {
    Arrays.fill(out, 0, tree.configurations(), 0);
    for (int f = 0; f < homes.length; f++) {
      final int from = starts[f];
      final int to = tree.start(homes[f]);
      final int[] projection = projections[f];
      for (int w = 0; w < projection.length; w++) {
        out[to + w] += factors[from + projection[w]];
      }
    }
  }

  /**
   * The transpose of {@link #logPotentials}: what is additive over configurations, such as
   * marginals, for each factor.
   *
   * @param cliques a table over the tree
   * @param out the tables of all factors, overwritten
   */
  public void collapse(final double[] cliques, final double[] out) {
    Arrays.fill(out, 0, configurations(), 0);
    for (int f = 0; f < homes.length; f++) {
      final int from = tree.start(homes[f]);
      final int to = starts[f];
      final int[] projection = projections[f];
      for (int w = 0; w < projection.length; w++) {
        out[to + projection[w]] += cliques[from + w];
      }
    }
  }

  /** For each factor a clique that covers it. */
  private static int[] homes(final CliqueTree tree, final int[][] scopes) {
    final int[] counts = new int[tree.variables() + 1];
    for (int c = 0; c < tree.size(); c++) {
      for (final int v : tree.clique(c).variables()) {
        counts[v + 1]++;
      }
    }
    Arrays.parallelPrefix(counts, Integer::sum);
    final int[] next = counts.clone();
    final int[] holders = new int[counts[tree.variables()]]; // cliques, by the variable they hold
    for (int c = 0; c < tree.size(); c++) {
      for (final int v : tree.clique(c).variables()) {
        holders[next[v]++] = c;
      }
    }
    final int[] homes = new int[scopes.length];
    for (int f = 0; f < scopes.length; f++) {
      int rarest = scopes[f][0];
      for (final int v : scopes[f]) {
        rarest = counts[v + 1] - counts[v] < counts[rarest + 1] - counts[rarest] ? v : rarest;
      }
      int at = counts[rarest];
      while (!tree.clique(holders[at]).covers(scopes[f])) {
        at++; // one of them does
      }
      homes[f] = holders[at];
    }
    return homes;
  }
}
