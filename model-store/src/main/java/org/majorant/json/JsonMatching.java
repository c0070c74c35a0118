package org.majorant.json;

import static org.majorant.json.ExampleJson.malformed;
import static org.majorant.schema.RejectedExample.quote;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.majorant.schema.Edge;
import org.majorant.schema.Matching;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Pair;
import org.majorant.schema.RejectedExample;

/**
 * The keys of a matching in an {@link ExampleJson}, in any order. Nodes are numbered from 0, on
 * their side where they have one:
 *
 * <pre>
 *   {"left": 2, "right": 3, "edges": [{"nodes": [0, 2], "features": {…}}, …],
 *       "unmatched": [{"right": 1, "features": {…}}, {"right": 2}],
 *       "matches": [[0, 2], [1, 0]]}
 *   {"pairs": [[{"distance": 1}, {"distance": 3}], [{"distance": 2}, null]],
 *       "matches": [[0, 1], [1, 0]]}
 *   {"nodes": 3, "edges": [{"nodes": [0, 2], "features": {…}}, …],
 *       "unmatched": [{"node": 1, "features": {…}}],
 *       "matches": [[0, 2]]}
 * </pre>
 *
 * <p>Of the last kind any two nodes may be joined. {@code pairs} stands for the first three where
 * most pairs may be: a row a left node, with the features of each right one, null where the two
 * cannot be matched. A node that is among {@code unmatched} may stay so. {@code matches} are all
 * that were matched, null where that was not observed.
 */
final class JsonMatching {
  static final String KEYS =
      "left, right, edges, unmatched, matches; pairs, unmatched, matches;"
          + " nodes, edges, unmatched, matches";

  private static final String UNMATCHED =
      "[{\"left\": 2, \"features\": {...}}, {\"right\": 0}, ...], or without sides [{\"node\": 2}, ...]";

  private Integer nodes;
  private Integer left;
  private Integer right;
  private List<Edge> edges;
  private List<Edge> pairs;
  private int rows; // of the pairs
  private int columns;
  private List<Edge> unmatched;
  private boolean sided; // a node of a side is among the unmatched
  private boolean plain; // a node that has none is
  private List<Pair> matches;
  private boolean given;

  /**
   * Reads the value of a key; the parser stands at its first token.
   *
   * @return whether it is one of these keys
   */
  boolean read(final String key, final JsonParser parser) throws IOException, RejectedExample {
    switch (key) {
      case "nodes" -> nodes = JsonFeatures.position(parser, key);
      case "left" -> left = JsonFeatures.position(parser, key);
      case "right" -> right = JsonFeatures.position(parser, key);
      case "edges" -> edges = edges(parser);
      case "pairs" -> pairs = pairs(parser);
      case "unmatched" -> unmatched = unmatched(parser);
      case "matches" -> matches = matches(parser);
      default -> {
        return false;
      }
    }
    given = true;
    return true;
  }

  /** Whether there was any of its keys. */
  boolean isGiven() {
    return given;
  }

  Matching build() throws RejectedExample {
    require();
    final List<Edge> all = new ArrayList<>(pairs == null ? edges : pairs);
    if (unmatched != null) {
      all.addAll(unmatched);
    }
    if (nodes != null) {
      return new Matching(nodes, null, all, matches);
    }
    return new Matching(pairs == null ? left : rows, pairs == null ? right : columns, all, matches);
  }

  /** Requires one of the three kinds, whole and alone. */
  private void require() throws RejectedExample {
    final boolean side = left != null || right != null;
    if (pairs != null && (side || edges != null || nodes != null)) {
      throw malformed("pairs beside left, right, edges or nodes", KEYS);
    }
    if (nodes != null && (side || edges == null)) {
      throw malformed(side ? "nodes beside left or right" : "nodes without edges", KEYS);
    }
    if (pairs == null && nodes == null && (left == null || right == null || edges == null)) {
      throw malformed("only some of left, right, edges", KEYS);
    }
    if (nodes == null ? plain : sided) {
      throw malformed(
          nodes == null ? "unmatched: node, and not left or right" : "unmatched: not node",
          UNMATCHED);
    }
  }

