package org.majorant.learn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.majorant.decay.Decay;
import org.majorant.features.Example;
import org.majorant.features.SparsePoint;
import org.majorant.growth.Growth;
import org.majorant.memory.Site;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Quota;
import org.majorant.merge.Summary;
import org.majorant.model.Mixture;
import org.majorant.schema.Evidence;
import org.majorant.schema.FeatureCounts;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Tally;
import org.majorant.spec.OpenLabels;
import org.majorant.tally.Baselines;

/**
 * One partition's learner among others: learns on the last base and its own sites that the base
 * does not contain yet, as far as the base's {@link Quota} lets it, and ships the sum of its sites.
 *
 * <p>Positions count what the partition brings, in its order: offsets, for one. A base contains all
 * of a partition before some position. Not thread-safe.
 *
 * <p>It is longer than others, because what is in flight follows from all that it does.
 */
public final class Worker {
  /** Summaries under way; beyond, they sum up here rather than queue there. */
  private static final int MAX_SHIPPED = 4;

  private final int partition;
  private final Decay decay;
  private final Mixture mixture;
  private final boolean probes;
  private final Deque<Shipped> shipped = new ArrayDeque<>();
  private ModelSpec spec; // with the labels that it knows
  private SlopeProbe probe;
  private Learner learner;
  private boolean anew; // the learner knows nothing of the base
  private Base base;
  private boolean alone; // the base contains nothing but this partition
  private boolean asked;
  private long unshipped;
  private long revised; // since the last ship, beside them
  private long inFlight;

  /** A summary, learned on some base, that the newest does not contain yet. */
  private record Shipped(long to, Summary content) {
    long examples() {
      return content.examples();
    }

    Shipped widened(final Growth growth) {
      return new Shipped(to, content.with(content.site().widened(growth)));
    }
  }

  public Worker(final ModelSpec spec, final int partition, final Baselines baselines) {
    this.spec = spec;
    this.partition = partition;
    decay = Decay.of(spec);
    mixture = Mixture.of(spec);
    probes = MergePolicy.of(spec).damped();
    probe = new SlopeProbe(spec);
    begin(baselines);
  }

  /** Whether the quota lets it learn one more example. */
  public boolean mayLearn() {
    return base != null && inFlight < base.quota().of(partition);
  }

  /** How many examples the base lets each worker have in flight that may learn on it. */
  public long share() {
    return base == null ? 0 : base.quota().each();
  }

  /** Examples learned that the base does not contain. */
  public long inFlight() {
    return inFlight;
  }

  /**
   * Learns one labeled example, quota or not.
   *
   * @param recordTime milliseconds; counts only where forgetting goes by it
   * @return its progressive loss, nats, for weight one
   */
  public double learn(final Example x, final double recordTime) {
    final double loss = learner.learn(x, decay.byRecordTime() ? recordTime : counted());
    probe.look(x);
    unshipped++;
    inFlight++;
    return loss;
  }

  /**
   * Corrects the label of an example that was learned with another, quota or not. It is no example
   * more: what may be in flight bounds how much curvature is counted twice, and this has none.
   *
   * @param former position of the label that it was learned with
   * @param recordTime of the example, as it was learned
   * @throws IllegalStateException where it is not known how much the example counts by now
   */
  public void revise(final SparsePoint x, final int former, final double recordTime) {
    if (decay.active() && !decay.byRecordTime()) {
      throw new IllegalStateException("how many examples came since is not known");
    }
    learner.revise(x, former, recordTime);
    revised++;
  }

  /** The number of examples before this one. */
  private double counted() {
    return (base == null ? 0 : base.examples()) + inFlight;
  }

  /** Examples learned and revised since the last {@link #ship}. */
  public long unshipped() {
    return unshipped + revised;
  }

  /**
   * Whether it should ship even where it has nothing new: others wait until they know that it has
   * taken a base on which it learns no more.
   */
  public boolean isAsked() {
    return asked;
  }

  /** Whether it should ship now; what it learns else sums up here. */
  public boolean mayShip() {
    return shipped.size() < MAX_SHIPPED;
  }

  /** An upper estimate of the bytes that {@link #ship} would give now. */
  public long shipBytes() {
    return learner.shipBytes();
  }

  /**
   * Takes out what was learned since the last call.
   *
   * @param to the position up to which it goes
   * @param held examples that the quota holds back
   * @throws ArithmeticException where a number of it, or of its tally, is not finite; nothing is
   *     taken out then, and {@link #goBack} helps
   */
  public Summary ship(final long to, final long held) {
    final Site site = takeSite();
    final Evidence slopes = probe.take();
    final Evidence evidence =
        Double.isFinite(slopes.getBefore() + slopes.getAfter()) ? slopes : new Evidence();
    final Summary summary =
        new Summary(partition, number(), unshipped, held, evidence, learner.shipMembers(), site);
    if (unshipped + revised > 0) {
      shipped.add(new Shipped(to, summary));
    }
    unshipped = 0;
    revised = 0;
    asked = false;
    return summary;
  }

