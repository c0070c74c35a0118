package org.majorant.majorize;

import java.nio.ByteBuffer;
import java.util.List;
import org.majorant.features.FeatureMoments;
import org.majorant.learn.Tallies;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.SiteLayout;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.Quota;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.store.Snapshot;

/**
 * One base as it was broadcast.
 *
 * @param head its number, lineage and tally
 * @param base what workers learn on
 */
public record BroadcastBase(SurrogateHead head, Base base) {
  /**
   * Reads a base that workers can adopt.
   *
   * @throws IllegalArgumentException where it is none of that spec
   * @throws ArithmeticException where it cannot be solved
   */
  public static BroadcastBase of(final Snapshot<SurrogateHead> snapshot, final ModelSpec spec) {
    return of(snapshot.head(), snapshot.data(), spec);
  }

  /**
   * @param data the base's state, as it lies on the topic
   */
  public static BroadcastBase of(
      final SurrogateHead head, final byte[] data, final ModelSpec spec) {
    if (head.getBase() < 1) {
      throw new IllegalArgumentException("no base has the number " + head.getBase());
    }
    if (head.getMoments() != null) {
      FeatureMoments.require(spec, head.getMoments());
    }
    final Site state = state(data, spec);
    return new BroadcastBase(
        head,
        new Base(
            head.getBase(),
            state,
            theta(head, state, spec),
            Tallies.learned(head.getTally()),
            head.getEffective(),
            head.getKappa(),
            head.getActive(),
            new Quota(head.getAlone(), head.getQuota()),
            head.getRestarted()));
  }

  /**
   * A base that contains nothing, and goes before all of a model's summaries that are on the topic
   * from its begin on.
   */
  public static BroadcastBase nothing(
      final ModelSpec spec, final long number, final long version, final int topicPartition) {
    final SurrogateHead head =
        SurrogateHead.newBuilder()
            .setModel(spec.getModel())
            .setBase(number)
            .setVersion(version)
            .setSpec(Fingerprint.of(spec))
            .setBlocks(0)
            .setChecksum(0)
            .setLineage(List.of())
            .setTally(Tallies.empty())
            .setSummaries(new PartitionOffset(topicPartition, 0L))
            .build();
    return of(head, new byte[0], spec);
  }

  /** Whether it is a base of the spec; one that contains nothing is of any. */
  public static boolean isOf(final Snapshot<SurrogateHead> snapshot, final ModelSpec spec) {
    return snapshot.data().length == 0 || Fingerprint.matches(spec, snapshot.head().getSpec());
  }

  private static Site state(final byte[] data, final ModelSpec spec) {
    if (data.length == 0) {
      final Surrogate nothing = Surrogate.of(spec);
      nothing.solve();
      return nothing.site();
    }
    final Site state = SiteCodec.decode(ByteBuffer.wrap(data), spec);
    if (SiteLayout.of(spec.getCurvature()).isDense()) {
      solve(state, spec); // workers invert it, and only solving it tells whether they can
    }
    return state;
  }

  private static Surrogate.Solution solve(final Site state, final ModelSpec spec) {
    final Surrogate surrogate = Surrogate.of(spec);
    surrogate.add(state);
    return surrogate.solve();
  }

  /** Only workers that learn beside others, and merge by κ, ask for it. */
  private static double[] theta(final SurrogateHead head, final Site state, final ModelSpec spec) {
    if (head.getActive().size() < 2 || SiteLayout.of(spec.getCurvature()).addsSoundly()) {
      return null;
    }
    return solve(state, spec).theta();
  }
}
