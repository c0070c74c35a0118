package org.majorant.majorize;

import java.nio.ByteBuffer;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.FeatureMoments;
import org.majorant.growth.Growth;
import org.majorant.growth.SpecHistory;
import org.majorant.memory.PagedState;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.OpenLabels;
import org.majorant.store.Newest;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the bases of a spec together from the snapshots and deltas on their topic, in its order. One
 * that was written before the spec has grown is read in the place that the spec has for it now.
 *
 * <p>A delta by reference is put together only when somebody takes it, and those before it not at
 * all: the last one needs no more than the state before the first, and the summaries since.
 *
 * <p>It is longer than others, because each form in which a base may come is read here.
 */
public class BaseReader implements SnapshotSink<SurrogateHead> {
  private static final Logger LOG = LoggerFactory.getLogger(BaseReader.class);

  /** Bases of this process that may be on their way to the topic. */
  private static final int MOST_EXPECTED = 4;

  private final SpecHistory history;
  private final SummarySource summaries;
  private final Newest<SurrogateHead, Base> newest = new Newest<>(SnapshotFormat.SURROGATES);
  private final NavigableMap<Long, Base> expected = new TreeMap<>(); // by number
  private Base last; // that could be read, as it was written; null: none yet
  private SurrogateHead referred; // to be put together from the last one; null: none is
  private boolean tooOld; // the last one on the topic, whether of this spec or of another
  private boolean ofAnother; // likewise
  private volatile long gone; // bases whose summaries are

  /** Reads the bases of a spec that may have grown. */
  public BaseReader(final SpecHistory history, final SummarySource summaries) {
    this.history = history;
    this.summaries = summaries;
  }

  @Override
  public void accept(final Snapshot<SurrogateHead> snapshot) {
    tooOld = snapshot.head().getSummaries() == null && snapshot.data().length > 0;
    final Optional<ModelSpec> spec = learnedBy(snapshot);
    ofAnother = spec.isEmpty();
    if (!ofAnother) {
      accept(snapshot, spec.get(), takeExpected(snapshot.head()));
    }
  }

  private void accept(
      final Snapshot<SurrogateHead> next, final ModelSpec spec, final Base written) {
    final SurrogateHead head = next.head();
    if (written == null && head.getByReference()) {
      requireAfter(referred == null ? number(last) : referred.getBase(), head);
      referred = head;
      return;
    }
    if (written == null && head.getSnapshot() != 0) {
      putTogether();
    }
    know(after(last, next, spec, written), head, spec);
  }

  private void know(final Base base, final SurrogateHead head, final ModelSpec spec) {
    last = base;
    referred = null;
    newest.accept(head, grown(base, spec, history.spec()));
  }

  /** Adds the summaries to the last base that the one by reference is made of, if there is one. */
  private void putTogether() {
    if (referred != null) {
      final ModelSpec spec = history.learnedBy(referred.getSpec()).orElseThrow();
      know(ReferringBase.of(last, referred, spec, summaries), referred, spec);
    }
  }

  /**
   * This process is about to write a base: if it comes, the state that is written is this one. May
   * be called by another thread.
   */
  public void expect(final Base written) {
    if (written.hash() != null) {
      synchronized (expected) {
        expected.tailMap(written.number()).clear(); // of a transaction that came to nothing
        expected.put(written.number(), written);
        if (expected.size() > MOST_EXPECTED) {
          expected.pollFirstEntry();
        }
      }
    }
  }

  /** The base as it was before it was written; null where another process has written it. */
  private Base takeExpected(final SurrogateHead head) {
    final Base written;
    synchronized (expected) {
      expected.headMap(head.getBase()).clear();
      written = expected.remove(head.getBase());
    }
    if (written == null) {
      return null;
    }
    final SurrogateHead before = written.head();
    final boolean same =
        head.getSpec() == before.getSpec()
            && head.getLabels().equals(before.getLabels())
            && written.hash().equals(head.getState());
    return same ? written : null;
  }

  private static Base grown(final Base base, final ModelSpec spec, final ModelSpec now) {
    return spec == now
        ? base
        : base.grown(Growth.of(OpenLabels.knowing(spec, base.head().getLabels()), now));
  }

  /**
   * The newest base, as {@link Newest#take}. Where the summaries that it refers to are gone, or are
   * others, it is the one before them.
   */
  public Optional<Base> take() {
    try {
      putTogether();
    } catch (final IllegalArgumentException | ArithmeticException e) {
      LOG.warn("{}: base {} is left: {}", referred.getModel(), referred.getBase(), e.getMessage());
      referred = null;
      gone++;
    }
    return newest.take();
  }

  /** How often a base was left for another, see {@link Newest#left}, or for one before it. */
  public long left() {
    return newest.left() + gone;
  }

  /**
   * Whether the last base is of release 0.1: such a base does not say up to where the summaries are
   * merged.
   */
  public boolean isTooOld() {
    return tooOld;
  }

  /** Whether the last base is of another spec, which cannot be learned on. */
  public boolean isOfAnother() {
    return ofAnother;
  }

  /** The spec of a base; one that contains nothing is of any. Empty: it is of another model. */
  private Optional<ModelSpec> learnedBy(final Snapshot<SurrogateHead> snapshot) {
    return snapshot.data().length == 0
        ? Optional.of(history.spec())
        : history.learnedBy(snapshot.head().getSpec());
  }

