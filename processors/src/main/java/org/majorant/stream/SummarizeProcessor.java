package org.majorant.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.learn.Baselines;
import org.majorant.learn.Decay;
import org.majorant.learn.Learner;
import org.majorant.learn.Site;
import org.majorant.learn.SiteCodec;
import org.majorant.learn.Tallies;
import org.majorant.model.FeatureSpace;
import org.majorant.model.Fingerprint;
import org.majorant.model.SparseExample;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SummarizeProgress;
import org.majorant.schema.Tally;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition's worker: learns each example on the last base and its own sites, and ships the sum
 * of its sites about once a commit.
 *
 * <p>{@code shipped ≤ next}: everything before {@code shipped} is in summaries, [shipped, next) in
 * the learner only. The store keeps {@code shipped}, written with the summary in one call, so in
 * one transaction; after a restart [shipped, first delivered record) is learned again from the log.
 * {@code init} may be called again on the same object, so it sets every field.
 */
final class SummarizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(SummarizeProcessor.class);
  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);
  private static final AvroSerde<DeadLetter> DEAD_LETTERS = AvroSerde.of(DeadLetter.class);

  /** A summary is shipped early before it outgrows its topic's 20 MB. */
  private static final long MAX_SUMMARY_BYTES = 17L << 20;

  private final ModelSpec spec;
  private final Decay decay;
  private final long fingerprint;
  private final TopologySettings settings;
  private final FeatureSpace space;
  private final ExampleDecoder decoder;
  private final byte[] modelName;
  private final ExampleBuffer buffer = new ExampleBuffer();
  private final SparseExample x = new SparseExample();

  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<String, SummarizeProgress> store;
  private Cancellable punctuator;
  private TopicPartition partition;
  private Learner learner;
  private Tally records;
  private Deque<Shipped> inFlight;
  private long base;
  private double clock;
  private SummarizeProgress progress;
  private boolean ready;
  private long shipped;
  private long next;
  private long shipDue;

  /** A summary that the base may not contain yet. */
  private record Shipped(long to, Site site) {}

  SummarizeProcessor(final ModelSpec spec, final TopologySettings settings) {
    this.spec = spec;
    this.settings = settings;
    decay = Decay.of(spec);
    fingerprint = Fingerprint.of(spec);
    space = new FeatureSpace(spec);
    decoder = new ExampleDecoder(settings.maxExampleBytes());
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
    learner = new Learner(spec, baselines(progress));
    records = Tallies.empty();
    inFlight = new ArrayDeque<>();
    base = 0;
    clock = 0;
    ready = false;
    shipped = progress == null ? -1 : progress.getNext();
    next = shipped;
    shipDue = 0;
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
    try {
      learn(offset, record.timestamp(), record.value());
    } catch (final RejectedExample e) {
      reject(record, offset, e);
    }
    if (learner.shipBytes() > MAX_SUMMARY_BYTES) {
      ship();
    }
  }

  @Override
  public void close() {
    if (punctuator != null) {
      punctuator.cancel();
    }
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
    if (next > shipped && context.currentSystemTimeMs() >= shipDue) {
      ship();
    }
  }

  private void learn(final long offset, final long timestamp, final byte[] value)
      throws RejectedExample {
    next = offset + 1;
    records.setRecords(records.getRecords() + 1);
    records.setOffsetHash(records.getOffsetHash() + OffsetHash.of(offset));
    try {
      decoder.decode(value, buffer);
      if (isOfAnotherModel()) {
        records.setOthers(records.getOthers() + 1);
        return;
      }
      space.map(buffer, x);
    } catch (final RejectedExample e) {
      // the model is known by then, and another one may well take this structure
      if (e.reason() == Rejection.STRUCTURE && isOfAnotherModel()) {
        records.setOthers(records.getOthers() + 1);
        return;
      }
      records.setRejected(records.getRejected() + 1);
      throw e;
    }
    if (x.label == SparseExample.UNLABELED) {
      records.setUnlabeled(records.getUnlabeled() + 1);
      return;
    }
    clock = decay.byRecordTime() ? timestamp : clock + 1;
    learner.learn(x, clock);
  }

  private boolean isOfAnotherModel() {
    return buffer.modelLength >= 0
        && !Arrays.equals(
            modelName,
            0,
            modelName.length,
            buffer.bytes,
            buffer.modelOffset,
            buffer.modelOffset + buffer.modelLength);
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
        new Record<>(modelName, DEAD_LETTERS.encode(letter), record.timestamp()),
        LearnerTopology.DEAD_LETTERS_SINK);
  }

  /** Learns [next, to) again from the log. Its dead letters were written the first time. */
  private void replayTo(final long to) {
    final long from = next;
    final long first =
        settings
            .gapLog()
            .replay(
                partition,
                from,
                to,
                (final ConsumerRecord<byte[], byte[]> record) -> {
                  try {
                    learn(record.offset(), record.timestamp(), record.value());
                  } catch (final RejectedExample e) {
                    LOG.debug("rejected again in replay: {}", e.getMessage());
                  }
                });
    if (first > from) {
      records.setLost(records.getLost() + first - from);
      LOG.warn("{}: retention deleted {} offsets from {} on", partition, first - from, from);
    }
    next = Math.max(next, to);
  }

  /** Summary and progress in one call, so in one transaction. */
  private void ship() {
    final Site site = learner.ship();
    final Tally tally = learner.takeTally();
    Tallies.add(tally, records);
    records = Tallies.empty();
    final BoundSummary summary =
        new BoundSummary(
            spec.getModel(),
            fingerprint,
            base,
            partition.partition(),
            shipped,
            next,
            tally,
            ByteBuffer.wrap(SiteCodec.encode(site)));
    final byte[] bytes = SUMMARIES.encode(summary);
    settings.metrics().shipped(tally, bytes.length);
    final long now = context.currentSystemTimeMs();
    context.forward(new Record<>(modelName, bytes, now), LearnerTopology.SUMMARIES_SINK);
    shipDue = now + 1000L * bytes.length / settings.outputBytesPerSecond();
    inFlight.add(new Shipped(next, site));
    shipped = next;
    saveProgress();
  }

  private void saveProgress() {
    final Baselines baselines = learner.baselines();
    final List<Double> counts = new ArrayList<>();
    for (final double count : baselines.labelCounts()) {
      counts.add(count);
    }
    store.put(
        spec.getModel(),
        new SummarizeProgress(
            shipped, baselines.lastLabel(), baselines.repeats(), baselines.transitions(), counts));
  }

  /** Looks for a newer base; takes it over where it has learned from others, too. */
  private void takeBase() {
    final Base newest = settings.baseFeed().current().orElse(null);
    if (newest == null || newest.head().getBase() <= base) {
      return;
    }
    final Lineage lineage = new Lineage(newest.head().getLineage());
    final long contained = lineage.next(partition.partition());
    while (!inFlight.isEmpty() && inFlight.peek().to() <= contained) {
      inFlight.remove();
    }
    final boolean mineAlone = lineage.partitions() == 1 && contained >= 0;
    if (base == 0 || !mineAlone) {
      learner.adopt(newest.state(), inFlight.stream().map(Shipped::site).toList());
    }
    if (base == 0 && !decay.byRecordTime()) {
      clock = Math.max(clock, newest.state().time());
    }
    base = newest.head().getBase();
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
