package org.majorant.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.features.FeatureNames;
import org.majorant.log.InputRecord;
import org.majorant.log.LogCursor;
import org.majorant.memory.SiteCodec;
import org.majorant.merge.Base;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameCount;
import org.majorant.schema.NameList;
import org.majorant.schema.PartitionOffset;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;
import org.majorant.trace.VersionSteps;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves a model's summaries into its {@link Majorizer}, and its bases and versions out of it. A
 * turn of the majorizer runs beside the stream thread, which queues the summaries that come
 * meanwhile for the next turn. When the turn is over, all that it has to write is forwarded in one
 * call, together with the progress.
 *
 * <pre>
 *   workers ship, and all is committed   │         │         │    once an interval
 *   a turn begins                             │         │         half-way between
 * </pre>
 *
 * <p>So what workers ship is in the turn that begins next, and what that gives is written by the
 * commit after it, the one that has the workers' next summaries.
 *
 * <p>The store keeps the summaries' offset up to which all is in the last base; the base itself is
 * read back from the surrogate topic, and the summaries after it from theirs, whether they were
 * queued, or in a turn that did not end. Another store keeps the names of the last version.
 */
final class ModelMajorizer {
  private static final Logger LOG = LoggerFactory.getLogger(ModelMajorizer.class);

  /** About the bytes of heap that the queue itself needs for a summary. */
  private static final long ENTRY_BYTES = 100;

  /** Clocks of brokers and of who applies a spec may differ by as much. */
  private static final long CLOCKS_MILLIS = 60_000;

  private final ModelSpec spec;
  private final TopologySettings settings;
  private final ProcessorContext<byte[], byte[]> context;
  private final KeyValueStore<String, MajorizeProgress> store;
  private final KeyValueStore<String, NameList> names;
  private final TopicPartition partition;
  private final Majorizer majorizer;
  private final LogCursor cursor;
  private List<InputRecord> queue;
  private long queuedBytes;
  private FutureTask<Majorizer.Turn> turn; // null: none is under way

  /**
   * One that goes on where the model's last one was.
   *
   * @param context of a task of the summaries
   */
  ModelMajorizer(final ModelRun run, final ProcessorContext<byte[], byte[]> context) {
    spec = run.spec();
    settings = run.settings();
    this.context = context;
    store = context.getStateStore(LearnerTopology.MAJORIZE_PROGRESS);
    names = context.getStateStore(LearnerTopology.MAJORIZE_NAMES);
    partition = new TopicPartition(Topics.SUMMARIES, context.taskId().partition());
    empty();
    final LastBase lastBase = new LastBase(spec, settings, partition);
    final MajorizeProgress progress =
        Optional.ofNullable(store.get(spec.getModel())).orElseGet(lastBase::left);
    if (progress.getNext() < 0 && run.incarnation() > 0) {
      progress.setNext(settings.gapLog().at(partition, run.incarnation() - CLOCKS_MILLIS));
    }
    settings.trace().restored(progress.getVersion(), context.currentSystemTimeMs());
    majorizer = new Majorizer(run.history(), settings, partition, progress, knownNames());
    if (progress.getBase() > 0) {
      majorizer.restore(lastBase.of(progress), progress.getBase(), context.currentSystemTimeMs());
    }
    cursor =
        run.cursor(
            partition,
            majorizer.progress().getNext(),
            this::begin,
            record -> take(InputRecord.of(record)),
            this::tellDeleted);
  }

  private List<NameCount> knownNames() {
    final NameList known = names.get(spec.getModel());
    return known == null ? List.of() : known.getNames();
  }

  /** Nothing of the summaries was ever taken, and this is where their log begins. */
  private void begin(final long offset) {
    finish();
    majorizer.startAt(offset);
    store.put(spec.getModel(), majorizer.progress());
  }

  /** The offsets [from, to) were expected on the summaries, and the record after them came. */
  void jump(final long from, final long to) {
    cursor.jump(from, to);
  }

  /** A summary of the model comes. */
  void deliver(final long offset, final Record<byte[], byte[]> record) {
    if (cursor.deliver(offset)) {
      cursor.passTo(offset);
      settings
          .trace()
          .received(record.headers(), record.timestamp(), context.currentSystemTimeMs());
      take(new InputRecord(offset, record.timestamp(), record.key(), record.value()));
    }
  }

  /** A turn that is under way is abandoned: none of it was written. */
  void close() {
    if (turn != null) {
      turn.cancel(true);
      turn = null;
    }
  }