  /**
   * Reads a snapshot that workers can adopt.
   *
   * @throws IllegalArgumentException where it is none of that spec
   * @throws ArithmeticException where it cannot be solved
   */
  public static Base of(final Snapshot<SurrogateHead> snapshot, final ModelSpec spec) {
    return after(null, snapshot, spec, SummarySource.NONE);
  }

  /**
   * The same of a spec that may have grown since.
   *
   * @throws IllegalArgumentException where it is of another model
   */
  public static Base of(final Snapshot<SurrogateHead> snapshot, final SpecHistory history) {
    final BaseReader reader = new BaseReader(history, SummarySource.NONE);
    reader.accept(snapshot);
    return reader.take().orElseThrow(() -> new IllegalArgumentException("a base of another model"));
  }

  /**
   * Reads the next base, a snapshot or a delta, at the cost of what it tells.
   *
   * @param before the base that came last; null where there is none
   * @param wanted the spec, whatever labels it knows: the base has its own where they are open
   * @param summaries for a delta by reference
   * @throws IllegalArgumentException where it is none of that spec, does not follow the base
   *     before, or does not lead to the state that its head says
   * @throws ArithmeticException where it cannot be solved
   */
  public static Base after(
      final Base before,
      final Snapshot<SurrogateHead> next,
      final ModelSpec wanted,
      final SummarySource summaries) {
    if (next.head().getByReference()) {
      requireAfter(number(before), next.head());
      return ReferringBase.of(before, next.head(), wanted, summaries);
    }
    return after(before, next, wanted, (Base) null);
  }

  /**
   * @param written the next base, where its state is known; else null
   */
  private static Base after(
      final Base before,
      final Snapshot<SurrogateHead> next,
      final ModelSpec wanted,
      final Base written) {
    final SurrogateHead head = next.head();
    if (head.getBase() < 1) {
      throw new IllegalArgumentException("no base has the number " + head.getBase());
    }
    if (!OpenLabels.arePossible(head.getLabels())) {
      throw new IllegalArgumentException("no model has the labels of base " + head.getBase());
    }
    final ModelSpec spec = OpenLabels.knowing(wanted, head.getLabels());
    if (head.getMoments() != null) {
      FeatureMoments.require(spec, head.getMoments());
    }
    final Surrogate.State state =
        written == null ? read(alike(before, head), next, spec) : written.state();
    return base(head, state, spec);
  }

  /** The base whose state is known, however it was told. */
  static Base base(final SurrogateHead told, final Surrogate.State state, final ModelSpec spec) {
    final SurrogateHead head =
        told.getByReference() ? SurrogateHead.newBuilder(told).setByReference(false).build() : told;
    return Base.of(head, state, theta(head, state, spec));
  }

  /**
   * A base that contains nothing, and goes before all of a model's summaries that are on the topic
   * from its begin on.
   */
  public static Base nothing(
      final ModelSpec spec, final long number, final long version, final int topicPartition) {
    final SurrogateHead head =
        Base.head(spec, number)
            .setVersion(version)
            .setSummaries(new PartitionOffset(topicPartition, 0L))
            .build();
    return of(new Snapshot<>(head, new byte[0]), spec);
  }

  /** The base before, whose state lies as that of the next one; null where there is none. */
  private static Base alike(final Base before, final SurrogateHead next) {
    return before != null
            && before.head().getLabels().equals(next.getLabels())
            && (next.getSnapshot() != 0 || before.head().getSpec() == next.getSpec())
        ? before
        : null;
  }

  private static Surrogate.State read(
      final Base before, final Snapshot<SurrogateHead> next, final ModelSpec spec) {
    return PagedState.suits(spec) ? paged(before, next, spec) : whole(next, spec);
  }

  private static PagedState paged(
      final Base before, final Snapshot<SurrogateHead> next, final ModelSpec spec) {
    final SurrogateHead head = next.head();
    final PagedState last = before == null ? PagedState.of(spec) : (PagedState) before.state();
    final PagedState state;
    if (head.getSnapshot() == 0) {
      state =
          next.data().length == 0
              ? PagedState.of(spec)
              : last.replacedBy(SiteCodec.decode(ByteBuffer.wrap(next.data()), spec));
    } else {
      requireAfter(number(before), head);
      state = last.with(SiteCodec.decode(ByteBuffer.wrap(next.data()), spec));
    }
    if (head.getState() != null && head.getState() != state.hash()) {
      throw new IllegalArgumentException(
          "base %d is corrupt: its state is not the one that it was written with"
              .formatted(head.getBase()));
    }
    return state;
  }

  private static long number(final Base base) {
    return base == null ? -1 : base.number();
  }

  private static void requireAfter(final long before, final SurrogateHead delta) {
    if (before != delta.getBase() - 1) {
      throw new IllegalArgumentException(
          "base %d is a delta of a base that was skipped".formatted(delta.getBase()));
    }
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
    if (Site.isDense(spec)) {
      solve(state, spec); // workers invert it, and only solving it tells whether they can
    }
    return state;
  }

  private static Surrogate.Solution solve(final Site state, final ModelSpec spec) {
    return Surrogate.of(spec, state).solve();
  }

  /** Only workers that learn beside others, and merge by κ, ask for it. */
  private static IntToDoubleFunction theta(
      final SurrogateHead head, final Surrogate.State state, final ModelSpec spec) {
    if (head.getActive().size() < 2 || Site.isDense(spec)) {
      return null;
    }
    if (state instanceof PagedState paged) {
      return paged.theta(spec);
    }
    final double[] theta = solve(state.site(), spec).theta();
    return at -> theta[at];
  }
}
