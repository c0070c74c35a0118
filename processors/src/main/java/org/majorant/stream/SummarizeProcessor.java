package org.majorant.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.learn.Baselines;
import org.majorant.learn.Contribution;
import org.majorant.learn.SiteCodec;
import org.majorant.learn.Tallies;
import org.majorant.learn.Worker;
import org.majorant.model.Fingerprint;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Moments;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SummarizeProgress;
import org.majorant.schema.Tally;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition's worker: learns each example on the last base and its own sites, holds back what
 * the base's quota does not let it learn yet, and ships the sum of its sites about once a commit.
 *
 * <pre>
 *   offsets   …  shipped  …  learned  …  next  …
 *             summaries │ learner │ held │ not delivered yet
 * </pre>
 *
 * <p>The store keeps {@code shipped}, written with the summary in one call, so in one transaction;
 * after a restart [shipped, first delivered record) is read again from the log. {@code init} may be
 * called again on the same object, so it sets every field.
 */
final class SummarizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(SummarizeProcessor.class);
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  /** A summary is shipped early before it outgrows its topic's 20 MB. */
  private static final long MAX_SUMMARY_BYTES = 17L << 20;

  /** A worker that holds says so that often while it has nothing to ship. */
  private static final long ANNOUNCE_MILLIS = 1000;

  private final ModelSpec spec;
  private final long fingerprint;
  private final TopologySettings settings;
  private final AvroSerde<DeadLetter> deadLetters;
  private final byte[] modelName;

  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<String, SummarizeProgress> store;
  private Cancellable punctuator;
  private TopicPartition partition;
  private ExampleIntake intake;
  private Worker worker;
  private HeldRecords held;
  private Tally records;
  private SummarizeProgress progress;
  private boolean ready;
  private long shipped;
  private long next;
  private long passedTo; // delivered before it, but not held; none where next is as far
  private boolean proposed; // all moments that it will have
  private long shipDue;
  private long announceDue;
  private long baseTakenAt;

  SummarizeProcessor(final ModelSpec spec, final TopologySettings settings) {
    this.spec = spec;
    this.settings = settings;
    fingerprint = Fingerprint.of(spec);
    deadLetters = AvroSerde.of(DeadLetter.class, settings.registry(), Topics.DEAD_LETTERS);
    modelName = spec.getModel().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    if (punctuator != null) {
      punctuator.cancel();
    }
    store = context.getStateStore(LearnerTopology.SUMMARIZE_PROGRESS);
    partition = new TopicPartition(spec.getInput(), context.taskId().partition());
    progress = store.get(spec.getModel());
    intake = new ExampleIntake(spec, settings.decoders().get());
    worker = new Worker(spec, partition.partition(), baselines(progress));
    held = new HeldRecords(settings.hold());
    records = Tallies.empty();
    ready = false;
    shipped = progress == null ? -1 : progress.getNext();
    next = shipped;
    passedTo = -1;
    proposed = false;
    shipDue = 0;
    announceDue = 0;
    baseTakenAt = context.currentSystemTimeMs();
    if (progress != null) {
      worker.resume(shipped, shipped - contained());
    }
    takeBase();
    punctuator =
        context.schedule(settings.shipInterval(), PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final long offset = context.recordMetadata().orElseThrow().offset();
    if (!ready) {
      if (progress == null) {
        shipped = offset;
        next = offset;
        saveProgress();
      } else {
        replayTo(offset);
      }
      ready = true;
    }
    if (offset < next) {
      return; // delivered again after a corrupted task
    }
    takeBase();
    takePassed();
    try {
      take(offset, record.timestamp(), record.value());
    } catch (final RejectedExample e) {
      reject(record, offset, e);
    }
    if (!held.isEmpty()) {
      drain();
    }
  }

  @Override
  public void close() {
    if (punctuator != null) {
      punctuator.cancel();
    }
    settings.metrics().held(partition, 0, 0);
  }

  private void tick() {
    if (!ready && progress != null) {
      final OptionalLong committed = settings.gapLog().committed(partition);
      if (committed.isPresent()) {
        replayTo(committed.getAsLong());
        ready = true;
      }
    }
    takeBase();
    takePassed();
    drain();
    final long now = context.currentSystemTimeMs();
    final boolean news = learned() > shipped && worker.mayShip() && now >= shipDue;
    final boolean unheard =
        !held.isEmpty() && learned() == shipped && (now >= announceDue || isToPropose());
    if (news || unheard) {
      ship();
    }
    settings.metrics().held(partition, held.size(), worker.inFlight());
  }

  /** Offset up to which all is learned. */
  private long learned() {
    return held.isEmpty() ? next : held.firstOffset();
  }

  /**
   * Learns a record, or holds it; a bad one is found now in either case. Where nothing can be
   * learned yet, what is too much to hold is left to the log.
   */
  private void take(final long offset, final long timestamp, final byte[] value)
      throws RejectedExample {
    if (!intake.isReady() && held.isOverfull()) {
      passedTo = offset + 1;
      intake.check(value);
      return;
    }
    next = offset + 1;
    if (held.isEmpty() && intake.isReady() && worker.mayLearn()) {
      learn(offset, timestamp, value);
    } else {
      held.add(offset, timestamp, value);
      intake.check(value);
    }
  }

  /** Learns what is held, as far as the quota and the limits of holding say. */
  private void drain() {
    if (!intake.isReady()) {
      return;
    }
    final long now = context.currentSystemTimeMs();
    final boolean tooLong = now - baseTakenAt > settings.hold().longest().toMillis();
    while (!held.isEmpty()) {
      if (!worker.mayLearn()) {
        if (!tooLong && !held.isOverfull()) {
          return;
        }
        settings.metrics().overrun();
      }
      final HeldRecords.Held first = held.take();
      try {
        learn(first.offset(), first.timestamp(), first.value());
      } catch (final RejectedExample e) {
        LOG.debug("known to be bad when it came: {}", e.getMessage());
      }
    }
  }

  private void learn(final long offset, final long timestamp, final byte[] value)
      throws RejectedExample {
    records.setRecords(records.getRecords() + 1);
    records.setOffsetHash(records.getOffsetHash() + OffsetHash.of(offset));
    try {
      switch (intake.read(value)) {
        case OF_ANOTHER_MODEL -> records.setOthers(records.getOthers() + 1);
        case UNLABELED -> records.setUnlabeled(records.getUnlabeled() + 1);
        case LABELED -> worker.learn(intake.example(), notFuture(timestamp));
      }
    } catch (final RejectedExample e) {
      records.setRejected(records.getRejected() + 1);
      throw e;
    }
    if (worker.shipBytes() > MAX_SUMMARY_BYTES) {
      ship();
    }
  }

  /** A clock that is ahead must not make all others late. */
  private double notFuture(final long timestamp) {
    return Math.min(timestamp, context.currentSystemTimeMs());
  }

  private void reject(
      final Record<byte[], byte[]> record, final long offset, final RejectedExample e) {
    settings.metrics().rejected(e.reason());
    final DeadLetter letter =
        new DeadLetter(
            spec.getModel(),
            e.reason(),
            e.getMessage(),
            partition.topic(),
            partition.partition(),
            offset,
            record.timestamp(),
            record.key() == null ? null : ByteBuffer.wrap(record.key()),
            record.value() == null ? null : ByteBuffer.wrap(record.value()));
    context.forward(
        new Record<>(modelName, deadLetters.encode(letter), record.timestamp()),
        LearnerTopology.DEAD_LETTERS_SINK);
  }

  /** Takes [next, to) again from the log. Its dead letters were written the first time. */
  private void replayTo(final long to) {
    final long from = next;
    final long first =
        settings
            .gapLog()
            .replay(
                partition,
                from,
                to,
                record -> {
                  try {
                    take(record.offset(), record.timestamp(), record.value());
                  } catch (final RejectedExample e) {
                    LOG.debug("rejected again in replay: {}", e.getMessage());
                  }
                  drain();
                });
    if (first > from) {
      records.setLost(records.getLost() + first - from);
      LOG.warn("{}: retention deleted {} offsets from {} on", partition, first - from, from);
    }
    if (passedTo <= next || intake.isReady()) {
      next = Math.max(next, to);
    }
  }

  /** Takes what was left to the log, now that it can be learned. */
  private void takePassed() {
    if (passedTo > next && intake.isReady()) {
      replayTo(passedTo);
    }
  }

  /** Whether its moments are complete and nobody knows. */
  private boolean isToPropose() {
    return !intake.isReady() && intake.counted().areComplete() && !proposed;
  }

  /** The moments of what it holds, while those of the model are not known. */
  private Moments proposal() {
    if (intake.isReady() || intake.counted().isEmpty()) {
      return null;
    }
    proposed = intake.counted().areComplete();
    return intake.counted().toMoments();
  }

  /** Summary and progress in one call, so in one transaction. */
  private void ship() {
    final long to = learned();
    final Contribution contribution = worker.ship(to, held.size());
    final Tally tally = worker.takeTally();
    Tallies.add(tally, records);
    records = Tallies.empty();
    final BoundSummary summary =
        new BoundSummary(
            spec.getModel(),
            fingerprint,
            contribution.base(),
            partition.partition(),
            shipped,
            to,
            tally,
            contribution.held(),
            contribution.evidence(),
            ByteBuffer.wrap(SiteCodec.encode(contribution.site())),
            proposal(),
            intake.takeNames());
    final byte[] bytes = SUMMARIES.encode(summary);
    settings.metrics().shipped(tally, bytes.length);
    final long now = context.currentSystemTimeMs();
    context.forward(new Record<>(modelName, bytes, now), LearnerTopology.SUMMARIES_SINK);
    shipDue = now + 1000L * bytes.length / settings.outputBytesPerSecond();
    announceDue = now + ANNOUNCE_MILLIS;
    shipped = to;
    saveProgress();
  }

  private void saveProgress() {
    final Baselines baselines = worker.baselines();
    final List<Double> counts = new ArrayList<>();
    for (final double count : baselines.labelCounts()) {
      counts.add(count);
    }
    store.put(
        spec.getModel(),
        new SummarizeProgress(
            shipped, baselines.lastLabel(), baselines.repeats(), baselines.transitions(), counts));
  }

  private void takeBase() {
    final Broadcast newest = settings.baseFeed().current().orElse(null);
    if (newest == null || newest.base().number() <= worker.number()) {
      return;
    }
    final Lineage lineage = new Lineage(newest.head().getLineage());
    final long contained = lineage.next(partition.partition());
    worker.adopt(newest.base(), contained, lineage.partitions() == 1 && contained >= 0);
    if (!intake.isReady() && newest.head().getMoments() != null) {
      intake.standardize(newest.head().getMoments());
    }
    baseTakenAt = context.currentSystemTimeMs();
  }

  /** Offset before which the newest base contains all; 0 where nothing is known. */
  private long contained() {
    return settings
        .baseFeed()
        .current()
        .map(newest -> new Lineage(newest.head().getLineage()).next(partition.partition()))
        .map(next -> Math.min(shipped, Math.max(0, next)))
        .orElse(0L);
  }

  private Baselines baselines(final SummarizeProgress progress) {
    return progress == null || progress.getLabelCounts().isEmpty()
        ? new Baselines(spec.getLabels().size())
        : new Baselines(
            progress.getLabelCounts().stream().mapToDouble(Double::doubleValue).toArray(),
            progress.getLastLabel(),
            progress.getRepeats(),
            progress.getTransitions());
  }
}
