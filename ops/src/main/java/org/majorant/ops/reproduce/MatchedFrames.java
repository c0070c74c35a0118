package org.majorant.ops.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.majorant.matching.MatchingGraph;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.Edge;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Matching;
import org.majorant.schema.Pair;
import org.majorant.schema.SparseVector;

/**
 * Two frames of a film, and which landmark of one is which of the other. A candidate edge has as
 * features how far the descriptions of its two landmarks are from each other, number by number:
 *
 * <pre>
 *   φ_ij = −(c_i − c'_j)² / n      c: such as the counts of a shape context, n landmarks
 * </pre>
 *
 * @param features an edge's, row by row: of landmark i of the one with each j of the other
 * @param columns the landmark of the other frame that each one of the first is
 */
public record MatchedFrames(double[][] features, int[] columns) {
  private static final AvroSerde<LabeledExample> RECORDS = AvroSerde.of(LabeledExample.class);

  /**
   * @param one what describes landmarks, a row each
   * @param other of the same landmarks in the same order, which are shuffled
   */
  public static MatchedFrames of(final double[][] one, final double[][] other, final long seed) {
    final int n = one.length;
    final List<Integer> order = new ArrayList<>(IntStream.range(0, n).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    final double[][] features = new double[n * n][];
    final int[] columns = new int[n];
    for (int j = 0; j < n; j++) {
      columns[order.get(j)] = j;
      for (int i = 0; i < n; i++) {
        features[i * n + j] = distances(one[i], other[order.get(j)], n);
      }
    }
    return new MatchedFrames(features, columns);
  }

  private static double[] distances(final double[] one, final double[] other, final int n) {
    return IntStream.range(0, one.length)
        .mapToDouble(b -> -(one[b] - other[b]) * (one[b] - other[b]) / n)
        .toArray();
  }

  /** Landmarks of a frame. */
  public int size() {
    return columns.length;
  }

  /** Whether an edge joins a landmark with itself. */
  public boolean isRight(final int edge) {
    return columns[edge / size()] == edge % size();
  }

  /** All edges between the landmarks of two frames. */
  MatchingGraph graph() {
    final int n = size();
    final int[] ends =
        IntStream.range(0, n * n).flatMap(e -> IntStream.of(e / n, n + e % n)).toArray();
    return MatchingGraph.bipartite(n, n, n * n, ends);
  }

  /** θᵀφ of each edge. */
  double[] scores(final double[] weights) {
    return Arrays.stream(features)
        .mapToDouble(x -> IntStream.range(0, x.length).mapToDouble(b -> weights[b] * x[b]).sum())
        .toArray();
  }

  /** As it stands on a topic. */
  public byte[] record() {
    final List<Edge> edges = new ArrayList<>();
    for (int e = 0; e < features.length; e++) {
      edges.add(new Edge(e / size(), e % size(), sparse(features[e])));
    }
    final List<Pair> matches =
        IntStream.range(0, size()).mapToObj(i -> new Pair(i, columns[i])).toList();
    final Matching matching = new Matching(size(), size(), edges, matches);
    return RECORDS.encode(new LabeledExample(null, null, 1.0, matching));
  }

  private static SparseVector sparse(final double[] x) {
    final List<Integer> bins = IntStream.range(0, x.length).filter(b -> x[b] != 0).boxed().toList();
    return new SparseVector(bins, bins.stream().map(b -> (float) x[b]).toList());
  }
}
