package org.majorant.features;

import java.util.Arrays;
import org.majorant.matching.MatchingGraph;
import org.majorant.schema.MatchingBuffer;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * A matching in the index space of a model, with a row for each candidate edge. An edge from a node
 * to itself says that the node may stay alone. The structure is kept from one example to the next,
 * where that has the same edges.
 */
public final class SparseMatching extends SparseRows {
  /** Its structure. */
  public MatchingGraph graph;

  /** Whether the matching was observed. */
  public boolean isObserved;

  /** Whether the matching that was observed has an edge; may be longer. */
  public boolean[] chosen = {};

  /** How many decisions make a matching as observed: its edges, those of single nodes too. */
  public int decisions;

  private int[] ends = {}; // that the structure was made of
  private int left;
  private int right;

  public SparseMatching() {}

  private SparseMatching(final SparseMatching x) {
    super(x);
    graph = x.graph;
    isObserved = x.isObserved;
    chosen = Arrays.copyOf(x.chosen, length);
    decisions = x.decisions;
  }

  @Override
  public SparseMatching withoutFeatures(final Dimensions sizes) {
    return new SparseMatching(this);
  }

  @Override
  public boolean isLabeled() {
    return isObserved;
  }

  @Override
  public int observed() {
    return decisions;
  }

  @Override
  public boolean isWhole() {
    return isObserved;
  }

  /**
   * Takes a decoded matching.
   *
   * @throws RejectedExample where an edge's features do not fit the model, there are more edges
   *     than it takes, or they contain no matching; this is undefined then
   */
  public void fill(final MatchingBuffer in, final FeatureSpace space) throws RejectedExample {
    if (in.length > space.maxEdges()) {
      throw new RejectedExample(
          Rejection.LENGTH, in.length + " edges, and the spec's max-edges is " + space.maxEdges());
    }
    clear(space.weight(in));
    final double edges = (double) in.length * ExampleRoom.EDGE;
    requireRoom(in, space, edges);
    appendRows(in, space);
    final double atNodes = ((double) in.left + in.right) * ExampleRoom.NODE_FEATURE;
    requireRoom(space, edges, ExampleRoom.WEIGHT + atNodes);
    connect(in);
    isObserved = in.isObserved;
    if (chosen.length < length) {
      chosen = new boolean[2 * length];
    }
    System.arraycopy(in.chosen, 0, chosen, 0, length);
    decisions = 0;
    for (int e = 0; e < length; e++) {
      decisions += chosen[e] ? 1 : 0;
    }
  }

  private void connect(final MatchingBuffer in) throws RejectedExample {
    if (graph != null
        && graph.hasSides() == in.hasSides
        && left == in.left
        && right == in.right
        && ends.length == 2 * in.length
        && Arrays.equals(ends, 0, ends.length, in.ends, 0, ends.length)) {
      return;
    }
    graph = null;
    try {
      graph =
          in.hasSides
              ? MatchingGraph.bipartite(in.left, in.right, in.length, in.ends)
              : MatchingGraph.general(in.left, in.length, in.ends);
    } catch (final IllegalArgumentException e) {
      throw new RejectedExample(Rejection.STRUCTURE, e.getMessage());
    }
    left = in.left;
    right = in.right;
    ends = Arrays.copyOf(in.ends, 2 * in.length);
  }
}