  private static List<Edge> edges(final JsonParser parser) throws IOException, RejectedExample {
    final String expected = "[{\"nodes\": [0, 3], \"features\": {...}}, ...]";
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "edges: not an array", expected);
    final List<Edge> edges = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonFeatures.require(parser, JsonToken.START_OBJECT, "edges: not an object", expected);
      final Edge edge = new Edge();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        final String key = parser.currentName();
        parser.nextToken();
        switch (key) {
          case "nodes" -> {
            final Pair nodes = pair(parser, "edges: nodes", expected);
            edge.setLeft(nodes.getLeft());
            edge.setRight(nodes.getRight());
          }
          case "features", "vector" -> edge.setFeatures(JsonFeatures.read(parser, key));
          default -> throw malformed("edges: unknown key " + quote(key), expected);
        }
      }
      if (edge.getLeft() == null || edge.getFeatures() == null) {
        throw malformed("edges: no nodes or no features", expected);
      }
      edges.add(edge);
    }
    return edges;
  }

  private List<Edge> pairs(final JsonParser parser) throws IOException, RejectedExample {
    final String expected = "[[{\"name\": value, ...}, ...], ...], null where there is no edge";
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "pairs: not an array", expected);
    final List<Edge> found = new ArrayList<>();
    rows = 0;
    columns = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonFeatures.require(
          parser, JsonToken.START_ARRAY, "pairs: not an array of arrays", expected);
      int column = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (!parser.hasToken(JsonToken.VALUE_NULL)) {
          found.add(new Edge(rows, column, JsonFeatures.named(parser, "pairs")));
        }
        column++;
      }
      if (rows > 0 && column != columns) {
        throw malformed(
            "pairs: row %d has %d, and row 0 has %d".formatted(rows, column, columns), expected);
      }
      columns = column;
      rows++;
    }
    return found;
  }

  private List<Edge> unmatched(final JsonParser parser) throws IOException, RejectedExample {
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "unmatched: not an array", UNMATCHED);
    final List<Edge> alone = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonFeatures.require(parser, JsonToken.START_OBJECT, "unmatched: not an object", UNMATCHED);
      alone.add(alone(parser));
    }
    return alone;
  }

  private Edge alone(final JsonParser parser) throws IOException, RejectedExample {
    final Edge edge = new Edge(null, null, new NamedFeatures(List.of(), List.of()));
    Integer node = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      final String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "node" -> node = JsonFeatures.position(parser, "unmatched: node");
        case "left" -> edge.setLeft(JsonFeatures.position(parser, "unmatched: left"));
        case "right" -> edge.setRight(JsonFeatures.position(parser, "unmatched: right"));
        case "features", "vector" -> edge.setFeatures(JsonFeatures.read(parser, key));
        default -> throw malformed("unmatched: unknown key " + quote(key), UNMATCHED);
      }
    }
    if (Stream.of(node, edge.getLeft(), edge.getRight()).filter(Objects::nonNull).count() != 1) {
      throw malformed("unmatched: not one of left, right and node", UNMATCHED);
    }
    sided |= node == null;
    plain |= node != null;
    if (node != null) {
      edge.setLeft(node);
    }
    return edge;
  }

  private static List<Pair> matches(final JsonParser parser) throws IOException, RejectedExample {
    if (parser.hasToken(JsonToken.VALUE_NULL)) {
      return null;
    }
    final String expected =
        "[[0, 3], ...], two nodes each, of two sides the left one first; or null";
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "matches: not an array", expected);
    final List<Pair> matches = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      matches.add(pair(parser, "matches", expected));
    }
    return matches;
  }

  private static Pair pair(final JsonParser parser, final String key, final String expected)
      throws IOException, RejectedExample {
    final List<Integer> nodes = JsonFeatures.positions(parser, key, false);
    if (nodes.size() != 2) {
      throw malformed(key + ": " + nodes.size() + " nodes", expected);
    }
    return new Pair(nodes.get(0), nodes.get(1));
  }
}
