package org.majorant.features;

import org.majorant.clique.FactorGraph;
import org.majorant.clique.FactorGraphs;
import org.majorant.clique.GraphRoom;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RandomFourier;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.Squares;

/**
 * How much memory an example may take. It grows faster than the bytes of a record: a token of four
 * bytes takes a number for each label in every pass over its sequence, a vector of three bytes may
 * be expanded to thousands of features, and a matching has a row of all its features for each node.
 * So what an example takes is worked out from its size before any of it is allocated, and one that
 * would take more than an eighth of the heap is rejected with reason LENGTH:
 *
 * <pre>
 *   features × (POINT_FEATURE + vectors × POINT_WEIGHT)      of a point
 *   features × FEATURE + distinct features × vectors × WEIGHT  of all else
 *   tokens × labels × TOKEN_LABEL                              and of a sequence
 *   edges × EDGE + nodes × distinct features × NODE_FEATURE    and of a matching
 *   rows × ROW, and tables by {@link GraphRoom}                and of a graph
 * </pre>
 *
 * <p>A learner takes the most, with the probe that looks at its examples; so what can be predicted
 * can be learned. A test compares the bytes with those that are allocated. A larger heap takes
 * larger examples, so two learners of one model must not have heaps of which one is small.
 */
public final class ExampleRoom {
  /** Bytes of a feature in a row, wherever it is kept. */
  static final int FEATURE = 160;

  /** Bytes of a feature of a point, which has no rows. */
  static final int POINT_FEATURE = 80;

  /** Bytes of a weight of a point. */
  static final int POINT_WEIGHT = 32;

  /** Bytes of a weight that an example reads and writes, by feature and vector. */
  static final int WEIGHT = 112;

  /** Bytes of a token's label. */
  static final int TOKEN_LABEL = 704;

  /** Bytes of a row of a graph, beside its features and the tables. */
  static final int ROW = 256;

  /** Bytes of a candidate edge. */
  static final int EDGE = 1024;

  /** Bytes of a feature at a node of a matching. */
  static final int NODE_FEATURE = 16;

  /** Of the heap: several learners and what they know are in it, too. */
  private static final int SHARE = 8;

  private final long heap;
  private final int vectors;
  private final int size; // of the index space
  private final int grown; // features that become of one
  private final int added; // features that each vector has anyway

  /**
   * @param heap bytes
   */
  public ExampleRoom(final ModelSpec spec, final long heap) {
    this.heap = heap;
    final Dimensions dimensions = Dimensions.of(spec);
    vectors = dimensions.vectors();
    size = dimensions.features();
    final Object expansion = spec.getFeatures().getExpansion();
    final int views = spec.getViews().size();
    grown = expansion instanceof Squares ? 2 : Math.max(1, views);
    final int made = expansion instanceof RandomFourier fourier ? fourier.getFeatures() : 0;
    added = views == 0 ? 1 + made : Views.of(spec).made();
  }

  /** In the heap of this process. */
  static ExampleRoom of(final ModelSpec spec) {
    return new ExampleRoom(spec, Runtime.getRuntime().maxMemory());
  }

  /** Bytes that an example may take. */
  public long bytes() {
    return heap / SHARE;
  }

  /** Finds graphs that may take as much. */
  FactorGraphs graphs(final ModelSpec spec) {
    final int width = spec.getMaxWidth();
    final GraphRoom room = new GraphRoom(bytes());
    return new FactorGraphs(
        switch (spec.getInference()) {
          case AUTO -> (labels, scopes) -> FactorGraph.fit(labels, scopes, width, room);
          case EXACT -> (labels, scopes) -> FactorGraph.of(labels, scopes, width, room);
          case TRW -> (labels, scopes) -> FactorGraph.cover(labels, scopes, room);
        },
        room);
  }

  /**
   * At most so many features some vectors have when they are mapped, but for crosses.
   *
   * @param given features of them all, as they were decoded
   */
  double features(final int given, final int rows) {
    return (double) given * grown + (double) rows * added;
  }

  /** Bytes of the weights of so many features of a point. */
  double pointWeights(final double features) {
    return Math.min(features, size) * vectors * POINT_WEIGHT;
  }

  /**
   * Whether an example has room.
   *
   * @param needed bytes; as a double they do not overflow
   */
  boolean has(final double needed) {
    return needed <= bytes();
  }

  /**
   * Of an example that has none.
   *
   * @param needed bytes
   * @param what takes them, for the message
   */
  RejectedExample refusal(final double needed, final String what) {
    return new RejectedExample(
        Rejection.LENGTH,
        "%s take up to %.0f MB, and an example may take %d MB, an eighth of the heap: %s"
            .formatted(
                what,
                Math.ceil(needed / (1 << 20)),
                bytes() >> 20,
                "split it, or start with a larger -Xmx"));
  }
}
