package org.majorant.clique;

import java.util.Arrays;

/**
 * A forest of cliques in children-first order with the running intersection property: the cliques
 * that hold a variable are connected. Several roots are several components.
 *
 * <p>A single variable, a chain of any order, a tree and a junction tree are all of this one form
 * (MATHS.md 3); {@link FactorGraph} finds it for a graph given by its factors. Immutable.
 *
 * <p>A <em>table</em> over the tree has a double for each configuration of each clique, one clique
 * after another in a flat array.
 */
public final class CliqueTree {
  private final int[] cardinalities;
  private final Clique[] cliques;
  private final int[] starts;
  private final int[] separatorStarts;
  private final int[] homes;
  private final int[][] homeLabels;

  private CliqueTree(final int[] cardinalities, final Clique[] cliques) {
    this.cardinalities = cardinalities;
    this.cliques = cliques;
    this.starts = new int[cliques.length + 1];
    this.separatorStarts = new int[cliques.length + 1];
    for (int c = 0; c < cliques.length; c++) {
      starts[c + 1] = Math.addExact(starts[c], cliques[c].size());
      separatorStarts[c + 1] = separatorStarts[c] + cliques[c].separatorSize();
    }
    this.homes = new int[cardinalities.length];
    Arrays.fill(homes, -1);
    for (int c = 0; c < cliques.length; c++) {
      for (final int v : cliques[c].variables()) {
        if (homes[v] < 0 || cliques[c].size() < cliques[homes[v]].size()) {
          homes[v] = c;
        }
      }
    }
    this.homeLabels = new int[homes.length][];
    for (int v = 0; v < homes.length; v++) {
      homeLabels[v] = cliques[homes[v]].projection(v);
    }
  }

  /**
   * A tree from its cliques.
   *
   * @param cardinalities number of labels of each variable, at least 1
   * @param cliques the variables of each clique
   * @param parents index of each clique's parent, larger than its own; −1 at a root
   * @throws IllegalArgumentException where a parent comes before its child, a variable has no label
   *     or is in no clique, its cliques are not connected, or a clique has too many configurations
   *     for an array
   */
  public static CliqueTree of(
      final int[] cardinalities, final int[][] cliques, final int[] parents) {
    final int[] labels = cardinalities.clone();
    if (Arrays.stream(labels).anyMatch(m -> m < 1)) {
      throw new IllegalArgumentException("a variable has no label");
    }
    final int[] separate = new int[labels.length];
    final Clique[] built = new Clique[cliques.length];
    for (int c = 0; c < built.length; c++) {
      if (parents[c] != -1 && (parents[c] <= c || parents[c] >= cliques.length)) {
        throw new IllegalArgumentException("clique " + c + " does not come before its parent");
      }
      final int[] above = parents[c] < 0 ? new int[0] : cliques[parents[c]];
      built[c] = Clique.of(cliques[c].clone(), labels, parents[c], above);
      Arrays.stream(cliques[c]).forEach(v -> separate[v]++);
      Arrays.stream(built[c].separator()).forEach(v -> separate[v]--);
    }
    for (int v = 0; v < separate.length; v++) {
      if (separate[v] != 1) {
        throw new IllegalArgumentException(
            "variable " + v + " is in " + separate[v] + " separate parts of the tree, not in 1");
      }
    }
    return new CliqueTree(labels, built);
  }

  /** Number of variables. */
  public int variables() {
    return cardinalities.length;
  }

  /** Number of labels of a variable. */
  public int cardinality(final int variable) {
    return cardinalities[variable];
  }

  /** Number of cliques. */
  public int size() {
    return cliques.length;
  }

  /** The clique at an index; children come before their parents. */
  public Clique clique(final int index) {
    return cliques[index];
  }

  /** Where a clique begins in a table; for their number, where it ends. */
  public int start(final int clique) {
    return starts[clique];
  }

  /** Configurations of all cliques, the length of a table. */
  public int configurations() {
    return starts[cliques.length];
  }

  /** Where a clique begins in an array of the states of all separators. */
  public int separatorStart(final int clique) {
    return separatorStarts[clique];
  }

  /** States of the separators of all cliques; one each at the roots. */
  public int separatorStates() {
    return separatorStarts[cliques.length];
  }

  /** The smallest clique that holds a variable. */
  public int home(final int variable) {
    return homes[variable];
  }

  /** For each configuration of a variable's home, the variable's label; only to be read. */
  public int[] homeLabels(final int variable) {
    return homeLabels[variable];
  }

  /** For each of some scopes the index of a clique that covers it, which there must be. */
  int[] homes(final int[][] scopes) {
    final int[] counts = new int[variables() + 1];
    for (int c = 0; c < size(); c++) {
      for (final int v : clique(c).variables()) {
        counts[v + 1]++;
      }
    }
    Arrays.parallelPrefix(counts, Integer::sum);
    final int[] next = counts.clone();
    final int[] holders = new int[counts[variables()]]; // cliques, by the variable they hold
    for (int c = 0; c < size(); c++) {
      for (final int v : clique(c).variables()) {
        holders[next[v]++] = c;
      }
    }
    final int[] covers = new int[scopes.length];
    for (int f = 0; f < scopes.length; f++) {
      int rarest = scopes[f][0];
      for (final int v : scopes[f]) {
        rarest = counts[v + 1] - counts[v] < counts[rarest + 1] - counts[rarest] ? v : rarest;
      }
      int at = counts[rarest];
      while (!clique(holders[at]).covers(scopes[f])) {
        at++; // one of them does
      }
      covers[f] = holders[at];
    }
    return covers;
  }
}
