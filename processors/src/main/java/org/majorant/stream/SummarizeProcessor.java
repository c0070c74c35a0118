package org.majorant.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.learn.Upkeep;
import org.majorant.learn.Worker;
import org.majorant.lineage.Lineage;
import org.majorant.log.HeldRecords;
import org.majorant.log.InputRecord;
import org.majorant.log.LogCursor;
import org.majorant.majorize.BroadcastBase;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Summary;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Tally;
import org.majorant.spec.Fingerprint;
import org.majorant.trace.ExampleTrace;
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
 * after a restart [shipped, first delivered record) is read again from the log ({@link LogCursor}),
 * and what was shipped but is in no base yet from the summaries ({@link OwnSummaries}). {@code
 * init} may be called again on the same object, so it sets every field.
 *
 * <p>A sum that is not finite is never shipped, and an exception while an example is learned ends
 * no stream: the worker goes back to the last base, learns the range again in halves, and rejects
 * the examples of one record that are to blame.
 *
 * <p>A record is one offset, and is taken, held, learned and shipped whole, however many examples
 * are packed into it.
 *
 * <p>This class is longer than others because the life of a record is told in one place: it is
 * taken, held, learned, shipped, or left to the log and learned again.
 */
final class SummarizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(SummarizeProcessor.class);
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);

  /** A summary is shipped early before it outgrows its topic's 20 MB. */
  private static final long MAX_SUMMARY_BYTES = 17L << 20;

  /**
   * The most that the time between two looks counts: while the machine was paused, no base could
   * come.
   */
  private static final long MOST_MILLIS = 1000;

  /** A worker that holds says so that often while it has nothing to ship. */
  private static final long ANNOUNCE_MILLIS = 1000;

  private final ModelSpec spec;
  private final long fingerprint;
  private final TopologySettings settings;
  private final DeadLetters deadLetters;
  private final byte[] modelName;

  private ProcessorContext<byte[], byte[]> context;
  private WorkerCheckpoint checkpoint;
  private Cancellable punctuator;
  private TopicPartition partition;
  private LogCursor cursor;
  private ExampleIntake intake;
  private Worker worker;
  private HeldRecords held;
  private UnshippedRange range;
  private Upkeep upkeep;
  private ExampleTrace trace;
  private long shipped;
  private long shipDue;
  private long announceDue;
  private long waited; // milliseconds since the base was taken, or since it learned on
  private long lookedAt;

  SummarizeProcessor(final ModelSpec spec, final TopologySettings settings) {
    this.spec = spec;
    this.settings = settings;
    fingerprint = Fingerprint.of(spec);
    deadLetters = new DeadLetters(spec.getModel(), settings.registry(), settings.metrics());
    modelName = spec.getModel().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> context) {
    this.context = context;
    if (punctuator != null) {
      punctuator.cancel();
    }
    checkpoint =
        new WorkerCheckpoint(spec, context.getStateStore(LearnerTopology.SUMMARIZE_PROGRESS));
    partition = new TopicPartition(spec.getInput(), context.taskId().partition());
    if (checkpoint.shipped() < 0) {
      beginWhereTheBaseEnds();
    }
    shipped = checkpoint.shipped();
    cursor =
        new LogCursor(
            settings.gapLog(), partition, shipped, this::begin, this::takeAgain, this::countLost);
    intake = new ExampleIntake(spec, settings.decoders().get());
    worker = new Worker(spec, partition.partition(), checkpoint.baselines());
    held = new HeldRecords(settings.hold());
    range = new UnshippedRange(checkpoint.unlearnable());
    trace = settings.trace().ofExamples();
    upkeep = new Upkeep(settings.processor());
    shipDue = 0;
    announceDue = 0;
    waited = 0;
    lookedAt = context.currentSystemTimeMs();
    settings
        .baseFeed()
        .current()
        .ifPresent(
            base ->
                new OwnSummaries(settings.gapLog(), spec, partition.partition())
                    .recall(base.head(), checkpoint.begin(), shipped, worker));
    takeBase();
    punctuator =
        context.schedule(
            Instant.EPOCH, settings.shipInterval(), PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  /**
   * A worker whose store is gone, and perhaps the group's offsets, learns nothing that is merged
   * already.
   */
  private void beginWhereTheBaseEnds() {
    settings
        .baseFeed()
        .current()
        .map(base -> new Lineage(base.head().getLineage()).next(partition.partition()))
        .filter(contained -> contained >= 0)
        .ifPresent(contained -> checkpoint.begin(contained, checkpoint.baselines()));
  }

  /** Nothing of the partition was ever taken, and this is where its log begins. */
  private void begin(final long offset) {
    shipped = offset;
    checkpoint.begin(offset, worker.baselines());
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final long offset = context.recordMetadata().orElseThrow().offset();
    if (!cursor.deliver(offset)) {
      return;
    }
    trace.delivered(offset, record.headers());
    takeBase();
    takeLeft();
    final InputRecord input =
        new InputRecord(offset, record.timestamp(), record.key(), record.value());
    reject(offset, take(input));
    drain();
  }

  @Override
  public void close() {
    if (punctuator != null) {
      punctuator.cancel();
    }
    settings.metrics().held(partition, 0, 0);
  }

  private void tick() {
    final long now = context.currentSystemTimeMs();
    waited += Math.min(now - lookedAt, MOST_MILLIS);
    lookedAt = now;
    cursor.tick();
    takeBase();
    takeLeft();
    drain();
    final boolean news = learned() > shipped && worker.mayShip() && isShipDue(now);
    final boolean unheard =
        worker.isAsked() || !held.isEmpty() && (now >= announceDue || intake.isToPropose());
    if (news || unheard && !cursor.isNew() && learned() == shipped) {
      ship();
    }
    settings.metrics().held(partition, held.examples(), worker.inFlight());
  }

  /** A worker that waits for a base has the time to ship. */
  private boolean isShipDue(final long now) {
    return now >= shipDue && (!worker.mayLearn() || upkeep.isDue(Upkeep.Chore.SHIPPING, now));
  }

  /** Offset up to which all is learned. */
  private long learned() {
    return held.isEmpty() ? cursor.next() : held.firstOffset();
  }

  /**
   * Learns a record, or holds it; which of its examples are bad is found now in either case. While
   * nothing can be learned yet, records that are too many to hold are read from the log later.
   */
  private List<RejectedItem> take(final InputRecord record) {
    if (cursor.isBehind() || !intake.isReady() && held.isOverfull()) {
      cursor.leave(record.offset());
      return intake.check(record);
    }
    cursor.take(record.offset());
    if (held.isEmpty() && intake.isReady() && worker.mayLearn()) {
      return learn(record);
    }
    final List<RejectedItem> rejected = intake.check(record);
    held.add(record, intake.examples());
    return rejected;
  }

  /**
   * Writes the dead letters of a record, once: where the group's offsets are gone, what was
   * delivered and not shipped is delivered again.
   */
  private void reject(final long offset, final List<RejectedItem> rejected) {
    if (!rejected.isEmpty() && !checkpoint.isRejected(offset)) {
      rejected.forEach(item -> deadLetters.write(context, partition, item));
      checkpoint.reject(offset);
    }
  }

  /** Takes a record that is read from the log; if it came before, its dead letters are written. */
  private void takeAgain(final ConsumerRecord<byte[], byte[]> record) {
    final List<RejectedItem> rejected = take(InputRecord.of(record));
    if (checkpoint.begin() >= 0) { // else release 0.1 wrote it, and did not say what is written
      reject(record.offset(), rejected);
    }
    drain();
  }

  /** Takes what was left to the log, now that it can be learned. */
  private void takeLeft() {
    if (intake.isReady()) {
      cursor.takeLeft();
    }
  }

  private void countLost(final long from, final long to) {
    range.lost(from, to);
    LOG.warn("{}: retention deleted {} offsets from {} on", partition, to - from, from);
  }

  /**
   * Learns what is held, as far as the quota and the limits of holding say. Where no base comes for
   * long, it learns as much again as the last one gave, and waits anew.
   */
  private void drain() {
    if (held.isEmpty() || !intake.isReady()) {
      return;
    }
    long more = 0;
    if (waited > settings.hold().longest().toMillis()) {
      more = Math.max(1, worker.share());
      waited = 0;
    }
    while (!held.isEmpty() && (worker.mayLearn() || more > 0 || held.isOverfull())) {
      if (!worker.mayLearn()) {
        more -= held.firstExamples();
        settings.metrics().overrun(held.firstExamples());
      }
      learn(held.take()); // its dead letters were written when it came
    }
  }

  /** Learns the examples of a record; where that fails, the rest of them is only looked at. */
  private List<RejectedItem> learn(final InputRecord record) {
    List<RejectedItem> rejected = List.of();
    intake.open(record);
    range.cover(record, intake.examples());
    trace.learned(record.timestamp());
    boolean learning = true;
    for (int item = 0; item < intake.examples(); item++) {
      try {
        if (learning) {
          learning = learn(record, item);
        } else {
          intake.check(item);
        }
      } catch (final RejectedExample e) {
        if (learning) {
          range.rejected();
        }
        rejected = ExampleIntake.with(rejected, intake.rejected(record, item, e));
      }
    }
    if (learning && (worker.shipBytes() > MAX_SUMMARY_BYTES || range.isFull())) {
      ship();
    }
    return rejected;
  }

  /** Learns one example; false: that has failed, and the worker has gone back. */
  private boolean learn(final InputRecord record, final int item) throws RejectedExample {
    if (range.isUnlearnable(record, item)) {
      range.rejected();
      return true;
    }
    switch (intake.read(item)) {
      case OF_ANOTHER_MODEL -> range.ofAnother();
      case UNLABELED -> range.unlabeled();
      case LABELED -> {
        return learnExample(record, item);
      }
    }
    return true;
  }

  private boolean learnExample(final InputRecord record, final int item) {
    range.learning(record, item);
    try {
      worker.learn(intake.example(), notFuture(record.timestamp()));
      return true;
    } catch (final RuntimeException | StackOverflowError e) {
      goBack(e);
      return false;
    }
  }

  /** A producer's clock that is ahead must not make the records of all others old. */
  private double notFuture(final long timestamp) {
    return Math.min(timestamp, context.currentSystemTimeMs());
  }

  /** Summary and progress in one call, so in one transaction. */
  private void ship() {
    upkeep.begin();
    cursor.settle();
    final long to = learned();
    final long examples = worker.unshipped();
    final Summary contribution;
    try {
      contribution = worker.ship(to, held.examples());
    } catch (final RuntimeException | StackOverflowError e) {
      if (examples == 0) {
        throw e; // no example is to blame
      }
      goBack(e);
      return;
    }
    final Tally tally = worker.takeTally();
    range.shipped(tally, to);
    final byte[] bytes = SUMMARIES.encode(summary(contribution, tally, to));
    settings.metrics().shipped(tally, bytes.length);
    final long now = context.currentSystemTimeMs();
    context.forward(
        new Record<>(modelName, bytes, now, trace.shipped(partition.partition(), shipped, to, now)),
        LearnerTopology.SUMMARIES_SINK);
    shipDue = now + 1000L * bytes.length / settings.outputBytesPerSecond();
    announceDue = now + ANNOUNCE_MILLIS;
    shipped = to;
    checkpoint.save(shipped, worker.baselines());
    context.commit();
    upkeep.end(Upkeep.Chore.SHIPPING, now);
  }

  private BoundSummary summary(final Summary contribution, final Tally tally, final long to) {
    return new BoundSummary(
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
        intake.proposal(),
        intake.takeNames(),
        null,
        checkpoint.begin(),
        Arrays.stream(contribution.members()).boxed().toList());
  }

  /**
   * Forgets all since the last summary and leaves it to the log, to be learned again with a summary
   * for each half of it; where it was one record, the examples that are to blame are rejected.
   */
  private void goBack(final Throwable error) {
    settings.metrics().relearned();
    LOG.error("{}: {} in [{}, {}): it is learned again", partition, error, shipped, learned());
    worker.goBack(checkpoint.baselines());
    range.spoiled().ifPresent(spoiled -> blame(spoiled, error));
    leaveToLog();
  }

  /** Writes the dead letters of the examples for which a record cannot be learned. */
  private void blame(final UnshippedRange.SpoiledRecord spoiled, final Throwable error) {
    final double time = notFuture(spoiled.record().timestamp());
    new PackedTrial(intake, range, worker, checkpoint, time)
        .toBlame(spoiled, error)
        .forEach(
            item -> {
              deadLetters.write(context, partition, item);
              checkpoint.blame(item.place());
            });
  }

  /** Leaves all since the last summary to the log. */
  private void leaveToLog() {
    held.clear();
    intake.takeNames();
    cursor.goBack(shipped);
  }

  private void takeBase() {
    final BroadcastBase newest = settings.baseFeed().current().orElse(null);
    if (newest == null || newest.base().number() == worker.number()) {
      return;
    }
    if (worker.canDoWithout(newest.base())
        && held.isEmpty()
        && !upkeep.isDue(Upkeep.Chore.TAKING_BASES, context.currentSystemTimeMs())) {
      return;
    }
    if (worker.number() < newest.base().restarted()) {
      range.forget(); // its times are those of the former state; it is learned again on the new one
      worker.forget(checkpoint.baselines());
      leaveToLog();
    }
    final Lineage lineage = new Lineage(newest.head().getLineage());
    final long contained = lineage.next(partition.partition());
    upkeep.begin();
    worker.adopt(newest.base(), contained, lineage.partitions() == 1 && contained >= 0);
    upkeep.end(Upkeep.Chore.TAKING_BASES, context.currentSystemTimeMs());
    if (!intake.isReady() && newest.head().getMoments() != null) {
      intake.standardize(newest.head().getMoments());
    }
    waited = 0;
  }
}
