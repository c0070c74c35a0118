package org.majorant.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MatchingDecodingTest extends DecodingTest<MatchingBuffer> {
  MatchingDecodingTest() {
    super(new MatchingBuffer());
  }

  @Override
  LabeledExample any(final SplittableRandom random) {
    return Examples.matching(random);
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        fault(0, 0, List.of(), null, Rejection.LENGTH, "a matching needs a node"),
        fault(10_000, 1, List.of(), null, Rejection.LENGTH, "10001 nodes, and the limit is 10000"),
        fault(-1, 3, List.of(), null, Rejection.STRUCTURE, "sides of -1 and 3 nodes"),
        fault(
            2,
            2,
            List.of(edge(0, 0), edge(null, null)),
            null,
            Rejection.STRUCTURE,
            "edge 1 has neither a left nor a right node"),
        fault(
            2,
            3,
            List.of(edge(2, 0)),
            null,
            Rejection.STRUCTURE,
            "edge 0 has the left node 2, and there are 2, from 0"),
        fault(
            2,
            3,
            List.of(edge(0, 0), edge(null, 3)),
            null,
            Rejection.STRUCTURE,
            "edge 1 has the right node 3, and there are 3, from 0"),
        fault(
            2,
            3,
            List.of(edge(0, -1)),
            null,
            Rejection.STRUCTURE,
            "an edge has the node -1, and they are numbered from 0"),
        fault(
            2,
            2,
            List.of(edge(0, 1), edge(1, 0), edge(0, 1)),
            null,
            Rejection.STRUCTURE,
            "left node 0 and right node 1 are joined twice"),
        fault(
            2,
            2,
            List.of(edge(null, 1), edge(1, 0), edge(null, 1)),
            null,
            Rejection.STRUCTURE,
            "it is said that right node 1 may stay unmatched, twice"));
  }

  static Stream<Arguments> faultsWithoutSides() {
    return Stream.of(
        fault(0, null, List.of(), null, Rejection.LENGTH, "a matching needs a node"),
        fault(-1, null, List.of(), null, Rejection.STRUCTURE, "-1 nodes"),
        fault(
            3,
            null,
            List.of(edge(0, 3)),
            null,
            Rejection.STRUCTURE,
            "edge 0 has the node 3, and there are 3, from 0"),
        fault(
            3, null, List.of(edge(null, 1)), null, Rejection.STRUCTURE, "edge 0 has no left node"),
        fault(
            3,
            null,
            List.of(edge(0, 1), edge(2, 2)),
            null,
            Rejection.STRUCTURE,
            "edge 1 joins node 2 with itself: give it alone if it may stay unmatched"),
        fault(
            3,
            null,
            List.of(edge(0, 1), edge(2, 1), edge(1, 0)),
            null,
            Rejection.STRUCTURE,
            "node 0 and node 1 are joined twice"),
        fault(
            3,
            null,
            List.of(edge(1, null), edge(1, null)),
            null,
            Rejection.STRUCTURE,
            "it is said that node 1 may stay unmatched, twice"));
  }

  static Stream<Arguments> labelsWithoutSides() {
    final List<Edge> edges = List.of(edge(1, 0), edge(1, 2), edge(2, null));
    return Stream.of(
        fault(
            3,
            null,
            edges,
            List.of(pair(0, 3)),
            Rejection.LABEL,
            "match 0 has the node 3, and there are 3, from 0"),
        fault(
            3,
            null,
            edges,
            List.of(pair(0, 1), pair(2, 2)),
            Rejection.LABEL,
            "match 1 has node 2 twice: a node that is alone has none"),
        fault(
            3,
            null,
            edges,
            List.of(pair(0, 1), pair(2, 1)),
            Rejection.LABEL,
            "node 1 is matched twice"),
        fault(
            3,
            null,
            edges,
            List.of(pair(2, 0)),
            Rejection.LABEL,
            "node 0 is matched with node 2, and no edge joins them"),
        fault(
            3,
            null,
            edges,
            List.of(pair(1, 2)),
            Rejection.LABEL,
            "node 0 is not matched, and may not stay unmatched"));
  }

  static Stream<Arguments> labels() {
    final List<Edge> edges = List.of(edge(0, 0), edge(0, 1), edge(1, 1), edge(null, 0));
    return Stream.of(
        fault(
            2,
            2,
            edges,
            List.of(pair(0, 0), pair(2, 1)),
            Rejection.LABEL,
            "match 1 has the left node 2, and there are 2, from 0"),
        fault(
            2,
            2,
            edges,
            List.of(pair(0, 2)),
            Rejection.LABEL,
            "match 0 has the right node 2, and there are 2, from 0"),
        fault(2, 2, edges, List.of(pair(-1, 1)), Rejection.LABEL, "match 0 has the nodes -1 and 1"),
        fault(
            2,
            2,
            edges,
            List.of(pair(0, 0), pair(0, 1)),
            Rejection.LABEL,
            "left node 0 is matched twice"),
        fault(
            2,
            2,
            edges,
            List.of(pair(0, 1), pair(1, 1)),
            Rejection.LABEL,
            "right node 1 is matched twice"),
        fault(
            2,
            2,
            edges,
            List.of(pair(0, 1), pair(1, 0)),
            Rejection.LABEL,
            "left node 1 is matched with right node 0, and no edge joins them"),
        fault(
            2,
            2,
            edges,
            List.of(pair(1, 1)),
            Rejection.LABEL,
            "left node 0 is not matched, and may not stay unmatched"),
        fault(
            2,
            2,
            edges,
            List.of(),
            Rejection.LABEL,
            "left node 0 is not matched, and may not stay unmatched"));
  }

  @ParameterizedTest
  @MethodSource({"faults", "labels", "faultsWithoutSides", "labelsWithoutSides"})
  void decode_partsThatDoNotFit_areRejected(
      final Matching matching, final Rejection reason, final String message) {
    assertRejected(matching, reason, message);
  }

  @Test
  void set_moreEdgesThanAllowed_isRejected() {
    final List<Edge> edges = new ArrayList<>();
    for (int e = 0; e <= MatchingBuffer.MAX_EDGES; e++) {
      edges.add(edge(e / 2000, e % 2000));
    }
    final RejectedExample rejected =
        rejection(() -> buffer.set(example(new Matching(2000, 2000, edges, null))));
    assertThat(rejected).hasMessage("more than the 1048576 edges allowed");
  }

  @Test
  void decode_afterAnother_leavesNothingOfIt() throws Exception {
    final Matching first =
        new Matching(2, 1, List.of(edge(0, 0), edge(1, 0), edge(1, null)), List.of(pair(0, 0)));
    decoder.decode(SERDE.encode(example(first)), buffer);
    assertThat(Arrays.copyOf(buffer.chosen, 3)).containsExactly(true, false, true);
    assertThat(Arrays.copyOf(buffer.ends, 6)).containsExactly(0, 2, 1, 2, 1, 1);
    decoder.decode(SERDE.encode(example(new Matching(1, 1, List.of(edge(0, 0)), null))), buffer);
    assertThat(buffer.length).isEqualTo(1);
    assertThat(buffer.isObserved).isFalse();
    assertThat(buffer.chosen[0]).isFalse();
    assertThat(buffer.left + buffer.right).isEqualTo(2);
  }

  @Test
  void decode_nodesWithoutSides_haveTheirOwnNumbers() throws Exception {
    final Matching any =
        new Matching(3, null, List.of(edge(1, 0), edge(0, null), edge(1, 2)), List.of(pair(2, 1)));
    decoder.decode(SERDE.encode(example(any)), buffer);
    assertThat(buffer.hasSides).isFalse();
    assertThat(buffer.left).isEqualTo(3);
    assertThat(buffer.right).isZero();
    assertThat(Arrays.copyOf(buffer.ends, 6)).containsExactly(0, 1, 0, 0, 1, 2);
    assertThat(Arrays.copyOf(buffer.chosen, 3)).containsExactly(false, true, true);
    decoder.decode(SERDE.encode(example(new Matching(1, 1, List.of(edge(0, 0)), null))), buffer);
    assertThat(buffer.hasSides).isTrue();
  }

  @Test
  void decoding_allocatesNothing() throws Exception {
    final List<Edge> edges = new ArrayList<>();
    final List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      pairs.add(pair(i, i));
      for (int j = 0; j < 20; j++) {
        edges.add(edge(i, j));
      }
    }
    final byte[] record = SERDE.encode(example(new Matching(20, 20, edges, pairs)));
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long thread = Thread.currentThread().getId();
    long allocated = 0;
    for (int pass = 0; pass < 3; pass++) {
      final long start = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < 100; i++) {
        decoder.decode(record, buffer);
      }
      allocated = threads.getThreadAllocatedBytes(thread) - start;
    }
    assertThat(allocated).isLessThan(2000);
  }

  @Test
  void forgetLabels_leavesNoMatch() throws Exception {
    decoder.decode(
        SERDE.encode(example(new Matching(1, 1, List.of(edge(0, 0)), List.of(pair(0, 0))))),
        buffer);
    assertThat(buffer.chosen[0]).isTrue();
    buffer.forgetLabels();
    assertThat(buffer.isObserved).isFalse();
    assertThat(buffer.chosen[0]).isFalse();
  }

  @Test
  void decode_graph_isRejected() {
    assertRejected(
        new Graph(List.of(2), List.of(), List.of()),
        Rejection.STRUCTURE,
        "expected a Matching, found a Graph");
  }

  private static Edge edge(final Integer left, final Integer right) {
    return new Edge(left, right, VECTOR);
  }

  private static Pair pair(final int left, final int right) {
    return new Pair(left, right);
  }

  private static Arguments fault(
      final int left,
      final Integer right,
      final List<Edge> edges,
      final List<Pair> matches,
      final Rejection reason,
      final String message) {
    return Arguments.of(new Matching(left, right, edges, matches), reason, message);
  }
}
