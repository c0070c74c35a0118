package org.majorant.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.schema.MajorizeProgress;
import org.majorant.store.Topics;

/**
 * Brings the summaries of a partition to the majorizers of their models, and the time to all of
 * them: once an interval each begins a turn, half-way between two moments at which workers ship. A
 * majorizer that fails is closed, and its model pauses; the others go on.
 */
final class MajorizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final Fleet fleet;
  private final Map<ByteBuffer, ModelMajorizer> majorizers = new LinkedHashMap<>(); // by key
  private final Set<ModelRun> buried = new HashSet<>();
  private Map<String, ModelRun> runs = Map.of(); // as they were seen last
  private List<Cancellable> punctuators = List.of();
  private ProcessorContext<byte[], byte[]> context;
  private long seen; // offset before which all was delivered; -1: nothing was yet

  MajorizeProcessor(final Fleet fleet) {
    this.fleet = fleet;
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> context) {
    close();
    this.context = context;
    seen = -1;
    look();
    final Duration interval = fleet.shipInterval();
    punctuators =
        List.of(
            schedule(interval.dividedBy(2), this::work), schedule(Duration.ZERO, this::writeLater));
  }

  /** Once an interval, that long after the workers ship. */
  private Cancellable schedule(final Duration later, final Runnable call) {
    return context.schedule(
        Instant.EPOCH.plus(later),
        fleet.shipInterval(),
        PunctuationType.WALL_CLOCK_TIME,
        now -> call.run());
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final long offset = context.recordMetadata().orElseThrow().offset();
    if (seen >= 0 && offset > seen) {
      majorizers.values().forEach(each -> each.jump(seen, offset));
    }
    final ByteBuffer key = record.key() == null ? null : ByteBuffer.wrap(record.key());
    final ModelMajorizer majorizer = majorizers.get(key);
    if (majorizer != null) {
      attempt(key, () -> majorizer.deliver(offset, record));
    }
    seen = Math.max(seen, offset + 1);
  }

  private void work() {
    fleet.beginRound();
    look();
    fleet.endings().forEach(this::bury);
    all(majorizer -> majorizer.work(seen));
  }

  private void writeLater() {
    all(ModelMajorizer::writeLater);
  }

  private void all(final Consumer<ModelMajorizer> step) {
    new ArrayList<>(majorizers.entrySet())
        .forEach(each -> attempt(each.getKey(), () -> step.accept(each.getValue())));
  }

  /** Looks whether models have come or gone. */
  private void look() {
    runs = fleet.follow(runs, run -> end(key(run.model())), this::begin);
  }

  private void begin(final ModelRun run) {
    if (isHere(run.model())) {
      try {
        majorizers.put(key(run.model()), new ModelMajorizer(run, context));
      } catch (final RuntimeException | StackOverflowError e) {
        fleet.failed(run, e);
      }
    }
  }

  /** Has a model end, once. */
  private void bury(final ModelRun run, final Fleet.Ending ending) {
    if (buried.add(run) && isHere(run.model())) {
      try {
        new ModelMajorizer(run, context).bury(ending);
      } catch (final RuntimeException | StackOverflowError e) {
        fleet.failed(run, e);
      }
    }
  }

  private void attempt(final ByteBuffer key, final Runnable step) {
    try {
      step.run();
    } catch (final RuntimeException | StackOverflowError e) {
      final ModelRun run = runs.get(StandardCharsets.UTF_8.decode(key.duplicate()).toString());
      fleet.failed(run, e);
      end(key);
    }
  }

  private void end(final ByteBuffer key) {
    final ModelMajorizer majorizer = majorizers.remove(key);
    if (majorizer != null) {
      majorizer.close();
    }
  }

  /** Whether the model's summaries are on this task's partition. */
  private boolean isHere(final String model) {
    final KeyValueStore<String, MajorizeProgress> store =
        context.getStateStore(LearnerTopology.MAJORIZE_PROGRESS);
    final TopicPartition partition =
        new TopicPartition(Topics.SUMMARIES, context.taskId().partition());
    return fleet.isHome(model, partition) || store.get(model) != null;
  }

  private static ByteBuffer key(final String model) {
    return ByteBuffer.wrap(model.getBytes(StandardCharsets.UTF_8));
  }

  /** The turns that are under way are abandoned. */
  @Override
  public void close() {
    punctuators.forEach(Cancellable::cancel);
    majorizers.values().forEach(ModelMajorizer::close);
    majorizers.clear();
    runs = Map.of();
  }
}
