package org.majorant.clique;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A junction tree by variable elimination in the min-fill order: eliminate the variable that adds
 * the fewest edges among its neighbours; it and they are a clique, whose parent is that of the
 * neighbour eliminated next. Cliques contained in a child are absorbed by it.
 *
 * <p>Variables of more neighbours than the width allows have to wait, so that all costs go by the
 * width and not by the largest degree.
 */
final class Elimination {
  private static final int LATER = Integer.MAX_VALUE;

  private final int maxWidth;
  private final BitSet[] neighbours;
  private final int[] fill; // LATER where there are too many neighbours
  private final BitSet remaining = new BitSet();
  private final int[] rank;
  private final List<BitSet> cliques = new ArrayList<>();

  private Elimination(final int variables, final int[][] scopes, final int maxWidth) {
    this.maxWidth = maxWidth;
    neighbours = new BitSet[variables];
    for (int v = 0; v < variables; v++) {
      neighbours[v] = new BitSet();
    }
    for (final int[] scope : scopes) {
      for (final int v : scope) {
        for (final int w : scope) {
          neighbours[v].set(w);
        }
      }
    }
    remaining.set(0, variables);
    fill = new int[variables];
    rank = new int[variables];
    for (int v = 0; v < variables; v++) {
      neighbours[v].clear(v);
      fill[v] = fillOf(v);
    }
  }

  /**
   * @throws IllegalArgumentException where a clique has more than maxWidth + 1 variables, or the
   *     cliques too many configurations
   */
  static CliqueTree run(
      final int[] cardinalities, final int[][] scopes, final int maxWidth, final GraphRoom room) {
    final Elimination elimination = new Elimination(cardinalities.length, scopes, maxWidth);
    for (int step = 0; step < cardinalities.length; step++) {
      elimination.eliminate(elimination.next(), step);
    }
    return elimination.tree(cardinalities, room);
  }

  private int next() {
    int best = remaining.nextSetBit(0);
    for (int v = best; v >= 0 && fill[best] > 0; v = remaining.nextSetBit(v + 1)) {
      if (fill[v] < fill[best]) {
        best = v;
      }
    }
    if (fill[best] == LATER) {
      throw new IllegalArgumentException(
          "elimination meets tree-width %d, and the limit is %d"
              .formatted(
                  remaining.stream().map(v -> neighbours[v].cardinality()).min().orElse(0),
                  maxWidth));
    }
    return best;
  }

  private void eliminate(final int variable, final int step) {
    final BitSet around = neighbours[variable];
    final BitSet clique = (BitSet) around.clone();
    clique.set(variable);
    cliques.add(clique);
    rank[variable] = step;
    remaining.clear(variable);
    final BitSet changed = (BitSet) around.clone();
    for (int v = around.nextSetBit(0); v >= 0; v = around.nextSetBit(v + 1)) {
      neighbours[v].clear(variable);
      for (int w = around.nextSetBit(v + 1); w >= 0; w = around.nextSetBit(w + 1)) {
        if (!neighbours[v].get(w)) {
          // What both have for a neighbour has one edge less to fill.
          final BitSet common = (BitSet) neighbours[v].clone();
          common.and(neighbours[w]);
          changed.or(common);
          neighbours[v].set(w);
          neighbours[w].set(v);
        }
      }
    }
    for (int v = changed.nextSetBit(0); v >= 0; v = changed.nextSetBit(v + 1)) {
      fill[v] = fillOf(v);
    }
  }

  private int fillOf(final int variable) {
    final BitSet around = neighbours[variable];
    if (around.cardinality() > maxWidth) {
      return LATER;
    }
    int missing = 0;
    for (int v = around.nextSetBit(0); v >= 0; v = around.nextSetBit(v + 1)) {
      for (int w = around.nextSetBit(v + 1); w >= 0; w = around.nextSetBit(w + 1)) {
        missing += neighbours[v].get(w) ? 0 : 1;
      }
    }
    return missing;
  }

  private CliqueTree tree(final int[] cardinalities, final GraphRoom room) {
    final int n = cliques.size();
    final int[] parents = new int[n];
    for (int c = 0; c < n; c++) {
      final int step = c;
      parents[c] = cliques.get(c).stream().map(v -> rank[v]).filter(r -> r > step).min().orElse(-1);
    }
    final boolean[] absorbed = new boolean[n];
    for (int c = 0; c < n; c++) {
      absorbInto(c, parents, absorbed);
    }
    final int[] index = new int[n];
    int kept = 0;
    for (int c = 0; c < n; c++) {
      index[c] = absorbed[c] ? -1 : kept++;
    }
    final int[][] variables = new int[kept][];
    final int[] above = new int[kept];
    for (int c = 0; c < n; c++) {
      if (!absorbed[c]) {
        variables[index[c]] = cliques.get(c).stream().toArray();
        above[index[c]] = parents[c] < 0 ? -1 : index[parents[c]];
      }
    }
    requireRoom(variables, cardinalities, room);
    return CliqueTree.of(cardinalities, variables, above);
  }

  private static void requireRoom(
      final int[][] cliques, final int[] cardinalities, final GraphRoom room) {
    double sum = 0;
    double entries = 0;
    for (final int[] clique : cliques) {
      final double size = GraphRoom.states(clique, cardinalities);
      sum += size;
      entries += size * clique.length;
    }
    room.require("the cliques of its junction tree have", sum, entries);
  }

  /** A clique within one of its children takes over that child's variables and children. */
  private void absorbInto(final int c, final int[] parents, final boolean[] absorbed) {
    for (int child = 0; child < c; child++) {
      if (parents[child] == c && !absorbed[child] && within(cliques.get(c), cliques.get(child))) {
        absorbed[child] = true;
        cliques.set(c, cliques.get(child));
        for (int b = 0; b < child; b++) {
          parents[b] = parents[b] == child ? c : parents[b];
        }
        return;
      }
    }
  }

  private static boolean within(final BitSet small, final BitSet large) {
    final BitSet rest = (BitSet) small.clone();
    rest.andNot(large);
    return rest.isEmpty();
  }
}
