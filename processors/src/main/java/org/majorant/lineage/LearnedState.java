package org.majorant.lineage;

import java.nio.ByteBuffer;
import java.util.List;
import org.majorant.growth.Growth;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.Restart;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.tally.Tallies;

/**
 * What a model had learned up to one of its bases: enough for a model to continue from. A model is
 * the fold of its summaries, so an operator changes its state by a record among them. The record
 * takes effect at its place in the log, whether a learner runs or not, and again after a crash.
 *
 * @param head of the base
 * @param data (A, b), as it lies on the topic of bases
 * @param names of the features that are known
 */
public record LearnedState(SurrogateHead head, byte[] data, List<NameCount> names) {
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  /** The partition of a summary that covers no offsets. */
  private static final int NONE = -1;

  /** Labeled examples that it has learned, here or before it was imported. */
  public long examples() {
    return Tallies.learned(head.getTally());
  }

  /**
   * The same for another model, or for the same one on other brokers. There its examples count as
   * imported, and its offsets do not count.
   */
  public LearnedState importedBy(final ModelSpec spec) {
    final Tally tally = Tallies.empty();
    tally.setImported(examples());
    final SurrogateHead imported =
        SurrogateHead.newBuilder(head)
            .setModel(spec.getModel())
            .setSpec(Fingerprint.of(spec))
            .setTally(tally)
            .setLineage(List.of())
            .build();
    return new LearnedState(imported, data, names);
  }

  /**
   * The same in the place that a wider spec has for it. Members that are others than before begin
   * with the same weight.
   *
   * @throws org.majorant.spec.SpecException with a line for each field that keeps it from being of
   *     use
   */
  public LearnedState grown(final Growth growth) {
    final Site state = SiteCodec.decode(ByteBuffer.wrap(data), growth.before());
    return new LearnedState(
        Base.grown(head, growth), SiteCodec.encode(Base.grown(state, head, growth)), names);
  }

  /**
   * The value of the record that has the model go on from this state; its key on the summaries
   * topic is the model's name.
   *
   * @param origin where the state comes from, for people
   */
  public byte[] restart(final String origin) {
    return SUMMARIES.encode(
        BoundSummary.newBuilder()
            .setModel(head.getModel())
            .setSpec(head.getSpec())
            .setBase(0)
            .setPartition(NONE)
            .setFrom(0)
            .setTo(0)
            .setTally(head.getTally())
            .setState(ByteBuffer.wrap(data))
            .setMoments(head.getMoments())
            .setNames(names)
            .setRestart(new Restart(head.getEffective(), head.getKappa(), origin))
            .setMembers(head.getMembers())
            .setNewLabels(head.getLabels())
            .build());
  }
}
