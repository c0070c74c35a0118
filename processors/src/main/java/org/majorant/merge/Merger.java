package org.majorant.merge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.majorant.decay.Decay;
import org.majorant.features.Views;
import org.majorant.memory.PagedState;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.model.Mixture;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.ValueDecoder;

/**
 * Merges rounds of summaries into bases (MATHS.md 9). While κ is 1 a summary is added as it comes;
 * else a round is kept, in groups that learned on the same base, and κ-merged oldest first.
 */
public final class Merger {
  private static final int BASES_KNOWN = 4;
  private static final long MAX_ROUND_BYTES = 64L << 20;

  /** The clocks of two learners may be so far apart; beyond, summaries are refused. */
  private static final Duration CLOCK_SLACK = Duration.ofDays(1);

  private final ModelSpec spec;
  private final MergePolicy policy;
  private final Decay decay;
  private final boolean forgets;
  private final Mixture mixture;
  private final boolean inPages; // the states
  private final ActiveWorkers workers = new ActiveWorkers();
  private final SortedMap<Long, List<Summary>> round = new TreeMap<>();
  private final NavigableMap<Long, Surrogate.Known> known = new TreeMap<>();
  private Surrogate surrogate;
  private MergeControl control = new MergeControl(1);
  private long roundBytes;
  private long number;
  private long examples;
  private long fresh; // examples since the last base
  private double effective;
  private double[] members = {}; // what they have lost
  private long forgot; // the newest base before which all counts less
  private long restarted; // what was learned on an older base keeps its place, not its time
  private double mergedAt; // time of the last base

  public Merger(final ModelSpec spec, final MergePolicy policy) {
    this.spec = spec;
    this.policy = policy;
    decay = Decay.of(spec);
    forgets = decay.active() || !Decay.others(spec).isEmpty() || Views.areIn(spec);
    mixture = Mixture.of(spec);
    surrogate = Surrogate.of(spec);
    inPages = PagedState.suits(spec);
  }

  /**
   * Goes on from a base, without what has been added; only who learns stays known.
   *
   * @param last number of the last base that was written: no number is given twice
   * @throws ArithmeticException where it cannot be solved; nothing has changed then
   */
  public Base restore(final Base base, final long last) {
    final Surrogate restored = Surrogate.of(spec, base.state());
    final Surrogate.Solution solution = inPages ? null : restored.solve();
    final Surrogate.State state = restored.state();
    surrogate = restored;
    round.clear();
    roundBytes = 0;
    known.clear();
    fresh = 0;
    number = last;
    examples = base.examples();
    effective = base.head().getEffective();
    members = base.members();
    mergedAt = surrogate.time();
    control = new MergeControl(base.head().getKappa());
    restarted = base.restarted();
    forgot = base.head().getForgot();
    workers.restore(base, number);
    return Base.of(base.head(), inPages ? state : base.state(), base.theta(), solution);
  }

  /**
   * Whether a worker can have reached the time of what it ships, which would make all else old. By
   * record time, workers take no record for newer than their own clock says, which may be ahead by
   * {@link #CLOCK_SLACK}. By count, a worker counts what is merged and what it has in flight.
   * Either takes over the time of a base, however far that is ahead.
   *
   * @param lost offsets that are declared lost; the worker may have counted examples of packed
   *     records there
   * @param now milliseconds
   */
  public boolean isTimely(final Summary c, final long lost, final long now) {
    final double latest =
        decay.byRecordTime()
            ? now + CLOCK_SLACK.toMillis()
            : (double) examples
                + fresh
                + (double) lost * ValueDecoder.MOST_EXAMPLES
                + c.examples()
                - 1;
    return !forgets || placed(c).time() <= Math.max(latest, surrogate.time());
  }

  /** Its site; what was learned before a restart counts as learned now, by a clock that counts. */
  private Site placed(final Summary c) {
    final long learned = examples + fresh + c.examples();
    return c.base() < restarted ? c.site().moved(decay, learned - 1) : c.site();
  }

