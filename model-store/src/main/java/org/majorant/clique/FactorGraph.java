package org.majorant.clique;

import java.util.Arrays;

/**
 * A graph given by its factors, and the junction tree that inference on it runs on.
 *
 * <p>Each factor is a table over a few variables, its scope; configurations are in row-major order
 * of the scope, the last variable fastest. Factors are added up in a clique that covers them.
 */
public final class FactorGraph {
  private final CliqueTree tree;
  private final int[] homes;
  private final int[][] projections;

  private FactorGraph(final CliqueTree tree, final int[][] scopes) {
    this.tree = tree;
    this.homes = new int[scopes.length];
    this.projections = new int[scopes.length][];
    for (int f = 0; f < scopes.length; f++) {
      homes[f] = home(scopes[f]);
      projections[f] = tree.clique(homes[f]).projection(scopes[f]);
    }
  }

  /**
   * Finds a junction tree by min-fill elimination. A tree of pairwise factors has width 1, a chain
   * of order k width k; variables without a factor stand alone.
   *
   * @param cardinalities number of labels of each variable, at least 1
   * @param scopes the distinct variables of each factor, at least one each
   * @param maxWidth largest tree-width allowed: variables of a clique less one
   * @throws IllegalArgumentException where the elimination meets a larger width, which it names
   */
  public static FactorGraph of(
      final int[] cardinalities, final int[][] scopes, final int maxWidth) {
    return new FactorGraph(Elimination.run(cardinalities, scopes, maxWidth), scopes);
  }

  /** The junction tree. */
  public CliqueTree tree() {
    return tree;
  }

  /** The clique that a factor is added to. */
  public int home(final int factor) {
    return homes[factor];
  }

  /** For each configuration of the factor's clique, that of the factor. */
  public int[] projection(final int factor) {
    return projections[factor];
  }

  /**
   * Log-potentials of the cliques from those of the factors.
   *
   * @param factors a table a factor
   * @param out a table a clique ({@link CliqueTree#tables}), overwritten
   */
  public void logPotentials(final double[][] factors, final double[][] out) {
    for (final double[] table : out) {
      Arrays.fill(table, 0);
    }
    for (int f = 0; f < homes.length; f++) {
      final double[] table = out[homes[f]];
      for (int w = 0; w < table.length; w++) {
        table[w] += factors[f][projections[f][w]];
      }
    }
  }

  /**
   * Sums tables over cliques, such as marginals, down to one over a factor.
   *
   * @param cliques a table a clique
   * @param out length: the factor's configurations, overwritten
   */
  public void sumTo(final int factor, final double[][] cliques, final double[] out) {
    Arrays.fill(out, 0);
    final double[] table = cliques[homes[factor]];
    for (int w = 0; w < table.length; w++) {
      out[projections[factor][w]] += table[w];
    }
  }

  private int home(final int[] scope) {
    for (int c = 0; c < tree.size(); c++) {
      if (tree.clique(c).covers(scope)) {
        return c;
      }
    }
    throw new IllegalStateException("no clique covers the scope of a factor");
  }
}
