package org.majorant.clique;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Forests that together have all scopes of a graph with loops. Each one is what Kruskal's algorithm
 * takes when it goes by how many forests have a scope already, the least first, until none is left
 * out. So a forest spans all that it can, and has what others lack. Among those alike the variables
 * of the closest numbers come first, which makes paths and not stars: stars would take twice as
 * many forests of a dense graph. Of a grid numbered by rows there are two, all rows with one
 * column, and all columns with one row.
 *
 * <p>A forest is one of scopes here: there is at most one way from a variable to another, from
 * scope to scope by the variables that they share. So wider scopes are as good as pairs. A graph
 * without loops is one forest.
 */
final class SpanningForests {
  /** Of the variables in all forests. */
  private static final int MOST_COPIES = 1 << 17;

  /** What each takes, whatever its states, in entries of tables. */
  private static final int COPY_ENTRIES = 256;

  private final int[] cardinalities;
  private final WidestScopes scopes;
  private final int[] times; // by scope: how many forests have it
  private final int[] spans; // by scope: how far the numbers of its variables are apart
  private final int[] leaders; // by variable: of the tree that it is in

  private SpanningForests(final int[] cardinalities, final WidestScopes scopes) {
    this.cardinalities = cardinalities;
    this.scopes = scopes;
    times = new int[scopes.size()];
    spans = new int[scopes.size()];
    for (int r = 0; r < spans.length; r++) {
      final IntSummaryStatistics numbers = Arrays.stream(scopes.scope(r)).summaryStatistics();
      spans[r] = numbers.getMax() - numbers.getMin();
    }
    leaders = new int[cardinalities.length];
  }

  /**
   * @param cardinalities number of labels of each variable
   * @return the scopes of each forest, of which there is one at least
   * @throws IllegalArgumentException where the tables of all forests have more configurations than
   *     {@link GraphRoom#MOST_CONFIGURATIONS}, or there are too many forests, or no room for them
   */
  static int[][] of(final int[] cardinalities, final WidestScopes scopes, final GraphRoom room) {
    final SpanningForests forests = new SpanningForests(cardinalities, scopes);
    final List<int[]> found = new ArrayList<>();
    double configurations = 0;
    do {
      final int[] next = forests.next();
      configurations += forests.configurations(next);
      found.add(next);
      if (configurations > GraphRoom.MOST_CONFIGURATIONS
          || (long) found.size() * cardinalities.length > MOST_COPIES) {
        throw new IllegalArgumentException(
            "the forests that cover it have more than %d configurations, or %d variables"
                .formatted(GraphRoom.MOST_CONFIGURATIONS, MOST_COPIES));
      }
      room.require(
          "the forests that cover it have",
          configurations,
          (double) found.size() * cardinalities.length * COPY_ENTRIES);
    } while (Arrays.stream(forests.times).anyMatch(count -> count == 0));
    return found.toArray(int[][]::new);
  }

  private int[] next() {
    Arrays.setAll(leaders, v -> v);
    final int[] forest =
        IntStream.range(0, times.length)
            .boxed()
            .sorted(Comparator.<Integer>comparingInt(r -> times[r]).thenComparing(r -> spans[r]))
            .mapToInt(r -> r)
            .filter(r -> join(scopes.scope(r)))
            .toArray();
    Arrays.stream(forest).forEach(r -> times[r]++);
    return forest;
  }

  /** Joins the trees of a scope's variables; false, and nothing, where one tree has two of them. */
  private boolean join(final int[] scope) {
    for (int a = 0; a < scope.length; a++) {
      for (int b = 0; b < a; b++) {
        if (leader(scope[a]) == leader(scope[b])) {
          return false;
        }
      }
    }
    for (final int v : scope) {
      leaders[leader(v)] = leader(scope[0]);
    }
    return true;
  }

  private int leader(final int variable) {
    int v = variable;
    while (leaders[v] != v) {
      leaders[v] = leaders[leaders[v]];
      v = leaders[v];
    }
    return v;
  }

  /** Of a forest's cliques: its scopes, and the variables that are in none of them. */
  private double configurations(final int[] forest) {
    final boolean[] isCovered = new boolean[cardinalities.length];
    double sum = 0;
    for (final int r : forest) {
      Arrays.stream(scopes.scope(r)).forEach(v -> isCovered[v] = true);
      sum += GraphRoom.states(scopes.scope(r), cardinalities);
    }
    for (int v = 0; v < isCovered.length; v++) {
      sum += isCovered[v] ? 0 : cardinalities[v];
    }
    return sum;
  }
}
