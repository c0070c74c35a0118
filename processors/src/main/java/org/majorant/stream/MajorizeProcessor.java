package org.majorant.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.features.Dimensions;
import org.majorant.features.FeatureMoments;
import org.majorant.learn.Tallies;
import org.majorant.memory.Site;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.merge.Contribution;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Directional;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.store.ModelCodec;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the summaries of all workers, solves θ = (A + P)⁻¹ b, and broadcasts a base at most once a
 * commit, a version at most once a publication interval, each within a byte budget. Only versions
 * are held to the spec's constraints and L1.
 *
 * <p>A summary joins only where its range begins at its partition's lineage; what is known already
 * is dropped, a gap is refused and reported, and so is all that cannot be right ({@link Refusal}).
 * The store keeps the summaries' offset up to which all is in the last base, written with that base
 * in one call; the base itself is read back from the surrogate topic, and the summaries after it
 * from theirs. Another store keeps the names of the last version.
 */
final class MajorizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(MajorizeProcessor.class);
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  /** Slots of the surrogate topic: the base being read, and the one being written. */
  private static final int BASE_SLOTS = 2;

  private static final Duration BASE_TIMEOUT = Duration.ofSeconds(60);

  private final ModelSpec spec;
  private final Dimensions dimensions;
  private final long fingerprint;
  private final byte[] modelName;
  private final TopologySettings settings;
  private final SnapshotFormat<ModelHead> models;

  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<String, MajorizeProgress> store;
  private Cancellable punctuator;
  private TopicPartition partition;
  private Merger merger;
  private Merger.Merged last;
  private Lineage lineage;
  private MomentsPool moments;
  private VersionNames names;
  private Tally tally;
  private LogCursor cursor;
  private long mergedTo; // summaries before it are in the last base
  private SurrogateHead lastBase;
  private long base;
  private long version;
  private boolean merged;
  private boolean news; // merged, and not only to say who has data
  private long stalest; // bases, of what is merged since the last one
  private boolean unpublished;
  private double[] publishedTheta;
  private RefusalLog refusals;
  private long baseDue;
  private long versionDue;

  MajorizeProcessor(final ModelSpec spec, final TopologySettings settings) {
    this.spec = spec;
    this.settings = settings;
    dimensions = Dimensions.of(spec);
    fingerprint = Fingerprint.of(spec);
    models = SnapshotFormat.models(settings.registry());
    modelName = spec.getModel().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    if (punctuator != null) {
      punctuator.cancel();
    }
    store = context.getStateStore(LearnerTopology.MAJORIZE_PROGRESS);
    partition = new TopicPartition(Topics.SUMMARIES, context.taskId().partition());
    final MajorizeProgress progress = store.get(spec.getModel());
    merger = new Merger(spec, MergePolicy.of(spec));
    last = null;
    lineage = new Lineage();
    moments = new MomentsPool(spec, settings.hold().longest());
    names = new VersionNames(spec, context.getStateStore(LearnerTopology.MAJORIZE_NAMES));
    tally = Tallies.empty();
    mergedTo = progress == null ? -1 : progress.getNext();
    cursor =
        new LogCursor(settings.gapLog(), partition, mergedTo, this::takeAgain, this::tellDeleted);
    lastBase = null;
    base = progress == null ? 0 : progress.getBase();
    version = progress == null ? 0 : progress.getVersion();
    merged = false;
    news = false;
    stalest = 0;
    unpublished = false;
    publishedTheta = null;
    refusals = new RefusalLog(spec.getModel());
    baseDue = 0;
    versionDue = 0;
    if (base > 0) {
      restore(settings.baseFeed().await(base, BASE_TIMEOUT));
    }
    punctuator =
        context.schedule(settings.shipInterval(), PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final long offset = context.recordMetadata().orElseThrow().offset();
    if (cursor.isNew()) {
      mergedTo = offset;
      saveProgress();
    }
    if (cursor.deliver(offset)) {
      cursor.take(offset);
      merge(record.key(), record.value());
    }
  }

  @Override
  public void close() {
    if (punctuator != null) {
      punctuator.cancel();
    }
  }

  private void tick() {
    cursor.tick();
    final long now = context.currentSystemTimeMs();
    if (merged && now >= baseDue) {
      final long bytes = broadcast(now);
      baseDue = now + 1000 * bytes / settings.outputBytesPerSecond();
    }
    if (unpublished && now >= versionDue) {
      final long bytes = publish(now);
      final long budget = 1000 * bytes / settings.outputBytesPerSecond();
      versionDue = now + Math.max(spec.getPublishIntervalMillis(), budget);
    }
  }

  private void restore(final Broadcast from) {
    last = merger.restore(from.base());
    publishedTheta = constrained().map(Surrogate.Solution::theta).orElse(null);
    lineage = new Lineage(from.head().getLineage());
    moments.restore(from.head().getMoments());
    tally = Tallies.copy(from.head().getTally());
    lastBase = from.head();
    unpublished = from.head().getVersion() == version && tally.getRecords() > 0;
  }

  private void takeAgain(final ConsumerRecord<byte[], byte[]> record) {
    cursor.take(record.offset());
    merge(record.key(), record.value());
  }

  private void tellDeleted(final long from, final long to) {
    settings.metrics().deletedSummaries(to - from);
    LOG.error(
        "{}: retention deleted the summaries [{}, {}) before they were merged: partitions whose"
            + " lineage now has a gap go on after `models accept-loss`",
        spec.getModel(),
        from,
        to);
  }

  private void merge(final byte[] key, final byte[] value) {
    if (!Arrays.equals(key, modelName)) {
      return; // of another model
    }
    final BoundSummary summary;
    final Site site;
    try {
      summary = SUMMARIES.decode(value);
      if (summary.getSpec() != fingerprint && !Fingerprint.matches(spec, summary.getSpec())) {
        refuse(Refusal.SPEC, "summary of another spec");
        return;
      }
      if (summary.getBase() > base) {
        refuse(Refusal.BASE, "summary on base " + summary.getBase() + ", which is not known");
        return;
      }
      site = SiteCodec.decode(summary.getState(), dimensions.vectors(), dimensions.features());
      site.requireCurvature(spec.getCurvature());
      if (!(spec.getForgetting() instanceof Directional)) {
        site.requirePositive();
      }
      if (summary.getMoments() != null) {
        FeatureMoments.require(spec, summary.getMoments());
      }
    } catch (final SerializationException | IllegalArgumentException e) {
      refuse(Refusal.STATE, e.getMessage());
      return;
    }
    switch (lineage.join(summary.getPartition(), summary.getFrom(), summary.getTo())) {
      case KNOWN -> LOG.debug("summary known already: {}", summary.getTo());
      case GAP -> refuse(Refusal.GAP, misfit("leaves a gap", summary));
      case OVERLAP -> refuse(Refusal.OVERLAP, misfit("overlaps what is known", summary));
      case EXTENDS -> {
        merger.add(
            new Contribution(
                summary.getPartition(),
                summary.getBase(),
                summary.getTally().getExamples(),
                summary.getHeld(),
                summary.getEvidence(),
                site),
            context.currentSystemTimeMs());
        if (summary.getMoments() != null) {
          moments.propose(
              summary.getPartition(), summary.getMoments(), context.currentSystemTimeMs());
        }
        names.add(summary.getNames());
        Tallies.add(tally, summary.getTally());
        lineage.extend(summary.getPartition(), summary.getTo());
        merged = true;
        stalest = Math.max(stalest, base - summary.getBase());
        news |= summary.getTo() > summary.getFrom();
      }
    }
  }

  private String misfit(final String how, final BoundSummary summary) {
    return "summary of partition %d [%d, %d) %s: lineage ends at %d"
        .formatted(
            summary.getPartition(),
            summary.getFrom(),
            summary.getTo(),
            how,
            lineage.next(summary.getPartition()));
  }

  private void refuse(final Refusal reason, final String what) {
    settings.metrics().refused(reason);
    refusals.report(reason, what, context.currentSystemTimeMs());
  }

  /** Solves and broadcasts a new base, where it can be solved; returns its bytes. */
  private long broadcast(final long now) {
    merged = false;
    final long start = System.nanoTime();
    final Merger.Merged result;
    try {
      result = merger.merge(now);
    } catch (final ArithmeticException e) {
      settings.metrics().failed();
      LOG.error("{}: base {} stays: {}", spec.getModel(), base, e.getMessage());
      return 0;
    }
    final Base merge = result.base();
    settings.metrics().merged(merge, stalest, System.nanoTime() - start);
    stalest = 0;
    last = result;
    base = merge.number();
    mergedTo = cursor.next();
    lastBase =
        new SurrogateHead(
            spec.getModel(),
            base,
            version,
            fingerprint,
            0,
            0L,
            lineage.offsets(),
            Tallies.copy(tally),
            merge.effective(),
            merge.kappa(),
            merge.active(),
            merge.quota().alone(),
            merge.quota().each(),
            moments.agreed(now),
            new PartitionOffset(partition.partition(), mergedTo));
    final byte[] state = SiteCodec.encode(merge.state());
    forward(
        SnapshotFormat.SURROGATES.split(lastBase, state, BASE_SLOTS),
        now,
        LearnerTopology.SURROGATES_SINK);
    saveProgress();
    unpublished |= news;
    news = false;
    return state.length;
  }

  /** Publishes the last base's solution as a new version, where it has one; returns its bytes. */
  private long publish(final long now) {
    unpublished = false;
    return constrained().map(solution -> publish(solution, now)).orElse(0L);
  }

  /** The last base's solution under the spec's constraints; the last version stays without. */
  private Optional<Surrogate.Solution> constrained() {
    try {
      return Optional.of(last.constrained(spec));
    } catch (final ArithmeticException e) {
      settings.metrics().failed();
      LOG.error("{}: version {} stays: {}", spec.getModel(), version, e.getMessage());
      return Optional.empty();
    }
  }

  private long publish(final Surrogate.Solution solution, final long now) {
    final long parent = version++;
    final Tally tally = lastBase.getTally();
    final double penalty = solution.penalty() / Math.max(1, tally.getWeight());
    final ModelHead head =
        new ModelHead(
            spec.getModel(),
            version,
            parent,
            base,
            spec,
            fingerprint,
            0,
            0L,
            lastBase.getLineage(),
            tally,
            now,
            tally.getBatchLoss() + penalty,
            tally.getBatchBound() + penalty,
            distance(solution.theta()),
            null,
            lastBase.getMoments(),
            names.choose(solution.theta()));
    final byte[] data = ModelCodec.encode(solution.model(spec, version));
    forward(models.split(head, data, spec.getKeepVersions()), now, LearnerTopology.MODELS_SINK);
    saveProgress();
    publishedTheta = solution.theta();
    settings.metrics().published(head);
    return data.length;
  }

  private double distance(final double[] theta) {
    double squares = 0;
    for (int at = 0; at < theta.length; at++) {
      final double change = theta[at] - (publishedTheta == null ? 0 : publishedTheta[at]);
      squares += change * change;
    }
    return Math.sqrt(squares);
  }

  private void forward(final List<SnapshotRecord> records, final long now, final String sink) {
    for (final SnapshotRecord record : records) {
      context.forward(new Record<>(record.key(), record.value(), now), sink);
    }
  }

  private void saveProgress() {
    store.put(spec.getModel(), new MajorizeProgress(mergedTo, base, version));
  }
}
