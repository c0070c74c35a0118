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
  /** What a number of a key stands for: a variable, a factor, or one of a factor's variables. */
  private static final int NUMBER_BYTES = 64;

  private static final int MOST_KEPT = 4096;

  private final BiFunction<int[], int[][], FactorGraph> structure;
  private final long kept; // bytes of all graphs; at least the latest graph is kept
  private final Map<Key, FactorGraph> graphs = new LinkedHashMap<>(64, 0.75f, true);
  private final Key probe = new Key();
  private double bytes;

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
   * @param structure finds that of a new graph from its cardinalities and scopes
   * @param room of each of them, which says how many are kept, too
   */
  public FactorGraphs(
      final BiFunction<int[], int[][], FactorGraph> structure, final GraphRoom room) {
    this.structure = structure;
    kept = room.kept();
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
    final Key key = probe.copy();
    graphs.put(key, graph);
    bytes += bytes(key, graph);
    final var eldest = graphs.entrySet().iterator();
    while ((bytes > kept || graphs.size() > MOST_KEPT) && graphs.size() > 1) {
      final var next = eldest.next();
      bytes -= bytes(next.getKey(), next.getValue());
      eldest.remove();
    }
    return graph;
  }

  private static double bytes(final Key key, final FactorGraph graph) {
    return (double) NUMBER_BYTES * key.size + graph.bytes();
  }
}
