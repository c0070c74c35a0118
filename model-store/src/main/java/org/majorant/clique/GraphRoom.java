package org.majorant.clique;

/**
 * How much memory the tables of a graph may take. A record of some KB can describe a clique of a
 * million configurations, and each variable and each factor has a table as large as its clique. So
 * their sizes are added up, and compared with this, before any of them is allocated.
 */
public final class GraphRoom {
  /** Of all cliques together: what inference takes time for, however large the heap is. */
  static final int MOST_CONFIGURATIONS = 1 << 20;

  /** What learning takes for each of them, with the probe. */
  public static final int CONFIGURATION_BYTES = 800;

  /** No more than the limit of configurations. */
  public static final GraphRoom WIDEST = new GraphRoom(Long.MAX_VALUE);

  private static final int ENTRY_BYTES = Integer.BYTES;

  private final long bytes;

  public GraphRoom(final long bytes) {
    this.bytes = bytes;
  }

  /** What graphs may take that are kept for the next examples. */
  long kept() {
    return Math.min(bytes / 2, 1 << 26);
  }

  /** What a graph takes that has tables of so many entries for variables and factors. */
  static double bytes(final double configurations, final double entries) {
    return configurations * CONFIGURATION_BYTES + entries * ENTRY_BYTES;
  }

  /** The joint states of some variables; as a double they do not overflow. */
  static double states(final int[] variables, final int[] cardinalities) {
    double states = 1;
    for (final int v : variables) {
      states *= cardinalities[v];
    }
    return states;
  }

  /**
   * Refuses what is too large.
   *
   * @param what has the configurations, for the message
   * @throws IllegalArgumentException with the limit that it breaks
   */
  void require(final String what, final double configurations, final double entries) {
    if (configurations > MOST_CONFIGURATIONS) {
      throw new IllegalArgumentException(
          "%s %.0f configurations, and the limit is %d"
              .formatted(what, configurations, MOST_CONFIGURATIONS));
    }
    if (bytes(configurations, entries) > bytes) {
      throw new IllegalArgumentException(
          "%s %.0f configurations, whose tables take up to %.0f MB, and the heap has room for %d MB"
              .formatted(
                  what,
                  configurations,
                  Math.ceil(bytes(configurations, entries) / (1 << 20)),
                  bytes >> 20));
    }
  }
}
