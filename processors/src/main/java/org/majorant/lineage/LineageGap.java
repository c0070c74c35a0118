package org.majorant.lineage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.tally.Tallies;

/**
 * A range of offsets that a model can never learn from: the summaries of it were deleted or
 * refused, and every later one of the partition is refused because it would leave a gap. The only
 * remedy is to declare the range lost, in a summary of its own.
 *
 * @param partition of the input topic
 * @param from the first offset that is in no version
 * @param to the offset at which the partition's worker goes on
 */
public record LineageGap(int partition, long from, long to) {
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  /** How many offsets are lost. */
  public long offsets() {
    return to - from;
  }

  /**
   * The gaps that no summary on the topic can close.
   *
   * @param lineage of the newest base
   * @param summaries of the model, in the order of their topic
   * @param taken so many of them, the first ones, are in that base or were refused
   * @return by partition, ascending
   */
  public static List<LineageGap> find(
      final List<PartitionOffset> lineage, final List<BoundSummary> summaries, final int taken) {
    final Lineage known = new Lineage(lineage);
    final SortedMap<Integer, LineageGap> gaps = new TreeMap<>();
    for (int i = 0; i < summaries.size(); i++) {
      final BoundSummary summary = summaries.get(i);
      if (summary.getRestart() != null) {
        continue; // it covers no offsets
      }
      final int partition = summary.getPartition();
      switch (known.join(summary)) {
        case EXTENDS -> {
          if (i >= taken) {
            known.extend(partition, summary.getTo());
            gaps.remove(partition);
          }
        }
        case GAP, OVERLAP ->
            gaps.put(partition, new LineageGap(partition, known.end(summary), summary.getTo()));
        case KNOWN -> {}
      }
    }
    return new ArrayList<>(gaps.values());
  }

  /**
   * The value of the record that declares the range lost; its key on the summaries topic is the
   * model's name.
   *
   * @param newest head of the newest base
   */
  public byte[] declaration(final SurrogateHead newest, final ModelSpec spec) {
    final Tally tally = Tallies.empty();
    tally.setLost(offsets());
    final Surrogate nothing = Surrogate.of(spec);
    nothing.solve();
    return SUMMARIES.encode(
        BoundSummary.newBuilder()
            .setModel(newest.getModel())
            .setSpec(newest.getSpec())
            .setBase(newest.getBase())
            .setPartition(partition)
            .setFrom(from)
            .setTo(to)
            .setTally(tally)
            .setState(ByteBuffer.wrap(SiteCodec.encode(nothing.site())))
            .build());
  }
}
