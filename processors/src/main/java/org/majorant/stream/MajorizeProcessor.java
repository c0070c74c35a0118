package org.majorant.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.learn.Tallies;
import org.majorant.lineage.Lineage;
import org.majorant.log.InputEnds;
import org.majorant.log.LogCursor;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.merge.MergePolicy;
import org.majorant.merge.Merger;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
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
 * Where the sum cannot be solved, the summaries since the last base are merged again one by one,
 * and those with which it cannot be solved are refused.
 *
 * <p>The store keeps the summaries' offset up to which all is in the last base, written with that
 * base in one call; the base itself is read back from the surrogate topic, and the summaries after
 * it from theirs. Another store keeps the names of the last version.
 *
 * <p>This class is longer than others because the life of a summary is told in one place: it is
 * taken, merged or refused, solved into a base, or merged again without the one that spoils it.
 */
final class MajorizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(MajorizeProcessor.class);

  /** Slots of the surrogate topic: the base being read, and the one being written. */
  private static final int BASE_SLOTS = 2;

  private static final Duration BASE_TIMEOUT = Duration.ofSeconds(60);

  private final ModelSpec spec;
  private final long fingerprint;
  private final byte[] modelName;
  private final TopologySettings settings;

  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<String, MajorizeProgress> store;
  private Cancellable punctuator;
  private TopicPartition partition;
  private Merger merger;
  private Merger.Merged last;
  private Lineage lineage;
  private MomentsPool moments;
  private VersionNames names;
  private VersionPublisher versions;
  private Tally tally;
  private LogCursor cursor;
  private long mergedTo; // summaries before it are in the last base
  private SurrogateHead lastBase;
  private long base;
  private boolean merged;
  private boolean news; // merged, and not only to say who has data
  private long stalest; // bases, of what is merged since the last one
  private RefusalLog refusals;
  private InputEnds ends;
  private final Set<Long> unsolvable = new HashSet<>(); // offsets of summaries since the last base
  private boolean spoiled; // what is merged again cannot be solved any more
  private long baseDue;

  MajorizeProcessor(final ModelSpec spec, final TopologySettings settings) {
    this.spec = spec;
    this.settings = settings;
    fingerprint = Fingerprint.of(spec);
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
    last = null;
    begin();
    names = new VersionNames(spec, context.getStateStore(LearnerTopology.MAJORIZE_NAMES));
    mergedTo = progress == null ? -1 : progress.getNext();
    cursor =
        new LogCursor(settings.gapLog(), partition, mergedTo, this::takeAgain, this::tellDeleted);
    lastBase = null;
    base = progress == null ? 0 : progress.getBase();
    versions =
        new VersionPublisher(spec, settings, names, progress == null ? 0 : progress.getVersion());
    unsolvable.clear();
    ends = new InputEnds(settings.gapLog(), spec.getInput());
    refusals = new RefusalLog(spec.getModel());
    baseDue = 0;
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
      take(record.key(), record.value());
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
    if (last != null && versions.publish(context, last, lastBase)) {
      saveProgress();
    }
  }

  /** Nothing has been merged yet. */
  private void begin() {
    merger = new Merger(spec, MergePolicy.of(spec));
    lineage = new Lineage();
    moments = new MomentsPool(spec, settings.hold().longest());
    tally = Tallies.empty();
    merged = false;
    news = false;
    stalest = 0;
  }

  private void restore(final BroadcastBase from) {
    goOn(from.base(), from.head());
    versions.restore(last, from.head());
  }

  /** Goes on from a base. */
  private void goOn(final Base from, final SurrogateHead head) {
    last = merger.restore(from);
    lineage = new Lineage(head.getLineage());
    moments.restore(head.getMoments());
    tally = Tallies.copy(head.getTally());
    lastBase = head;
  }

  private void takeAgain(final ConsumerRecord<byte[], byte[]> record) {
    cursor.take(record.offset());
    take(record.key(), record.value());
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

  private void take(final byte[] key, final byte[] value) {
    try {
      merge(key, value);
    } catch (final RefusedSummary e) {
      refuse(e.reason(), e.getMessage());
    }
  }

  private void refuse(final Refusal reason, final String what) {
    settings.metrics().refused(reason);
    refusals.report(reason, what, context.currentSystemTimeMs());
  }

  private void merge(final byte[] key, final byte[] value) throws RefusedSummary {
    if (Arrays.equals(key, modelName)) { // else it is of another model
      merge(CheckedSummary.of(value, spec, base));
    }
  }

  /** Merges a summary, if its range begins where what is known of its partition ends. */
  private void merge(final CheckedSummary checked) throws RefusedSummary {
    final BoundSummary summary = checked.summary();
    final int partition = summary.getPartition();
    switch (lineage.join(partition, summary.getFrom(), summary.getTo())) {
      case KNOWN -> LOG.debug("{} is known already", checked.range());
      case GAP -> throw misfit(Refusal.GAP, "leaves a gap", checked);
      case OVERLAP -> throw misfit(Refusal.OVERLAP, "overlaps what is known", checked);
      case EXTENDS -> {
        if (!ends.reach(partition, checked.end())) {
          throw new RefusedSummary(
              Refusal.RANGE, "%s is not on %s".formatted(checked.range(), spec.getInput()));
        }
        final long now = context.currentSystemTimeMs();
        merger.add(checked.contribution(), now);
        if (summary.getMoments() != null) {
          moments.propose(partition, summary.getMoments(), now);
        }
        names.add(summary.getNames());
        Tallies.add(tally, summary.getTally());
        lineage.extend(partition, summary.getTo());
        merged = true;
        stalest = Math.max(stalest, base - summary.getBase());
        news |= summary.getTo() > summary.getFrom();
      }
    }
  }

  private RefusedSummary misfit(
      final Refusal reason, final String how, final CheckedSummary checked) {
    final long end = lineage.next(checked.summary().getPartition());
    return new RefusedSummary(
        reason, "%s %s: lineage ends at %d".formatted(checked.range(), how, end));
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
      mergeAgain();
      return 0;
    }
    unsolvable.clear();
    final Base merge = result.base();
    settings.metrics().merged(merge, stalest, System.nanoTime() - start);
    stalest = 0;
    last = result;
    base = merge.number();
    cursor.settle();
    mergedTo = cursor.next();
    lastBase = head(merge, now);
    final byte[] state = SiteCodec.encode(merge.state());
    for (final SnapshotRecord record :
        SnapshotFormat.SURROGATES.split(lastBase, state, BASE_SLOTS)) {
      context.forward(
          new Record<>(record.key(), record.value(), now), LearnerTopology.SURROGATES_SINK);
    }
    saveProgress();
    if (news) {
      versions.expect();
      news = false;
    }
    return state.length;
  }

  /** Goes back to the last base, and merges all after it without those that cannot be solved. */
  private void mergeAgain() {
    final int known = unsolvable.size();
    do {
      spoiled = false;
      begin();
      if (last != null) {
        goOn(last.base(), lastBase);
      }
      settings.gapLog().replay(partition, mergedTo, cursor.next(), this::mergeAgain);
    } while (spoiled);
    merged &= unsolvable.size() > known; // else it would fail for the same reason
  }

  /** Merges one of them, and looks whether it is to blame. */
  private void mergeAgain(final ConsumerRecord<byte[], byte[]> record) {
    if (spoiled || unsolvable.contains(record.offset())) {
      return;
    }
    try {
      merge(record.key(), record.value());
      merger.requireSolvable();
    } catch (final RefusedSummary e) {
      LOG.debug("refused again: {}", e.getMessage());
    } catch (final ArithmeticException e) {
      spoiled = true;
      unsolvable.add(record.offset());
      refuse(
          Refusal.UNSOLVABLE,
          "the summary at offset %d: %s".formatted(record.offset(), e.getMessage()));
    }
  }

  private SurrogateHead head(final Base merge, final long now) {
    return new SurrogateHead(
        spec.getModel(),
        merge.number(),
        versions.version(),
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
  }

  private void saveProgress() {
    store.put(spec.getModel(), new MajorizeProgress(mergedTo, base, versions.version()));
  }
}
