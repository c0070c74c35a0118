package org.majorant.stream;

import java.util.Optional;
import org.majorant.features.Dimensions;
import org.majorant.majorize.PublishedVersions;
import org.majorant.majorize.VersionNames;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Publication;
import org.majorant.schema.Round;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.spec.OpenLabels;
import org.majorant.store.SnapshotFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes bases as versions of the model: at most one each publication interval and within the
 * budget of bytes, with θ under the spec's constraints and L1. To solve a version and to find what
 * has changed passes over all parameters of the model, however few have changed, and the majorizer
 * merges nothing meanwhile. So a version takes no less of the budget than {@value #PASS_BYTES}
 * bytes a parameter, and a wide model's versions come less often. Where a base has no such θ, the
 * last version stays. A version that says nothing new but up to where records were rejected, or
 * passed over for another reason, may come late: it would take the place of one that was worth
 * keeping.
 */
final class VersionPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(VersionPublisher.class);

  /** How long after the last version offsets alone make one, of which nothing was learned. */
  private static final long OFFSETS_MILLIS = 10_000;

  /**
   * To pass over a parameter is worth so many bytes of the budget. Of 10⁷ parameters a pass takes
   * .3 s of a processor: it comes each 4 seconds, where a version may come each second.
   */
  private static final long PASS_BYTES = 2;

  private final TopologySettings settings;
  private final SnapshotFormat<ModelHead> models;
  private final VersionNames names;
  private final Outbox outbox;
  private ModelSpec spec; // with the labels that were known last
  private PublishedVersions published;
  private Base restored; // whose parameters were published last; null: published has them
  private long version;
  private boolean pending;
  private boolean urgent; // there is more in it than offsets
  private long due; // milliseconds
  private long offsetsDue; // likewise, for them alone

  /**
   * @param progress with the newest that was published
   */
  VersionPublisher(
      final ModelSpec spec,
      final TopologySettings settings,
      final VersionNames names,
      final Outbox outbox,
      final MajorizeProgress progress) {
    this.spec = spec;
    this.settings = settings;
    this.names = names;
    this.outbox = outbox;
    version = progress.getVersion();
    published = new PublishedVersions(spec, progress.getSnapshots());
    models = SnapshotFormat.models(settings.registry());
  }

  /**
   * Goes on from the newest base, which is no version yet or the newest one. The next version
   * solves it, in a turn of the majorizer: until then the stream thread would wait. It comes when
   * the budget has a pass over all parameters, for workers that wait for a base come first.
   */
  void restore(final Base last, final long now) {
    final SurrogateHead head = last.head();
    due = now + passMillis(Dimensions.of(spec).parameters());
    version = Math.max(version, head.getVersion());
    restored = last;
    pending =
        head.getVersion() == version
            && (head.getTally().getRecords() > 0 || head.getTally().getImported() > 0);
    urgent = pending;
  }

  /**
   * The base knows these labels. A version that knows others than the one before is a snapshot, and
   * there is none of a model that knows too few to predict.
   */
  void know(final ModelSpec other) {
    if (!other.getLabels().equals(spec.getLabels())) {
      spec = other;
      published = new PublishedVersions(spec, published.snapshots());
      restored = null;
    }
  }

  /** Number of the newest version; 0: none. */
  long version() {
    return version;
  }

  /** How many versions were snapshots. */
  long snapshots() {
    return published.snapshots();
  }

  /**
   * There is a base that covers more than the last one.
   *
   * @param soon whether something was learned or lost there
   */
  void expect(final boolean soon) {
    pending = true;
    urgent |= soon;
  }

  /** Whether it is time for a version. */
  boolean isDue(final long now) {
    return pending && OpenLabels.suffice(spec) && now >= due && (urgent || now >= offsetsDue);
  }

  /**
   * Publishes the newest base, if it is time.
   *
   * @return the head of the new version, if there is one
   */
  Optional<ModelHead> publish(final long now, final Base last) {
    if (!isDue(now)) {
      return Optional.empty();
    }
    pending = false;
    urgent = false;
    offsetsDue = now + OFFSETS_MILLIS;
    due = Math.max(due, now - settings.shipInterval().toMillis()) + spec.getPublishIntervalMillis();
    if (restored != null) {
      constrained(restored).ifPresent(then -> published.restore(then.model(spec, version)));
      restored = null;
    }
    return constrained(last).map(solution -> publish(solution, last.head(), now));
  }

  private ModelHead publish(
      final Surrogate.Solution solution, final SurrogateHead base, final long now) {
    version++;
    final ModelHead head = head(solution, base, now);
    final PublishedVersions.Packed packed = published.pack(head, solution.model(spec, version));
    outbox.add(
        models.splitAt(packed.head(), packed.data(), spec.getKeepVersions(), packed.turn()),
        now,
        LearnerTopology.MODELS_SINK);
    outbox.add(
        new Round(
            spec.getModel(),
            base.getBase(),
            now,
            null,
            new Publication(
                version, SnapshotFormat.checksum(packed.data()), packed.head().getState())));
    due = Math.max(due, now + Math.max(millis(packed.cost()), passMillis(solution.theta().length)));
    settings.metrics().published(head);
    return head;
  }

  /** After how long a pass over so many parameters has been paid. */
  private long passMillis(final long parameters) {
    return millis(PASS_BYTES * parameters);
  }

  private long millis(final long bytes) {
    return 1000 * bytes / settings.outputBytesPerSecond().getAsLong();
  }

  private ModelHead head(
      final Surrogate.Solution solution, final SurrogateHead base, final long now) {
    final Tally tally = base.getTally();
    final double penalty = solution.penalty() / Math.max(1, tally.getWeight());
    return ModelHead.newBuilder()
        .setModel(spec.getModel())
        .setVersion(version)
        .setParent(version - 1)
        .setBase(base.getBase())
        .setSpec(spec)
        .setFingerprint(Fingerprint.of(spec))
        .setBlocks(0)
        .setChecksum(0)
        .setLineage(base.getLineage())
        .setTally(tally)
        .setCreated(now)
        .setObjective(tally.getBatchLoss() + penalty)
        .setBound(tally.getBatchBound() + penalty)
        .setStepNorm(published.distance(solution.theta()))
        .setMoments(base.getMoments())
        .setNames(names.choose(solution.theta()))
        .setMembers(solution.members(spec, base.getMembers()))
        .setCommonSquare(solution.commonSquare())
        .setLog(base.getLog())
        .setAlarms(base.getAlarms())
        .setComparison(base.getComparison())
        .build();
  }

  /** A base's solution under the spec's constraints. */
  private Optional<Surrogate.Solution> constrained(final Base base) {
    try {
      return Optional.of(base.constrained(spec));
    } catch (final ArithmeticException e) {
      settings.metrics().failed();
      LOG.error("{}: version {} stays: {}", spec.getModel(), version, e.getMessage());
      return Optional.empty();
    }
  }
}
