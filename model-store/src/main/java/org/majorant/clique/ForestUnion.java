package org.majorant.clique;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Several forests over the same n variables as one clique tree: the k-th forest has a copy k·n + v
 * of each variable v. Its cliques are the scopes of the forests, and the copies that no scope has;
 * each separator is one variable. So what inference does to a tree it does to all forests at once.
 */
final class ForestUnion {
  private static final int NONE = -1;

  private final int n;
  private final WidestScopes scopes;
  private final List<int[]> cliques = new ArrayList<>(); // parents first, as in all of these
  private final List<Integer> parents = new ArrayList<>();
  private final List<Integer> scopeOf = new ArrayList<>();

  /**
   * @param n number of variables
   * @param forests the scopes of each, which have no loop
   */
  ForestUnion(final int n, final WidestScopes scopes, final int[][] forests) {
    this.n = n;
    this.scopes = scopes;
    for (int k = 0; k < forests.length; k++) {
      add(k * n, forests[k]);
    }
  }

  /** The tree, where children come first. */
  CliqueTree tree(final int[] cardinalities, final int forests) {
    final int[] labels = new int[forests * n];
    Arrays.setAll(labels, copy -> cardinalities[copy % n]);
    final int last = cliques.size() - 1;
    final int[][] each = new int[cliques.size()][];
    final int[] above = new int[cliques.size()];
    for (int c = 0; c <= last; c++) {
      each[c] = cliques.get(last - c);
      above[c] = parents.get(last - c) == NONE ? NONE : last - parents.get(last - c);
    }
    return CliqueTree.of(labels, each, above);
  }

  /** The scope that a clique of the tree is; −1 where it is a single copy. */
  int scopeOf(final int clique) {
    return scopeOf.get(cliques.size() - 1 - clique);
  }

  /** Adds a forest, whose copy of variable 0 is the first. */
  private void add(final int first, final int[] forest) {
    final List<List<Integer>> holders = new ArrayList<>(); // scopes by the variable that they have
    for (int v = 0; v < n; v++) {
      holders.add(new ArrayList<>());
    }
    for (final int r : forest) {
      for (final int v : scopes.scope(r)) {
        holders.get(v).add(r);
      }
    }
    for (int v = 0; v < n; v++) {
      if (holders.get(v).isEmpty()) {
        place(new int[] {first + v}, NONE, NONE);
      }
    }
    final boolean[] isPlaced = new boolean[scopes.size()];
    for (final int root : forest) {
      if (!isPlaced[root]) {
        addTree(first, root, holders, isPlaced);
      }
    }
  }

  /** Adds the scopes that hang together with one, which is the root. */
  private void addTree(
      final int first,
      final int root,
      final List<List<Integer>> holders,
      final boolean[] isPlaced) {
    isPlaced[root] = true;
    int next = cliques.size();
    place(copies(root, first), NONE, root);
    for (; next < cliques.size(); next++) {
      for (final int v : scopes.scope(scopeOf.get(next))) {
        for (final int r : holders.get(v)) {
          if (!isPlaced[r]) {
            isPlaced[r] = true;
            place(copies(r, first), next, r);
          }
        }
      }
    }
  }

  private void place(final int[] clique, final int parent, final int scope) {
    cliques.add(clique);
    parents.add(parent);
    scopeOf.add(scope);
  }

  private int[] copies(final int scope, final int first) {
    return Arrays.stream(scopes.scope(scope)).map(v -> first + v).toArray();
  }
}
