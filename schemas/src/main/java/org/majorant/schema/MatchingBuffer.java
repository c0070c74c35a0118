package org.majorant.schema;

import static org.majorant.schema.GrowingArrays.copied;
import static org.majorant.schema.GrowingArrays.room;

import java.util.Arrays;
import java.util.List;

/**
 * One decoded {@link Matching}: at least one node, at most {@link #MAX_NODES}, and edges that are
 * distinct; what was observed is a matching of these edges. Here nodes have one numbering, the
 * right ones after all left ones; without sides all of them are left. An edge that joins a node
 * with itself says that the node may stay unmatched. The feature vectors are those of the edges.
 *
 * <p>An {@link ExampleDecoder} fills it from a record, {@link #set} from an object.
 *
 * <p>It is longer than others, because whatever keeps a record from being a matching has its line.
 */
public final class MatchingBuffer extends VectorsBuffer {
  /** Matchings of more nodes, both sides together, are rejected. */
  public static final int MAX_NODES = 10_000;

  /** Matchings of more candidate edges are rejected. */
  public static final int MAX_EDGES = 1 << 20;

  private static final int NONE = -1;

  /** Whether each edge joins a left node with a right one, and not any two. */
  public boolean hasSides;

  /** Number of nodes of the left side. */
  public int left;

  /** Number of nodes of the right side. */
  public int right;

  /** Both nodes of each edge, the lesser one first; twice the same where it may stay unmatched. */
  public int[] ends = new int[128];

  /** Whether the matching was observed. */
  public boolean isObserved;

  /** Whether the matching that was observed has an edge; none where it was not. */
  public boolean[] chosen = new boolean[64];

  private int matches;
  private int[] partners = new int[64]; // by node: the other one that was observed, or none
  private int[] marks = new int[64]; // by node
  private int[] newest = new int[64]; // by node: the last edge that begins there, or none
  private int[] older = new int[64]; // by edge: the one before that begins there, too

  public MatchingBuffer() {
    super(MAX_EDGES, "edges");
  }

  @Override
  void clear() {
    super.clear();
    hasSides = true;
    left = 0;
    right = 0;
    isObserved = false;
    matches = 0;
  }

  @Override
  public void forgetLabels() {
    isObserved = false;
    Arrays.fill(chosen, 0, length, false);
  }

  @Override
  DecodedExample another() {
    return new MatchingBuffer();
  }

  @Override
  void copy(final DecodedExample other) {
    super.copy(other);
    final MatchingBuffer from = (MatchingBuffer) other;
    hasSides = from.hasSides;
    left = from.left;
    right = from.right;
    ends = copied(from.ends, ends, 2 * length);
    isObserved = from.isObserved;
    chosen = copied(from.chosen, chosen, length);
  }

  @Override
  String structure() {
    return "Matching";
  }

  @Override
  void setStructure(final Object structure) throws RejectedExample {
    if (!(structure instanceof Matching matching)) {
      throw refused(structure.getClass().getSimpleName());
    }
    hasSides = matching.getRight() != null;
    begin(matching.getLeft(), hasSides ? matching.getRight() : 0);
    for (final Edge edge : matching.getEdges()) {
      join(orNone(edge.getLeft()), orNone(edge.getRight()));
      setVector(edge.getFeatures());
    }
    requireDistinct();
    final List<Pair> pairs = matching.getMatches();
    if (pairs != null) {
      isObserved = true;
      for (final Pair pair : pairs) {
        match(pair.getLeft(), pair.getRight());
      }
    }
    choose();
  }

  private static int orNone(final Integer node) throws RejectedExample {
    return node == null ? NONE : required(node);
  }

  /** A number that is negative would be taken for none. */
  private static int required(final int node) throws RejectedExample {
    if (node < 0) {
      throw new RejectedExample(
          Rejection.STRUCTURE, "an edge has the node " + node + ", and they are numbered from 0");
    }
    return node;
  }

  @Override
  void decodeStructure(final AvroCursor cursor) throws RejectedExample {
    final int leftNodes = cursor.readInt("left");
    hasSides = cursor.branch(2, "right") == 0;
    begin(leftNodes, hasSides ? cursor.readInt("right") : 0);
    for (int n = cursor.block(5, "edges"); n > 0; n = cursor.block(5, "edges")) {
      for (int i = 0; i < n; i++) {
        final int node = decodeNode(cursor, "left");
        join(node, decodeNode(cursor, "right"));
        decodeVector(cursor);
      }
    }
    requireDistinct();
    if (cursor.branch(2, "matches") == 1) {
      isObserved = true;
      for (int n = cursor.block(2, "matches"); n > 0; n = cursor.block(2, "matches")) {
        for (int i = 0; i < n; i++) {
          final int node = cursor.readInt("left");
          match(node, cursor.readInt("right"));
        }
      }
    }
    choose();
  }

  private static int decodeNode(final AvroCursor cursor, final String side) throws RejectedExample {
    return cursor.branch(2, side) == 0 ? NONE : required(cursor.readInt(side));
  }

