package org.majorant.clique;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Chains as clique trees. */
final class Chains {
  private Chains() {}

  /**
   * The chain whose cliques are the windows of order + 1 successive variables; of order 0, separate
   * variables; a chain no longer than a window is one clique.
   *
   * @param order how many predecessors a label depends on
   */
  static CliqueTree tree(final int length, final int labels, final int order) {
    final int window = Math.min(length, order + 1);
    final int last = length - window;
    final int[] cardinalities = new int[length];
    Arrays.fill(cardinalities, labels);
    return CliqueTree.of(
        cardinalities,
        IntStream.rangeClosed(0, last)
            .mapToObj(t -> IntStream.range(t, t + window).toArray())
            .toArray(int[][]::new),
        IntStream.rangeClosed(0, last).map(t -> order == 0 || t == last ? -1 : t + 1).toArray());
  }
}
