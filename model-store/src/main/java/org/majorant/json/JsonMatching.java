package org.majorant.json;

import static org.majorant.json.ExampleJson.malformed;
import static org.majorant.schema.RejectedExample.quote;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.majorant.schema.Edge;
import org.majorant.schema.Matching;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Pair;
import org.majorant.schema.RejectedExample;

/**
 * The keys of a matching in an {@link ExampleJson}, in any order. Nodes are numbered from 0 on
 * their side:
 *
 * <pre>
 *   {"left": 2, "right": 3, "edges": [{"nodes": [0, 2], "features": {…}}, …],
 *       "unmatched": [{"right": 1, "features": {…}}, {"right": 2}],
 *       "matches": [[0, 2], [1, 0]]}
 *   {"pairs": [[{"distance": 1}, {"distance": 3}], [{"distance": 2}, null]],
 *       "matches": [[0, 1], [1, 0]]}
 * </pre>
 *
 * <p>{@code pairs} stands for the first three where most pairs may be: a row a left node, with the
 * features of each right one, null where the two cannot be matched. A node that is among {@code
 * unmatched} may stay so. {@code matches} are all that were matched, null where that was not
 * observed.
 */
final class JsonMatching {
  static final String KEYS = "left, right, edges, unmatched, matches; pairs, unmatched, matches";

  private Integer left;
  private Integer right;
  private List<Edge> edges;
  private List<Edge> pairs;
  private int rows; // of the pairs
  private int columns;
  private List<Edge> unmatched;
  private List<Pair> matches;
  private boolean given;

  /**
   * Reads the value of a key; the parser stands at its first token.
   *
   * @return whether it is one of these keys
   */
  boolean read(final String key, final JsonParser parser) throws IOException, RejectedExample {
    switch (key) {
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
    final boolean listed = left != null && right != null && edges != null;
    final boolean any = left != null || right != null || edges != null;
    if (pairs == null ? !listed : any) {
      throw malformed(
          pairs == null ? "only some of left, right, edges" : "pairs beside left, right or edges",
          KEYS);
    }
    final List<Edge> all = new ArrayList<>(pairs == null ? edges : pairs);
    if (unmatched != null) {
      all.addAll(unmatched);
    }
    return new Matching(pairs == null ? left : rows, pairs == null ? right : columns, all, matches);
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

  private static List<Edge> unmatched(final JsonParser parser) throws IOException, RejectedExample {
    final String expected = "[{\"left\": 2, \"features\": {...}}, {\"right\": 0}, ...]";
    JsonFeatures.require(parser, JsonToken.START_ARRAY, "unmatched: not an array", expected);
    final List<Edge> nodes = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonFeatures.require(parser, JsonToken.START_OBJECT, "unmatched: not an object", expected);
      final Edge node = new Edge(null, null, new NamedFeatures(List.of(), List.of()));
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        final String key = parser.currentName();
        parser.nextToken();
        switch (key) {
          case "left" -> node.setLeft(JsonFeatures.position(parser, "unmatched: left"));
          case "right" -> node.setRight(JsonFeatures.position(parser, "unmatched: right"));
          case "features", "vector" -> node.setFeatures(JsonFeatures.read(parser, key));
          default -> throw malformed("unmatched: unknown key " + quote(key), expected);
        }
      }
      if ((node.getLeft() == null) == (node.getRight() == null)) {
        throw malformed("unmatched: not one of left and right", expected);
      }
      nodes.add(node);
    }
    return nodes;
  }

  private static List<Pair> matches(final JsonParser parser) throws IOException, RejectedExample {
    if (parser.hasToken(JsonToken.VALUE_NULL)) {
      return null;
    }
    final String expected = "[[0, 3], ...], a left and a right node each; or null";
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