  /** Writes the last base, of nothing or of all that is known, and saves no progress any more. */
  void bury(final Fleet.Ending ending) {
    close();
    final MajorizeProgress last = majorizer.progress();
    final long number = Math.max(ending.base(), last.getBase()) + 1;
    final Base known = ending.rests() ? majorizer.last() : null;
    final SurrogateHead head =
        known == null
            ? Base.ended(
                spec.getModel(),
                number,
                last.getVersion(),
                new PartitionOffset(partition.partition(), settings.gapLog().end(partition)))
            : known.resting(number, last.getVersion());
    SnapshotFormat.SURROGATES
        .split(head, known == null ? new byte[0] : SiteCodec.encode(known.state().site()), 2)
        .forEach(
            part ->
                context.forward(
                    new Record<>(part.key(), part.value(), context.currentSystemTimeMs()),
                    LearnerTopology.SURROGATES_SINK));
    store.delete(spec.getModel());
    names.delete(spec.getModel());
    context.commit();
    LOG.info("{} has ended with base {}", spec.getModel(), number);
  }

  /** Queues a summary; where too much waits, the stream thread has to wait, too. */
  private void take(final InputRecord summary) {
    cursor.take(summary.offset());
    queue.add(summary);
    queuedBytes += ENTRY_BYTES + summary.bytes();
    if (queuedBytes > settings.queueBytes()) {
      finish();
      begin();
    }
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

  /**
   * Writes what is done, and begins what is due.
   *
   * @param seen the offset of the summaries before which all records were delivered; -1: none was
   */
  void work(final long seen) {
    if (seen >= 0) {
      cursor.deliver(seen);
      cursor.passTo(seen);
    }
    cursor.tick();
    write();
    if (turn == null && (!queue.isEmpty() || majorizer.isDue(context.currentSystemTimeMs()))) {
      begin();
    }
  }

  /** Begins a turn with all summaries that have come; none may be under way. */
  private void begin() {
    final Majorizer mine = majorizer;
    final List<InputRecord> summaries = queue;
    final long to = cursor.next();
    final long now = context.currentSystemTimeMs();
    turn = new FutureTask<>(() -> mine.turn(summaries, to, now));
    empty();
    settings.aside().execute(turn);
  }

  private void empty() {
    queue = new ArrayList<>();
    queuedBytes = 0;
  }

  /** Writes what is done by now. */
  void writeLater() {
    settings.trace().tick(context.currentSystemTimeMs());
    write();
  }

  /** Writes what a turn has given, if it is over. */
  private void write() {
    if (turn != null && turn.isDone()) {
      finish();
      context.commit();
    }
  }

  /**
   * Waits for the turn that is under way, if there is one, and writes what it gives. All of that or
   * nothing is written: what may fail by the model's fault comes before the first record.
   */
  private void finish() {
    if (turn == null) {
      return;
    }
    final Majorizer.Turn over = result();
    turn = null;
    settings.trace().turned(over.step());
    if (!over.messages().isEmpty()) {
      cursor.settle();
      final List<Outbox.Message> messages = traced(over.messages(), over.version());
      if (over.names() != null && FeatureNames.areCounted(spec)) {
        names.put(spec.getModel(), new NameList(over.names()));
      }
      store.put(spec.getModel(), over.progress());
      messages.forEach(message -> context.forward(message.record(), message.sink()));
    }
  }

  /** The last record of a version has the trace's headers; the trace waits for the commit. */
  private List<Outbox.Message> traced(
      final List<Outbox.Message> messages, final ModelHead version) {
    final List<Outbox.Message> parts =
        messages.stream().filter(part -> part.sink().equals(LearnerTopology.MODELS_SINK)).toList();
    if (parts.isEmpty()) {
      return messages;
    }
    context.commit();
    final Outbox.Message last = parts.get(parts.size() - 1);
    final Headers headers = headers(parts, version);
    return messages.stream()
        .map(message -> message == last ? message.with(headers) : message)
        .toList();
  }

  private Headers headers(final List<Outbox.Message> parts, final ModelHead version) {
    return settings
        .trace()
        .published(
            new VersionSteps.Publication(
                context.currentSystemTimeMs(),
                spec.getModel(),
                version.getVersion(),
                Topics.MODELS,
                version.getTally().getExamples(),
                version.getObjective(),
                version.getBound(),
                parts.size(),
                parts.stream().mapToLong(part -> part.record().value().length).sum()));
  }

  private Majorizer.Turn result() {
    try {
      return turn.get();
    } catch (final ExecutionException e) {
      throw new IllegalStateException(
          "the majorizer of " + spec.getModel() + " failed", e.getCause());
    } catch (final InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
