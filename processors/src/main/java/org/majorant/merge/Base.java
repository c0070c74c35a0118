package org.majorant.merge;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.majorant.features.FeatureMoments;
import org.majorant.growth.Growth;
import org.majorant.memory.PagedState;
import org.majorant.memory.Site;
import org.majorant.memory.Surrogate;
import org.majorant.model.Mixture;
import org.majorant.prior.Restriction;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.WatchedFeature;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.OpenLabels;
import org.majorant.spec.SpecException;
import org.majorant.tally.Tallies;

/**
 * What summaries are merged into: workers learn on it, it is broadcast, and versions are its
 * solution. On the wire it is its head, and blocks with its state or the changes to that, unless it
 * refers to the summaries.
 *
 * @param head its number, lineage, tally, κ, quota, and all else that is not the state
 * @param quota what each partition with data may learn on it, as the head says
 * @param state (A, b) and the feature scale, whole
 * @param theta its solution by position, feature-major; null where no worker needs it
 * @param solved its solution; null where the state is in pages, and was not solved in whole
 */
public record Base(
    SurrogateHead head,
    Quota quota,
    Surrogate.State state,
    IntToDoubleFunction theta,
    Surrogate.Solution solved) {
  /** One that was read back. */
  public static Base of(
      final SurrogateHead head, final Surrogate.State state, final IntToDoubleFunction theta) {
    return of(head, state, theta, null);
  }

  static Base of(
      final SurrogateHead head,
      final Surrogate.State state,
      final IntToDoubleFunction theta,
      final Surrogate.Solution solved) {
    return new Base(head, new Quota(head.getAlone(), head.getQuota()), state, theta, solved);
  }

  /**
   * The head of the last base of a model that has ended. It contains nothing, fits any spec, and is
   * behind all summaries, so that a model of the name that begins later begins from nothing, too.
   *
   * @param summaries where summaries count again
   */
  public static SurrogateHead ended(
      final String model, final long base, final long version, final PartitionOffset summaries) {
    return SurrogateHead.newBuilder()
        .setModel(model)
        .setBase(base)
        .setVersion(version)
        .setSpec(0)
        .setBlocks(0)
        .setChecksum(0)
        .setLineage(List.of())
        .setTally(Tallies.empty())
        .setSummaries(summaries)
        .setRestarted(base)
        .build();
  }

  /** The head of the last base before the model goes on as another one: it knows the same. */
  public SurrogateHead resting(final long number, final long version) {
    return SurrogateHead.newBuilder(head)
        .setBase(number)
        .setVersion(version)
        .setSnapshot(0)
        .setState(hash())
        .setRests(true)
        .build();
  }

  /** The head of a base that contains nothing, for others to complete. */
  public static SurrogateHead.Builder head(final ModelSpec spec, final long number) {
    return SurrogateHead.newBuilder()
        .setModel(spec.getModel())
        .setSpec(Fingerprint.of(spec))
        .setBase(number)
        .setVersion(0)
        .setBlocks(0)
        .setChecksum(0)
        .setLineage(List.of())
        .setTally(Tallies.empty());
  }

  /**
   * The same of a model that has got to know more labels: a state in whole. Their examples come
   * next, so that their weights begin at the prior: an intercept by which they never come costs
   * more.
   */
  public Base widened(final Growth growth) {
    final SurrogateHead widened =
        SurrogateHead.newBuilder(head)
            .setTally(Tallies.grown(head.getTally(), growth))
            .setLabels(growth.after().getLabels())
            .build();
    return placed(widened, state.site().widened(growth), growth.after());
  }

  /**
   * The same in the place that a spec has for it which has grown. It keeps its number and the
   * fingerprint by which it was written.
   *
   * @throws SpecException where there is no place for it
   * @throws ArithmeticException where it cannot be solved there
   */
  public Base grown(final Growth growth) {
    final SurrogateHead grown =
        SurrogateHead.newBuilder(grown(head, growth)).setSpec(head.getSpec()).build();
    return placed(grown, grown(state.site(), head, growth), growth.after());
  }

  private static Base placed(final SurrogateHead head, final Site site, final ModelSpec spec) {
    if (PagedState.suits(spec)) {
      final PagedState paged = PagedState.of(spec).replacedBy(site);
      return of(head, paged, paged.theta(spec));
    }
    final double[] solved = Surrogate.of(spec, site).solve().theta();
    return of(head, site, at -> solved[at]);
  }

  /**
   * The head of a base whose spec has grown. Members that are others than before begin with the
   * same weight, and so the tests of drift and a comparison begin anew.
   *
   * @throws SpecException where features were standardized in a way that does not suffice
   */
  public static SurrogateHead grown(final SurrogateHead head, final Growth growth) {
    final ModelSpec after = growth.after();
    if (head.getMoments() != null) {
      try {
        FeatureMoments.require(after, head.getMoments());
      } catch (final IllegalArgumentException e) {
        throw new SpecException(
            List.of(
                "views: need quantiles of the numbers' first values, which are not known any more"));
      }
    }
    final boolean mixes = Mixture.of(after).size() == head.getMembers().size();
    return SurrogateHead.newBuilder(head)
        .setSpec(Fingerprint.of(after))
        .setTally(Tallies.grown(head.getTally(), growth))
        .setMembers(mixes ? head.getMembers() : List.of())
        .setLabels(OpenLabels.areIn(after) ? after.getLabels() : List.of())
        .setDrift(null)
        .setComparison(null)
        .build();
  }

  /**
   * The state of a base whose spec has grown.
   *
   * @param head before
   * @throws SpecException where the spec has other memory
   */
  public static Site grown(final Site state, final SurrogateHead head, final Growth growth) {
    try {
      return state.grown(growth, Tallies.learned(head.getTally()));
    } catch (final IllegalArgumentException e) {
      throw new SpecException(
          List.of("curvature.memory: of so many weights is another one: " + e.getMessage()));
    }
  }

  /** 1, 2, … */
  public long number() {
    return head.getBase();
  }

  /** Labeled examples that it has learned from. */
  public long examples() {
    return Tallies.learned(head.getTally());
  }

  /** Partitions with data, ascending; W is how many. */
  public List<Integer> active() {
    return head.getActive();
  }

  /** What the members of the mixture have lost, see {@link Mixture#after}. */
  public double[] members() {
    return head.getMembers().stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The features whose shares are watched for drift; empty: none was chosen yet. */
  public List<WatchedFeature> watched() {
    return head.getDrift() == null ? List.of() : head.getDrift().getFeatures();
  }

  /** Number of the first base after the state was replaced by another, if it ever was. */
  public long restarted() {
    return head.getRestarted();
  }

  /** Number of the newest base that is not the one before and what was learned since. */
  public long anew() {
    return Math.max(head.getRestarted(), head.getForgot());
  }

  /**
   * Whether its state is that of the base before with sites added, one after the other, if nothing
   * but such sites came between them.
   *
   * @param before null: it is not known
   */
  public boolean adds(final Base before) {
    return before != null
        && before.number() == number() - 1
        && anew() < number()
        && before.isPlainSum()
        && before.head().getSpec() == head.getSpec()
        && before.head().getLabels().equals(head.getLabels())
        && state instanceof PagedState;
  }

  /** Whether sites are added to it as they are, in a state that is in pages. */
  public boolean isPlainSum() {
    return head.getKappa() == 1 && state instanceof PagedState;
  }

  /**
   * What the features have now whose state is another one than in the base before; null where all
   * was replaced since, or no delta can follow.
   *
   * @param before null: it is not known
   */
  public Site changesSince(final Base before) {
    return before != null
            && before.number() == number() - 1
            && anew() < number()
            && before.state() instanceof PagedState earlier
            && state instanceof PagedState now
        ? now.changesSince(earlier)
        : null;
  }

  /** About the bytes of its whole state, which is in pages. */
  public long aboutBytes() {
    return ((PagedState) state).aboutBytes();
  }

  /** What the blocks of a delta have whose changes lie elsewhere; the state is in pages. */
  public Site noChanges() {
    final PagedState paged = (PagedState) state;
    return paged.changesSince(paged);
  }

  /** The solution, with no constraints. */
  public Surrogate.Solution solution(final ModelSpec spec) {
    return solved == null ? Surrogate.of(spec, state).solve() : solved;
  }

  /**
   * The solution that a version publishes.
   *
   * @throws ArithmeticException as {@link Surrogate#constrained}
   */
  public Surrogate.Solution constrained(final ModelSpec spec) {
    return Restriction.of(spec).isNone() ? solution(spec) : Surrogate.of(spec, state).constrained();
  }

  /** The hash of its whole state; null where no delta can follow. */
  public Long hash() {
    return state instanceof PagedState paged ? paged.hash() : null;
  }
}
