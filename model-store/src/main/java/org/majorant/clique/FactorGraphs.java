package org.majorant.clique;

import java.nio.IntBuffer;
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
  private final Map<IntBuffer, FactorGraph> graphs = new LinkedHashMap<>(64, 0.75f, true);
  private IntBuffer probe = IntBuffer.allocate(64); // cardinalities and scopes of what is asked for
  private double bytes;

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
    final int size = 1 + variables + factors + starts[factors];
    probe = probe.capacity() < size ? IntBuffer.allocate(2 * size) : probe.clear();
    probe.put(variables).put(cardinalities, 0, variables);
    probe.put(starts, 1, factors).put(scopes, 0, starts[factors]).flip();
    final FactorGraph known = graphs.get(probe);
    if (known != null) {
      return known;
    }
    final int[][] each = new int[factors][];
    for (int f = 0; f < factors; f++) {
      each[f] = Arrays.copyOfRange(scopes, starts[f], starts[f + 1]);
    }
    final FactorGraph graph = structure.apply(Arrays.copyOf(cardinalities, variables), each);
    final IntBuffer key = IntBuffer.allocate(size).put(probe).flip();
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

  private static double bytes(final IntBuffer key, final FactorGraph graph) {
    return (double) NUMBER_BYTES * key.limit() + graph.bytes();
  }
}