  private void begin(final int leftNodes, final int rightNodes) throws RejectedExample {
    if (leftNodes < 0 || rightNodes < 0) {
      throw new RejectedExample(
          Rejection.STRUCTURE,
          hasSides
              ? "sides of " + leftNodes + " and " + rightNodes + " nodes"
              : leftNodes + " nodes");
    }
    final long nodes = (long) leftNodes + rightNodes;
    if (nodes == 0 || nodes > MAX_NODES) {
      throw new RejectedExample(
          Rejection.LENGTH,
          nodes == 0 ? "a matching needs a node" : nodes + " nodes, and the limit is " + MAX_NODES);
    }
    left = leftNodes;
    right = rightNodes;
    partners = room(partners, left + right);
    marks = room(marks, left + right);
    newest = room(newest, left + right);
    Arrays.fill(partners, 0, left + right, NONE);
  }

  /** Takes the nodes of the next edge, whose features follow. */
  private void join(final int leftNode, final int rightNode) throws RejectedExample {
    if (leftNode == NONE && (rightNode == NONE || !hasSides)) {
      throw new RejectedExample(
          Rejection.STRUCTURE,
          "edge %d has %s"
              .formatted(length, hasSides ? "neither a left nor a right node" : "no left node"));
    }
    requireNodes("edge", length, leftNode, rightNode, Rejection.STRUCTURE);
    final int other = rightNode == NONE ? leftNode : numbered(rightNode);
    final int node = leftNode == NONE ? other : leftNode;
    if (!hasSides && leftNode == rightNode) {
      throw new RejectedExample(
          Rejection.STRUCTURE,
          "edge %d joins node %d with itself: give it alone if it may stay unmatched"
              .formatted(length, leftNode));
    }
    ends = room(ends, 2 * length + 2);
    ends[2 * length] = Math.min(node, other);
    ends[2 * length + 1] = Math.max(node, other);
  }

  /** The number here of a node that is the second of an edge or of a pair. */
  private int numbered(final int rightNode) {
    return hasSides ? left + rightNode : rightNode;
  }

  private void requireNodes(
      final String what,
      final int number,
      final int leftNode,
      final int rightNode,
      final Rejection reason)
      throws RejectedExample {
    final int others = hasSides ? right : left;
    if (leftNode >= left || rightNode >= others) {
      final boolean isLeft = leftNode >= left;
      final String side = isLeft ? "left " : "right ";
      throw new RejectedExample(
          reason,
          "%s %d has the %snode %d, and there are %d, from 0"
              .formatted(
                  what,
                  number,
                  hasSides ? side : "",
                  isLeft ? leftNode : rightNode,
                  isLeft ? left : others));
    }
  }

  /** No two edges have the same nodes: those that begin at a node mark where they lead to. */
  private void requireDistinct() throws RejectedExample {
    older = room(older, length);
    Arrays.fill(newest, 0, left + right, NONE);
    Arrays.fill(marks, 0, left + right, NONE);
    for (int e = 0; e < length; e++) {
      older[e] = newest[ends[2 * e]];
      newest[ends[2 * e]] = e;
    }
    for (int v = 0; v < left + right; v++) {
      for (int e = newest[v]; e != NONE; e = older[e]) {
        final int other = ends[2 * e + 1];
        if (marks[other] == v) {
          throw new RejectedExample(Rejection.STRUCTURE, edge(v, other) + " twice");
        }
        marks[other] = v;
      }
    }
  }

  private String edge(final int v, final int other) {
    return v == other
        ? "it is said that %s may stay unmatched,".formatted(node(v))
        : "%s and %s are joined".formatted(node(v), node(other));
  }

  private String node(final int v) {
    if (!hasSides) {
      return "node " + v;
    }
    return v < left ? "left node " + v : "right node " + (v - left);
  }

  /** Takes a pair that was observed. */
  private void match(final int leftNode, final int rightNode) throws RejectedExample {
    if (leftNode < 0 || rightNode < 0) {
      throw new RejectedExample(
          Rejection.LABEL,
          "match %d has the nodes %d and %d".formatted(matches, leftNode, rightNode));
    }
    requireNodes("match", matches, leftNode, rightNode, Rejection.LABEL);
    final int other = numbered(rightNode);
    if (leftNode == other) {
      throw new RejectedExample(
          Rejection.LABEL,
          "match %d has node %d twice: a node that is alone has none".formatted(matches, other));
    }
    if (partners[leftNode] != NONE || partners[other] != NONE) {
      throw new RejectedExample(
          Rejection.LABEL,
          node(partners[leftNode] == NONE ? other : leftNode) + " is matched twice");
    }
    matches++;
    partners[leftNode] = other;
    partners[other] = leftNode;
  }

  /** Finds the edges of what was observed; each node has one, or it is none of the matchings. */
  private void choose() throws RejectedExample {
    chosen = room(chosen, length);
    Arrays.fill(marks, 0, left + right, NONE);
    for (int e = 0; e < length; e++) {
      final int v = ends[2 * e];
      final int other = ends[2 * e + 1];
      chosen[e] = isObserved && partners[v] == (v == other ? NONE : other);
      if (chosen[e]) {
        marks[v] = e;
        marks[other] = e;
      }
    }
    for (int v = 0; isObserved && v < left + right; v++) {
      if (marks[v] == NONE) {
        throw new RejectedExample(
            Rejection.LABEL,
            partners[v] == NONE
                ? node(v) + " is not matched, and may not stay unmatched"
                : "%s is matched with %s, and no edge joins them"
                    .formatted(node(v), node(partners[v])));
      }
    }
  }
}
