package org.majorant.clique;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Keeps the latest factor graphs by their structure. In a stream the same structures come again and
 * again, and finding their trees costs more than inference. Thread-safe.
 */
public final class FactorGraphs {
  /** Configurations of the graphs kept, all cliques together; at least the latest graph is. */
  private static final long KEPT = 1 << 20;

  private static final int MOST_KEPT = 4096;

  private final BiFunction<int[], int[][], FactorGraph> structure;
  private final Map<Key, FactorGraph> graphs = new LinkedHashMap<>(64, 0.75f, true);
  private final Key probe = new Key();
  private long configurations;

  /** Cardinalities and scopes in one row; what asks is filled anew each time. */
  private static final class Key {
    private int[] row = new int[64];
    private int size;

    private void fill(
        final int variables,
        final int[] cardinalities,
        final int factors,
        final int[] starts,
        final int[] scopes) {
      size = 1 + variables + factors + starts[factors];
      if (row.length < size) {
        row = new int[2 * size];
      }
      row[0] = variables;
      System.arraycopy(cardinalities, 0, row, 1, variables);
      System.arraycopy(starts, 1, row, 1 + variables, factors);
      System.arraycopy(scopes, 0, row, 1 + variables + factors, starts[factors]);
    }

    private Key copy() {
      final Key copy = new Key();
      copy.row = Arrays.copyOf(row, size);
      copy.size = size;
      return copy;
    }

    @Override
    public boolean equals(final Object other) {
      return other instanceof Key key && Arrays.equals(row, 0, size, key.row, 0, key.size);
    }

    @Override
    public int hashCode() {
      int hash = 1;
      for (int i = 0; i < size; i++) {
        hash = 31 * hash + row[i];
      }
      return hash;
    }
  }

  /**
   * @param structure finds that of a new graph from its cardinalities and scopes, as {@link
   *     FactorGraph#cover} does
   */
  public FactorGraphs(final BiFunction<int[], int[][], FactorGraph> structure) {
    this.structure = structure;
  }

  /**
   * The graph of some factors; arrays may be longer than they say.
   *
   * @param cardinalities number of labels of each variable
   * @param starts of the scopes in {@code scopes}, one a factor and one more
   * @param scopes distinct variables
   * @throws IllegalArgumentException where it has none
   */
  public synchronized FactorGraph of(
      final int variables,
      final int[] cardinalities,
      final int factors,
      final int[] starts,
      final int[] scopes) {
    probe.fill(variables, cardinalities, factors, starts, scopes);
    final FactorGraph known = graphs.get(probe);
    if (known != null) {
      return known;
    }
    final int[][] each = new int[factors][];
    for (int f = 0; f < factors; f++) {
      each[f] = Arrays.copyOfRange(scopes, starts[f], starts[f + 1]);
    }
    final FactorGraph graph = structure.apply(Arrays.copyOf(cardinalities, variables), each);
    graphs.put(probe.copy(), graph);
    configurations += graph.tree().configurations();
    final var eldest = graphs.values().iterator();
    while ((configurations > KEPT || graphs.size() > MOST_KEPT) && graphs.size() > 1) {
      configurations -= eldest.next().tree().configurations();
      eldest.remove();
    }
    return graph;
  }
}
