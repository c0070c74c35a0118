package org.majorant.stream;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.majorant.challenge.Contender;
import org.majorant.learn.Upkeep;
import org.majorant.learn.Worker;
import org.majorant.lineage.Lineage;
import org.majorant.log.GapLog;
import org.majorant.log.HeldRecords;
import org.majorant.log.InputRecord;
import org.majorant.log.LogCursor;
import org.majorant.merge.Base;
import org.majorant.merge.Summary;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.ValueDecoder;
import org.majorant.spec.OpenLabels;
import org.majorant.store.Topics;
import org.majorant.summarize.BaseWait;
import org.majorant.summarize.ExampleIntake;
import org.majorant.summarize.RecordLearner;
import org.majorant.summarize.RejectedItem;
import org.majorant.summarize.UnshippedRange;
import org.majorant.summarize.WorkerState;
import org.majorant.trace.ExampleTrace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition's worker: learns each record on the last base and its own sites, holds back what
 * the base's quota does not let it learn yet, and ships the sum of its sites about once a commit. A
 * record is one offset, and is taken, held, learned and shipped whole, however many examples are
 * packed into it.
 *
 * <pre>
 *   offsets   …  shipped  …  learned  …  next  …
 *             summaries │ learner │ held │ not delivered yet
 * </pre>
 *
 * <p>It is longer than others, because it is all that happens to a record, in order.
 *
 * <p>The store keeps {@code shipped}, written with the summary in one transaction. A worker that
 * starts again reads [shipped, first delivered record) again from the log ({@link LogCursor}), and
 * what was shipped but is in no base yet from the summaries ({@link OwnSummaries}).
 */
