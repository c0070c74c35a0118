package org.majorant.majorize;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.FeatureMoments;
import org.majorant.memory.PagedState;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.SiteLayout;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.Quota;
import org.majorant.schema.InputLog;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.Fingerprint;
import org.majorant.store.Snapshot;
import org.majorant.tally.Tallies;

/**
 * One base as it was broadcast.
 *
 * @param head its number, lineage and tally
 * @param base what workers learn on
 */
public record BroadcastBase(SurrogateHead head, Base base) {
  /**
   * Reads a snapshot that workers can adopt.
   *
   * @throws IllegalArgumentException where it is none of that spec
   * @throws ArithmeticException where it cannot be solved
   */
  public static BroadcastBase of(final Snapshot<SurrogateHead> snapshot, final ModelSpec spec) {
    return after(null, snapshot, spec);
  }

  /**
   * Reads the next base, a snapshot or a delta, at the cost of what it tells.
   *
   * @param before the base that came last; null where there is none
   * @throws IllegalArgumentException where it is none of that spec, does not follow the base
   *     before, or does not lead to the state that its head says
   * @throws ArithmeticException where it cannot be solved
   */
  public static BroadcastBase after(
      final BroadcastBase before, final Snapshot<SurrogateHead> next, final ModelSpec spec) {
    final SurrogateHead head = next.head();
    if (head.getBase() < 1) {
      throw new IllegalArgumentException("no base has the number " + head.getBase());
    }
    if (head.getMoments() != null) {
      FeatureMoments.require(spec, head.getMoments());
    }
    final Surrogate.State state =
        PagedState.suits(spec) ? paged(before, next, spec) : whole(next, spec);
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
            head.getMembers().stream().mapToDouble(Double::doubleValue).toArray(),
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
    return of(new Snapshot<>(head, new byte[0]), spec);
  }

  /** The same, learned from that log. */
  public BroadcastBase of(final InputLog log) {
    return new BroadcastBase(SurrogateHead.newBuilder(head).setLog(log).build(), base);
  }

  /** Whether it is a base of the spec; one that contains nothing is of any. */
  public static boolean isOf(final Snapshot<SurrogateHead> snapshot, final ModelSpec spec) {
    return snapshot.data().length == 0 || Fingerprint.matches(spec, snapshot.head().getSpec());
  }

  private static PagedState paged(
      final BroadcastBase before, final Snapshot<SurrogateHead> next, final ModelSpec spec) {
    final SurrogateHead head = next.head();
    final PagedState last = before == null ? PagedState.of(spec) : (PagedState) before.base.state();
    final PagedState state;
    if (head.getSnapshot() == 0) {
      state =
          next.data().length == 0
              ? PagedState.of(spec)
              : last.replacedBy(SiteCodec.decode(ByteBuffer.wrap(next.data()), spec));
    } else if (before != null && before.base.number() == head.getBase() - 1) {
      state = last.with(SiteCodec.decode(ByteBuffer.wrap(next.data()), spec));
    } else {
      throw new IllegalArgumentException(
          "base %d is a delta of a base that was skipped".formatted(head.getBase()));
    }
    if (head.getState() != null && head.getState() != state.hash()) {
      throw new IllegalArgumentException(
          "base %d is corrupt: its state is not the one that it was written with"
              .formatted(head.getBase()));
    }
    return state;
  }

  private static Site whole(final Snapshot<SurrogateHead> next, final ModelSpec spec) {
    if (next.data().length == 0) {
      final Surrogate nothing = Surrogate.of(spec);
      nothing.solve();
      return nothing.site();
    }
    if (next.head().getSnapshot() != 0) {
      throw new IllegalArgumentException(
          "base %d is a delta, and no model of this spec has any".formatted(next.head().getBase()));
    }
    final Site state = SiteCodec.decode(ByteBuffer.wrap(next.data()), spec);
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
  private static IntToDoubleFunction theta(
      final SurrogateHead head, final Surrogate.State state, final ModelSpec spec) {
    if (head.getActive().size() < 2 || SiteLayout.of(spec.getCurvature()).addsSoundly()) {
      return null;
    }
    if (state instanceof PagedState paged) {
      return paged.theta(spec);
    }
    final double[] theta = solve(state.site(), spec).theta();
    return at -> theta[at];
  }
}
