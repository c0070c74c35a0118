package org.majorant.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.majorant.matching.MatchingGraph;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Edge;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.Pair;
import org.majorant.schema.SparseVector;

/**
 * A perfect matching that was observed, and the features of all edges that could have been in it.
 *
 * @param features an edge's; a record has them as floats
 * @param chosen whether the matching has an edge
 */
public record KnownMatching(MatchingGraph graph, double[][] features, boolean[] chosen) {
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);

  /** All edges between n nodes and n others, row by row. */
  public static MatchingGraph square(final int n) {
    final int[] ends =
        IntStream.range(0, n * n).flatMap(e -> IntStream.of(e / n, n + e % n)).toArray();
    return MatchingGraph.bipartite(n, n, n * n, ends);
  }

  /** All edges between any two of n nodes. */
  public static MatchingGraph complete(final int n) {
    final int[] ends =
        IntStream.range(0, n)
            .flatMap(i -> IntStream.range(i + 1, n).flatMap(j -> IntStream.of(i, j)))
            .toArray();
    return MatchingGraph.general(n, ends.length / 2, ends);
  }

  /** How many edges the matching has. */
  public int pairs() {
    return graph.nodes() / 2;
  }

  /** Length of an edge's features. */
  public int width() {
    return features[0].length;
  }

  /** θᵀφ of each edge. */
  public double[] scores(final double[] weights) {
    return scores(features, weights);
  }

  /** The same of edges that no matching is known of. */
  public static double[] scores(final double[][] features, final double[] weights) {
    return Arrays.stream(features).mapToDouble(x -> dot(weights, x)).toArray();
  }

  /** The score of the matching. */
  public double score(final double[] scores) {
    return IntStream.range(0, scores.length)
        .filter(e -> chosen[e])
        .mapToDouble(e -> scores[e])
        .sum();
  }

  /** xᵀy, compensated, so that what ought to be equal is. */
  public static double dot(final double[] x, final double[] y) {
    return IntStream.range(0, x.length).mapToDouble(k -> x[k] * y[k]).sum();
  }

  /** As it stands on a topic. */
  public byte[] record() {
    final int shift = Math.max(0, graph.left());
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> matches = new ArrayList<>();
    for (int e = 0; e < features.length; e++) {
      final int first = graph.first(e);
      final int second = graph.second(e) - shift;
      edges.add(new Edge(first, second, sparse(features[e])));
      if (chosen[e]) {
        matches.add(new Pair(first, second));
      }
    }
    final Matching matching =
        graph.hasSides()
            ? new Matching(shift, graph.nodes() - shift, edges, matches)
            : new Matching(graph.nodes(), null, edges, matches);
    return RECORDS.encode(new LabeledExample(null, null, 1.0, matching));
  }

  private static SparseVector sparse(final double[] x) {
    final List<Integer> at = IntStream.range(0, x.length).filter(k -> x[k] != 0).boxed().toList();
    return new SparseVector(at, at.stream().map(k -> (float) x[k]).toList());
  }
}
