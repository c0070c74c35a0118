package org.majorant.stream;

import static org.majorant.stream.TopologyFixture.SPEC;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Evidence;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.Point;
import org.majorant.schema.Served;
import org.majorant.schema.SparseVector;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.tally.Tallies;

/** Records of the model "m", as producers, workers and the majorizer would write them. */
final class Given {
  private static final AvroSerde<LabeledExample> EXAMPLES = AvroSerde.of(LabeledExample.class);
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  private Given() {}

  /** Of a label, a list of them, or null. */
  static byte[] example(final int i, final Object label, final String model) {
    final Point point =
        new Point(
            new SparseVector(List.of(i % 2, 2 + i % 5), List.of(1f, 0.5f)), label, null, null);
    return EXAMPLES.encode(new LabeledExample(null, model, 1.0, point));
  }

  /**
   * One to which a service has answered.
   *
   * @param p that it gave the first of two labels
   */
  static byte[] served(final int i, final Object label, final double p) {
    final SparseVector x = new SparseVector(List.of(i % 2, 2 + i % 5), List.of(1f, 0.5f));
    final Served served = new Served(1L, List.of(p, 1 - p));
    return EXAMPLES.encode(new LabeledExample(null, null, 1.0, new Point(x, label, null, served)));
  }

  /** One that has a feature alone. */
  static byte[] exampleOf(final int feature, final Object label) {
    return exampleOf(List.of(feature), label);
  }

  /** One whose features, by ascending index, are 1 each. */
  static byte[] exampleOf(final List<Integer> features, final Object label) {
    final SparseVector x = new SparseVector(features, List.of());
    return EXAMPLES.encode(new LabeledExample(null, null, 1.0, new Point(x, label, null, null)));
  }

  static byte[] bytes(final BoundSummary summary) {
    return SUMMARIES.encode(summary);
  }

  /** The summary of examples that taught nothing. */
  static BoundSummary summary(final int partition, final long from, final long to) {
    return summary(partition, from, to, SiteCodec.encode(Surrogate.of(SPEC).site()));
  }

  static BoundSummary summary(
      final int partition, final long from, final long to, final byte[] state) {
    return summary(SPEC, partition, from, to, state);
  }

  static BoundSummary summary(
      final ModelSpec spec,
      final int partition,
      final long from,
      final long to,
      final byte[] state) {
    final var tally = Tallies.empty();
    tally.setRecords(to - from);
    tally.setExamples(to - from);
    return new BoundSummary(
        "m",
        Fingerprint.of(spec),
        0L,
        partition,
        from,
        to,
        tally,
        0L,
        new Evidence(),
        ByteBuffer.wrap(state),
        null,
        List.of(),
        null,
        -1L,
        List.of(),
        -1L,
        null,
        0,
        List.of(),
        null);
  }

  /** A site of one example with one feature, as SiteCodec lays it out. */
  static byte[] state(final double linear, final double curvature) {
    return state(SPEC, linear, curvature);
  }

  static byte[] state(final ModelSpec spec, final double linear, final double curvature) {
    final byte serial = 1;
    final short vectors = 1;
    return ByteBuffer.allocate(56)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(serial)
        .put((byte) spec.getCurvature().ordinal())
        .putShort(vectors)
        .putInt(1)
        .putInt(0)
        .putDouble(0)
        .putInt(0)
        .putDouble(1)
        .putDouble(1)
        .putDouble(linear)
        .putDouble(curvature)
        .array();
  }

  /** The head of the first base, of seven examples that it does not say where they come from. */
  static SurrogateHead firstBase(
      final ModelSpec spec, final List<Integer> active, final PartitionOffset summaries) {
    return SurrogateHead.newBuilder()
        .setModel("m")
        .setBase(1)
        .setVersion(0)
        .setSpec(Fingerprint.of(spec))
        .setBlocks(1)
        .setChecksum(0)
        .setLineage(List.of())
        .setTally(Tallies.empty())
        .setEffective(7)
        .setKappa(1)
        .setActive(active)
        .setAlone(-1)
        .setQuota(100)
        .setSummaries(summaries)
        .build();
  }
}