  private Site takeSite() {
    final boolean together = base != null && base.active().size() > 1;
    final Site site = learner.ship(together && probes);
    if (!site.isFinite() || !learner.hasFiniteTally()) {
      throw new ArithmeticException("what was learned or lost is not finite");
    }
    return site;
  }

  /**
   * Tries whether what was learned since the last {@link #ship} could be shipped. It is lost in
   * either case: only {@link #goBack} helps then.
   *
   * @throws ArithmeticException as {@link #ship}
   */
  public void requireShippable() {
    takeSite();
  }

  /** Takes out the tally of the examples learned since the last call. */
  public Tally takeTally() {
    return learner.takeTally();
  }

  /** Takes out the counts of watched features; null: there are few yet. */
  public FeatureCounts takeFeatures() {
    return learner.takeFeatures();
  }

  /**
   * Says what was shipped before a restart; before the first base is adopted.
   *
   * @param to the position up to which it went
   */
  public void resume(final long to, final Summary summary) {
    shipped.add(new Shipped(to, summary));
    inFlight += summary.examples();
  }

  /**
   * Gets to know more labels, with the base that follows at once. Nothing may be unshipped. What it
   * has shipped is read in the place that there is for it now; of a model that was deleted it has
   * none.
   */
  public void know(final ModelSpec wider) {
    final List<Shipped> before = List.copyOf(shipped);
    shipped.clear();
    if (OpenLabels.extend(spec, wider)) {
      final Growth growth = Growth.of(spec, wider);
      before.forEach(each -> shipped.add(each.widened(growth)));
    } else {
      inFlight = 0;
    }
    spec = wider;
    probe = new SlopeProbe(spec);
    begin(learner.baselines());
  }

  private void begin(final Baselines then) {
    learner = new Learner(spec, then.of(spec.getLabels().size()));
    anew = true;
  }

  /**
   * Forgets what was learned since the last summary, whether it was shipped or not finite.
   *
   * @param then the baselines as they were at the last summary
   */
  public void goBack(final Baselines then) {
    forget(then);
    if (base != null) {
      start();
    }
  }

  /** The same where another base follows at once; its time may be before that of the last one. */
  public void forget(final Baselines then) {
    begin(then);
    inFlight -= unshipped;
    unshipped = 0;
    revised = 0;
    probe.take();
  }

  /**
   * Learns on a newer base from now on.
   *
   * @param contained the position before which the base contains all of this partition
   * @param mineAlone the base contains nothing but this partition, so that it is known already
   */
  public void adopt(final Base newer, final long contained, final boolean mineAlone) {
    final boolean known = mineAlone && knows(newer, contained);
    while (!shipped.isEmpty() && shipped.peek().to <= contained) {
      inFlight -= shipped.remove().examples();
    }
    probe.move(probes && newer.active().size() > 1 ? newer.theta() : null);
    asked |= takesAway(newer);
    base = newer;
    alone = mineAlone;
    if (known) {
      learner.leaveBase();
      learner.watch(base.watched());
    } else {
      start();
    }
  }

  /**
   * Whether all that a newer base has is what it knows already, so that to take it costs nothing.
   *
   * @param contained the position before which the base contains all of this partition
   */
  public boolean knows(final Base newer, final long contained) {
    if (anew || base.number() >= newer.number() || base.number() < newer.anew()) {
      return false;
    }
    final long more =
        shipped.stream()
            .filter(summary -> summary.to <= contained)
            .mapToLong(Shipped::examples)
            .sum();
    return base.examples() + more == newer.examples();
  }

  /**
   * Whether it may go on learning on its base, and no other worker waits for it to take another.
   */
  public boolean canDoWithout(final Base newest) {
    return mayLearn()
        && newest.number() > base.number()
        && newest.anew() <= base.number()
        && newest.quota().of(partition) > 0;
  }

  private boolean takesAway(final Base newer) {
    final boolean gave = base != null && base.quota().of(partition) > 0;
    return newer.active().size() > 1
        && newer.quota().of(partition) == 0
        && (gave || newer.quota().each() == 0);
  }

  private void start() {
    anew = false;
    final List<Site> own = own();
    if (alone) {
      learner.resume(base.state(), own);
    } else {
      learner.adopt(base.state(), own);
    }
    double[] members = base.members();
    long examples = base.examples();
    for (final Shipped summary : shipped) {
      members = mixture.after(members, examples, summary.examples(), summary.content.members());
      examples += summary.examples();
    }
    learner.startMembers(members, examples);
    learner.watch(base.watched());
  }

  /** Its sites that the base does not contain, as they count on it. */
  private List<Site> own() {
    final List<Site> own = new ArrayList<>();
    long examples = base.examples();
    for (final Shipped summary : shipped) {
      examples += summary.examples();
      final Site site = summary.content.site();
      own.add(summary.content.base() < base.restarted() ? site.moved(decay, examples - 1) : site);
    }
    return own;
  }

  /** Number of the base that it learns on; 0: none yet. */
  public long number() {
    return base == null ? 0 : base.number();
  }

  public Baselines baselines() {
    return learner.baselines();
  }
}
