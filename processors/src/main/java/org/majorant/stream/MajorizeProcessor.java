package org.majorant.stream;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.features.FeatureNames;
import org.majorant.log.InputEnds;
import org.majorant.log.LogCursor;
import org.majorant.majorize.Majorization;
import org.majorant.majorize.RefusedSummary;
import org.majorant.majorize.SolvedBase;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.NameList;
import org.majorant.schema.Start;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves summaries into a {@link Majorization}, and its bases out of it: it broadcasts a base at
 * most once a commit, a version at most once a publication interval, each within a byte budget.
 * Only versions are held to the spec's constraints and L1.
 *
 * <p>The store keeps the summaries' offset up to which all is in the last base, written with that
 * base in one call; the base itself is read back from the surrogate topic, and the summaries after
 * it from theirs. Another store keeps the names of the last version.
 */
final class MajorizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(MajorizeProcessor.class);

  /** Slots of the surrogate topic: the base being read, and the one being written. */
  private static final int BASE_SLOTS = 2;

  private final ModelSpec spec;
  private final TopologySettings settings;

  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<String, MajorizeProgress> store;
  private KeyValueStore<String, NameList> names;
  private Cancellable punctuator;
  private TopicPartition partition;
  private Majorization majorization;
  private VersionPublisher versions;
  private LogCursor cursor;
  private RefusalLog refusals;
  private RoundSink rounds;
  private long baseDue;

  MajorizeProcessor(final ModelSpec spec, final TopologySettings settings) {
    this.spec = spec;
    this.settings = settings;
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    if (punctuator != null) {
      punctuator.cancel();
    }
    store = context.getStateStore(LearnerTopology.MAJORIZE_PROGRESS);
    names = context.getStateStore(LearnerTopology.MAJORIZE_NAMES);
    partition = new TopicPartition(Topics.SUMMARIES, context.taskId().partition());
    refusals = new RefusalLog(spec.getModel());
    rounds = new RoundSink(context, new Start(spec, settings.hold().longest().toMillis()));
    baseDue = 0;
    final LastBase lastBase = new LastBase(spec, settings, partition);
    final MajorizeProgress progress =
        Optional.ofNullable(store.get(spec.getModel())).orElseGet(lastBase::left);
    majorization =
        new Majorization(
            spec,
            partition.partition(),
            outside(new InputEnds(settings.gapLog(), spec.getInput())),
            settings.hold().longest(),
            knownNames());
    majorization.startAt(progress.getNext());
    versions = new VersionPublisher(spec, settings, majorization.names(), rounds, progress);
    if (progress.getBase() > 0) {
      majorization.restore(lastBase.of(progress), progress.getBase());
      versions.restore(majorization.last());
    }
    cursor =
        new LogCursor(
            settings.gapLog(),
            partition,
            majorization.mergedTo(),
            this::takeAgain,
            this::tellDeleted);
    punctuator =
        context.schedule(settings.shipInterval(), PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  private Majorization.Outside outside(final InputEnds ends) {
    return new Majorization.Outside() {
      @Override
      public boolean reaches(final int partition, final long offset) {
        return ends.reach(partition, offset);
      }

      @Override
      public long now() {
        return context.currentSystemTimeMs();
      }
    };
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final long offset = context.recordMetadata().orElseThrow().offset();
    if (cursor.isNew()) {
      majorization.startAt(offset);
      saveProgress();
    }
    if (cursor.deliver(offset)) {
      cursor.take(offset);
      take(offset, record.key(), record.value());
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
    if (majorization.isDue() && now >= baseDue) {
      final long bytes = merge(now);
      baseDue = now + 1000 * bytes / settings.outputBytesPerSecond();
    }
    if (majorization.last() != null) {
      versions.publish(context, majorization.last()).ifPresent(this::saveVersion);
    }
  }

  private void takeAgain(final ConsumerRecord<byte[], byte[]> record) {
    cursor.take(record.offset());
    take(record.offset(), record.key(), record.value());
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

  private void take(final long offset, final byte[] key, final byte[] value) {
    try {
      majorization.take(offset, key, value);
    } catch (final RefusedSummary e) {
      tellRefused(e);
    }
  }

  private void tellRefused(final RefusedSummary refused) {
    settings.metrics().refused(refused.reason());
    refusals.report(refused.reason(), refused.getMessage(), context.currentSystemTimeMs());
  }

  /** Solves and broadcasts a new base, where it can be solved; returns its bytes. */
  private long merge(final long now) {
    final long start = System.nanoTime();
    final long stalest = majorization.stalest();
    final boolean news = majorization.hasNews();
    final SolvedBase solved;
    try {
      solved = majorization.merge(cursor.next(), versions.version(), now);
    } catch (final ArithmeticException e) {
      settings.metrics().failed();
      LOG.error("{}: base {} stays: {}", spec.getModel(), majorization.base(), e.getMessage());
      mergeAgain();
      return 0;
    }
    settings.metrics().merged(solved.merged().base(), stalest, System.nanoTime() - start);
    cursor.settle();
    if (news) {
      versions.expect();
    }
    return broadcast(solved, now);
  }

  private void mergeAgain() {
    majorization
        .mergeAgain(
            cursor.next(),
            (from, to, sink) -> settings.gapLog().replay(partition, from, to, sink::accept))
        .forEach(this::tellRefused);
  }

  private long broadcast(final SolvedBase base, final long now) {
    final byte[] state = base.state();
    for (final SnapshotRecord record :
        SnapshotFormat.SURROGATES.split(base.head(), state, BASE_SLOTS)) {
      context.forward(
          new Record<>(record.key(), record.value(), now), LearnerTopology.SURROGATES_SINK);
    }
    if (base.head().getRestarted() == base.head().getBase()) {
      saveNames(majorization.names().choose(base.merged().solution().theta()));
    }
    rounds.forward(base.round(SnapshotFormat.checksum(state)));
    saveProgress();
    return state.length;
  }

  private List<NameCount> knownNames() {
    final NameList known = names.get(spec.getModel());
    return known == null ? List.of() : known.getNames();
  }

  private void saveVersion(final ModelHead head) {
    saveNames(head.getNames());
    saveProgress();
  }

  private void saveNames(final List<NameCount> known) {
    if (FeatureNames.areCounted(spec)) {
      names.put(spec.getModel(), new NameList(known));
    }
  }

  private void saveProgress() {
    store.put(
        spec.getModel(),
        new MajorizeProgress(
            majorization.mergedTo(),
            majorization.base(),
            versions.version(),
            versions.snapshots()));
  }
}