final class PartitionWorker {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionWorker.class);

  /** A summary is shipped early before it outgrows its topic's 20 MB. */
  private static final long MAX_SUMMARY_BYTES = 17L << 20;

  private final TopologySettings settings;
  private final ProcessorContext<byte[], byte[]> context;
  private final TopicPartition partition;
  private final WorkerCheckpoint checkpoint;
  private final DeadLetters deadLetters;
  private final SummaryShipper shipper;
  private final LogCursor cursor;
  private final ExampleIntake intake;
  private final Worker worker;
  private final HeldRecords held;
  private final UnshippedRange range;
  private final RecordLearner learner;
  private final Contender contender;
  private final ExampleTrace trace;
  private final CatchUp catchUp;
  private final Upkeep upkeep;
  private final BaseWait wait;
  private ModelSpec spec; // with the labels that it knows
  private WorkerState state;
  private long shipped;

  /**
   * One that goes on where the model's last one of the partition was.
   *
   * @param catchUp says how long it may read its log again in a tick
   * @param decoder of its records, which others may use before the next record
   * @param contender what it tells the duels of its model
   */
  PartitionWorker(
      final ModelRun run,
      final ProcessorContext<byte[], byte[]> context,
      final CatchUp catchUp,
      final ValueDecoder decoder,
      final Contender contender) {
    settings = run.settings();
    final List<String> labels =
        settings.baseFeed().current().map(base -> base.head().getLabels()).orElse(List.of());
    spec = OpenLabels.knowing(run.spec(), labels);
    this.context = context;
    this.catchUp = catchUp;
    this.contender = contender;
    partition = new TopicPartition(Topics.learned(spec), context.taskId().partition());
    final OwnSummaries own =
        new OwnSummaries(settings.gapLog(), spec, run.history(), partition.partition());
    checkpoint = WorkerCheckpoint.open(run, own, context);
    shipped = checkpoint.shipped();
    deadLetters = new DeadLetters(spec, settings, context, partition, checkpoint);
    range = new UnshippedRange(partition, checkpoint.unlearnable());
    cursor = run.cursor(partition, shipped, this::begin, new Again(), range::lost);
    intake = new ExampleIntake(spec, decoder);
    worker = new Worker(spec, partition.partition(), checkpoint.baselines());
    held = new HeldRecords(settings.hold());
    learner = new RecordLearner(intake, worker, range, contender, checkpoint::baselines);
    trace = settings.trace().ofExamples();
    shipper =
        new SummaryShipper(spec, settings, context, checkpoint, intake, range, contender, trace);
    upkeep = new Upkeep(settings.processor());
    wait = new BaseWait(settings.hold().longest(), context.currentSystemTimeMs());
    contender.shipped(shipped);
    state = cursor.isNew() ? WorkerState.NEW : taking();
    settings
        .baseFeed()
        .current()
        .ifPresent(base -> own.recall(base.head(), checkpoint.begin(), shipped, worker));
    takeBase();
  }

  /** How it takes records that are not left to the log. */
  private WorkerState taking() {
    if (!intake.isReady()) {
      return WorkerState.WAITING;
    }
    return held.isEmpty() ? WorkerState.LEARNING : WorkerState.HOLDING;
  }

  /** Nothing of the partition was ever taken, and this is where its log begins. */
  private void begin(final long offset) {
    shipped = offset;
    contender.shipped(shipped);
    checkpoint.begin(offset, worker.baselines());
    state = state.to(taking());
  }

  /** All records before that offset were delivered, to others at least. */
  void reach(final long offset) {
    cursor.deliver(offset);
    leaveRest();
  }

  /** A record comes; one that was taken before comes again after a corrupted task. */
  void deliver(final InputRecord record, final Headers headers) {
    if (!cursor.deliver(record.offset())) {
      return;
    }
    leaveRest();
    trace.delivered(record.offset(), headers);
    takeBase();
    takeLeft();
    deadLetters.write(record.offset(), take(record));
    drain();
  }

  /** The clock ticks, once a ship interval. */
  void tick() {
    final long now = context.currentSystemTimeMs();
    wait.look(now);
    cursor.tick();
    leaveRest();
    takeBase();
    takeLeft();
    drain();
    final boolean news = learned() > shipped && worker.mayShip() && isShipDue(now);
    final boolean unheard =
        worker.isAsked()
            || (!held.isEmpty() || contender.hasNews()) && shipper.isAnnouncementDue(now)
            || !held.isEmpty() && intake.isToPropose();
    if (news || unheard && state != WorkerState.NEW && learned() == shipped) {
      ship();
    }
    settings.metrics().waiting(partition, held.examples(), worker.inFlight(), cursor.left());
    settings.metrics().unseen(partition, intake.unseen());
    settings.metrics().clipped(intake.clipped());
  }

  void close() {
    settings.metrics().waiting(partition, 0, 0, 0);
    settings.metrics().unseen(partition, List.of());
  }

  /** A worker that waits for a base has the time to ship. */
  private boolean isShipDue(final long now) {
    return shipper.isDue(now) && (!worker.mayLearn() || upkeep.isDue(Upkeep.Chore.SHIPPING, now));
  }

  /** Offset up to which all is learned. */
  private long learned() {
    return held.isEmpty() ? cursor.next() : held.firstOffset();
  }

  /** Learns a record, or holds it, or leaves it to the log; says in any case what is bad of it. */
  private List<RejectedItem> take(final InputRecord record) {
    if (state == WorkerState.WAITING && held.isOverfull()) {
      state = state.to(WorkerState.BEHIND);
    }
    if (state == WorkerState.BEHIND) {
      cursor.leave(record.offset());
      return intake.check(record);
    }
    cursor.take(record.offset());
    if (state == WorkerState.LEARNING) {
      if (worker.mayLearn() && !intake.meets(record)) {
        return learn(record);
      }
      state = state.to(WorkerState.HOLDING);
    }
    final List<RejectedItem> rejected = intake.check(record);
    held.add(record, intake.examples());
    return rejected;
  }

  /** Takes a record that is read from the log; if it came before, its dead letters are written. */
  private void takeAgain(final ConsumerRecord<byte[], byte[]> record) {
    deadLetters.write(record.offset(), take(InputRecord.of(record)));
    drain();
  }

  /**
   * Takes what was left to the log, now that it can be learned, or as much as there is time for.
   */
  private void takeLeft() {
    if (state == WorkerState.BEHIND && (!isWaiting() || !held.isOverfull()) && !catchUp.isOver()) {
      state = state.to(taking());
      cursor.takeLeft();
      leaveRest();
    }
  }

  /** Whether only a newer base lets it learn the first record that it holds. */
  private boolean isWaiting() {
    return !intake.isReady() || !held.isEmpty() && intake.meets(held.first());
  }

  /** What is not read again yet comes before any record that is delivered. */
  private void leaveRest() {
    if (cursor.isBehind()) {
      state = state.to(WorkerState.BEHIND);
    }
  }

  /** Takes what is read again, until the time for it is over. */
  private final class Again implements GapLog.RecordSink {
    @Override
    public void accept(final ConsumerRecord<byte[], byte[]> record) {
      takeAgain(record);
    }

    @Override
    public boolean isEnough() {
      return catchUp.isOver();
    }
  }

  /**
   * Learns what is held, as far as the quota and the limits of holding say. Where no base comes for
   * long, it learns as much again as the last one gave, and waits anew.
   */
  private void drain() {
    if (state != WorkerState.HOLDING) {
      return;
    }
    long more = 0;
    if (wait.isOver()) {
      more = Math.max(1, worker.share());
      wait.begin();
    }
    while (!held.isEmpty() && (worker.mayLearn() || more > 0 || held.isOverfull())) {
      if (isWaiting()) {
        state = state.to(WorkerState.WAITING);
        return;
      }
      if (!worker.mayLearn()) {
        more -= held.firstExamples();
        settings.metrics().overrun(held.firstExamples());
      }
      final InputRecord record = held.take();
      deadLetters.write(record.offset(), learn(record)); // most were written when it came
    }
    if (state == WorkerState.HOLDING && held.isEmpty()) {
      state = state.to(WorkerState.LEARNING);
    }
  }

  private List<RejectedItem> learn(final InputRecord record) {
    trace.learned(record.timestamp());
    final List<RejectedItem> rejected = learner.learn(record, context.currentSystemTimeMs());
    if (learner.failure() != null) {
      goBack(learner.failure());
    } else if (worker.shipBytes() > MAX_SUMMARY_BYTES || range.isFull()) {
      ship();
    }
    return rejected;
  }

  private void ship() {
    upkeep.begin();
    cursor.settle();
    final long to = learned();
    final long examples = worker.unshipped();
    final Summary learned;
    try {
      learned = worker.ship(to, held.examples());
    } catch (final RuntimeException | StackOverflowError e) {
      if (examples == 0) {
        throw e; // no example is to blame
      }
      goBack(e);
      return;
    }
    final long now = context.currentSystemTimeMs();
    contender.shipped(to);
    shipper.ship(
        learned, worker.takeTally(), worker.takeFeatures(), worker.baselines(), shipped, to, now);
    context.commit();
    shipped = to;
    upkeep.end(Upkeep.Chore.SHIPPING, now);
  }

  /** Leaves all since the last summary to the log, without the examples that are to blame. */
  private void goBack(final Throwable error) {
    settings.metrics().relearned();
    LOG.error("{}: {} in [{}, {}): it is learned again", partition, error, shipped, learned());
    deadLetters.blame(learner.goBack(error, context.currentSystemTimeMs()));
    leaveToLog();
  }

  private void leaveToLog() {
    held.clear();
    contender.goBack();
    intake.takeNames();
    cursor.goBack(shipped);
    if (cursor.isBehind()) { // else nothing was taken since
      state = state.to(WorkerState.BEHIND);
    }
  }

  private void takeBase() {
    final Base newest = settings.baseFeed().current().orElse(null);
    if (newest == null || newest.number() == worker.number()) {
      return;
    }
    if (worker.canDoWithout(newest)
        && held.isEmpty()
        && !(isAlone(newest) && worker.knows(newest, contained(newest)))
        && !upkeep.isDue(Upkeep.Chore.TAKING_BASES, context.currentSystemTimeMs())) {
      return;
    }
    final ModelSpec known = OpenLabels.knowing(spec, newest.head().getLabels());
    final boolean meets = known != spec;
    if (worker.number() < newest.restarted() || meets && learned() > shipped) {
      range.forget(); // of a former state it has the times, or of fewer labels; it is learned again
      worker.forget(checkpoint.baselines());
      leaveToLog();
    }
    if (meets) {
      spec = known;
      worker.know(spec);
      intake.know(spec);
    }
    upkeep.begin();
    worker.adopt(newest, contained(newest), isAlone(newest));
    upkeep.end(Upkeep.Chore.TAKING_BASES, context.currentSystemTimeMs());
    if (!intake.isReady() && newest.head().getMoments() != null) {
      intake.standardize(newest.head().getMoments());
    }
    if (state == WorkerState.WAITING) {
      state = state.to(taking());
    }
    wait.begin();
  }

  /** Up to where a base contains all of this partition; -1: it contains nothing of it. */
  private long contained(final Base base) {
    return new Lineage(base.head().getLineage()).next(partition.partition());
  }

  /** Whether a base contains nothing but this partition; each record may ask for it. */
  private boolean isAlone(final Base base) {
    final List<PartitionOffset> lineage = base.head().getLineage();
    return lineage.size() == 1 && lineage.get(0).getPartition() == partition.partition();
  }
}