  /** Takes what a worker ships. */
  public void add(final Summary c) {
    workers.hear(c);
    if (policy.damped()) {
      control.pool(c.evidence());
    }
    final Site site = placed(c);
    members = mixture.after(members, examples + fresh, c.examples(), c.members());
    fresh += c.examples();
    if (control.kappa() == 1) {
      surrogate.add(site);
    } else if (site.size() > 0) {
      round.computeIfAbsent(c.base(), base -> new ArrayList<>()).add(c.with(site));
      roundBytes += SiteCodec.bytes(site);
      if (roundBytes > MAX_ROUND_BYTES) {
        mergeRound();
      }
    }
  }

  /**
   * Has all that was added so far count less, because the loss has risen. That loss says how far
   * the weights have moved: if the move is as likely in each direction that the examples determine,
   * n of them say no more of the new weights than f n would have said (MATHS.md 17):
   *
   * <pre>    f = 1 / (1 + 2Δn/γ)
   * </pre>
   *
   * @param rise Δ, nats an example
   * @return f
   * @throws ArithmeticException where the surrogate cannot be solved
   */
  public double forget(final double rise) {
    mergeRound();
    final double counted = effective + fresh;
    final double determined = surrogate.determined();
    final double kept = determined / (determined + 2 * rise * counted);
    surrogate.scale(kept);
    known.replaceAll((base, then) -> then.scaled(kept));
    effective -= (1 - kept) * counted;
    forgot = number + 1;
    return kept;
  }

  /**
   * Solves what has been added, as the next base.
   *
   * @param now milliseconds
   * @throws ArithmeticException where the surrogate cannot be solved or is not finite
   */
  public Base merge(final long now) {
    mergeRound();
    examples += fresh;
    if (!decay.byRecordTime()) {
      surrogate.advance(examples - 1);
    }
    effective = effective * decay.factor(mergedAt, surrogate.time()) + fresh;
    mergedAt = surrogate.time();
    fresh = 0;
    control.decide();
    final Surrogate.Solution solution = inPages ? null : surrogate.solve();
    final Surrogate.State state = surrogate.state();
    final IntToDoubleFunction theta =
        state instanceof PagedState paged ? paged.theta(spec) : at -> solution.theta()[at];
    final Base merged = Base.of(next(now), state, theta, solution);
    rememberCurvature(state);
    return merged;
  }

  /** The next head, with all that is known without the summaries' offsets and tallies. */
  private SurrogateHead next(final long now) {
    number++;
    final List<Integer> active = workers.divide(policy.mostInFlight(effective), number, now);
    final SurrogateHead head =
        Base.head(spec, number)
            .setEffective(effective)
            .setKappa(control.kappa())
            .setActive(active)
            .setAlone(workers.quota().alone())
            .setQuota(workers.quota().each())
            .setMembers(Arrays.stream(members).boxed().toList())
            .setRestarted(restarted)
            .setForgot(forgot)
            .build();
    head.getTally().setExamples(examples);
    return head;
  }

  /**
   * Tries whether what has been added so far can be solved.
   *
   * @throws ArithmeticException where it cannot; nothing but the last base helps then
   */
  public void requireSolvable() {
    mergeRound();
    surrogate.requireSolvable();
  }

  private void mergeRound() {
    for (final Map.Entry<Long, List<Summary>> group : round.entrySet()) {
      final List<Summary> learned = group.getValue();
      surrogate.merge(
          learned.stream().map(Summary::site).toList(),
          (int) learned.stream().mapToInt(Summary::partition).distinct().count(),
          control.kappa(),
          known.get(group.getKey()));
    }
    round.clear();
    roundBytes = 0;
  }

  private void rememberCurvature(final Surrogate.State state) {
    if (control.kappa() == 1) {
      known.clear();
    } else {
      known.put(number, state instanceof PagedState paged ? paged.known() : surrogate.known());
      if (known.size() > BASES_KNOWN) {
        known.pollFirstEntry();
      }
    }
  }
}
