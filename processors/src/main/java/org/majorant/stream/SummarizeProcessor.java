package org.majorant.stream;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.majorant.challenge.Duels;
import org.majorant.log.InputRecord;
import org.majorant.schema.SummarizeProgress;
import org.majorant.store.Topics;
import org.majorant.summarize.SharedDecoders;

/**
 * Brings the records of a partition of each input to the workers of all models that learn from it.
 * Kafka Streams may initialize this object again, after a corrupted task: then other workers begin
 * where the store says, and nothing is left of those before. A worker that fails is closed, and its
 * model pauses; the others go on.
 */
final class SummarizeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final Fleet fleet;
  private final Map<String, Input> inputs = new HashMap<>(); // by topic
  private final CatchUp catchUp = new CatchUp();
  private final Set<ModelRun> growing = new HashSet<>(); // those that wait for a base
  private Map<String, ModelRun> runs = Map.of(); // as they were seen last
  private ProcessorContext<byte[], byte[]> context;
  private Cancellable punctuator; // null before the first start
  private int turn; // which worker is the first of a tick

  SummarizeProcessor(final Fleet fleet) {
    this.fleet = fleet;
  }

  /** A partition of an input, and who learns it. */
  private static final class Input {
    private final Map<ModelRun, PartitionWorker> workers = new HashMap<>();
    private final SharedDecoders decoders = new SharedDecoders();
    private final Duels duels = new Duels();
    private List<ModelRun> order = List.of(); // another object when it changes
    private long position = -1; // after the last record that was delivered; -1: none was
  }

  @Override
  public void init(final ProcessorContext<byte[], byte[]> context) {
    close();
    this.context = context;
    look();
    punctuator =
        context.schedule(
            Instant.EPOCH,
            fleet.shipInterval(),
            PunctuationType.WALL_CLOCK_TIME,
            now -> this.tick());
  }

  @Override
  public void process(final Record<byte[], byte[]> record) {
    final RecordMetadata at = context.recordMetadata().orElseThrow();
    final Input input = inputs.computeIfAbsent(at.topic(), topic -> new Input());
    final InputRecord read =
        new InputRecord(
            at.offset(), record.timestamp(), record.key(), record.value(), record.headers());
    for (final ModelRun run : input.order) {
      try {
        worker(input, run).deliver(read, record.headers());
      } catch (final RuntimeException | StackOverflowError e) {
        failed(input, run, e);
      }
    }
    input.position = Math.max(input.position, at.offset() + 1);
  }

  private void tick() {
    look();
    beginGrown();
    final List<ModelRun> all = new ArrayList<>(runs.values());
    catchUp.begin(all.size() > 1);
    if (turn >= all.size()) {
      turn = 0;
    }
    for (int i = 0; i < all.size(); i++) {
      tick(all.get((i + turn) % all.size()));
    }
    turn++;
  }

  private void tick(final ModelRun run) {
    final Input input = inputs.get(Topics.learned(run.spec()));
    final PartitionWorker worker = input == null ? null : input.workers.get(run);
    if (worker != null) {
      try {
        worker.tick();
      } catch (final RuntimeException | StackOverflowError e) {
        failed(input, run, e);
      }
    }
  }

  /** Looks whether models have come or gone; of those that have ended, nothing stays saved. */
  private void look() {
    if (fleet.runs() != runs) {
      final KeyValueStore<String, SummarizeProgress> store =
          context.getStateStore(LearnerTopology.SUMMARIZE_PROGRESS);
      fleet.endings().keySet().forEach(run -> store.delete(run.model()));
      runs =
          fleet.follow(runs, run -> end(inputs.get(Topics.learned(run.spec())), run), this::begin);
    }
  }

  /**
   * A topic may have fewer partitions than another one, and more later: where it has none of this
   * number, a worker begins with its first record.
   */
  private void begin(final ModelRun run) {
    if (run.isGrowing()) {
      growing.add(run);
      return;
    }
    final String topic = Topics.learned(run.spec());
    final Input input = inputs.computeIfAbsent(topic, name -> new Input());
    input.order = new ArrayList<>(input.order);
    input.order.add(run);
    if (fleet.has(new TopicPartition(topic, context.taskId().partition()))) {
      try {
        worker(input, run);
      } catch (final RuntimeException | StackOverflowError e) {
        failed(input, run, e);
      }
    }
  }

  /** The worker of a model whose spec has grown begins with the first base of that spec. */
  private void beginGrown() {
    final List<ModelRun> ready = growing.stream().filter(run -> !run.isGrowing()).toList();
    ready.forEach(growing::remove);
    ready.forEach(this::begin);
  }

  private PartitionWorker worker(final Input input, final ModelRun run) {
    PartitionWorker worker = input.workers.get(run);
    if (worker == null) {
      worker =
          new PartitionWorker(
              run,
              context,
              catchUp,
              input.decoders.enter(run.spec(), run.settings().decoders().get()),
              input.duels.enter(run.spec(), run.incarnation()));
      input.workers.put(run, worker);
      if (input.position >= 0) {
        worker.reach(input.position);
      }
    }
    return worker;
  }

  private void failed(final Input input, final ModelRun run, final Throwable e) {
    fleet.failed(run, e);
    end(input, run);
  }

  private void end(final Input input, final ModelRun run) {
    if (growing.remove(run)) {
      return;
    }
    final PartitionWorker worker = input.workers.remove(run);
    input.order = input.order.stream().filter(other -> other != run).toList();
    input.decoders.leave(run.model());
    input.duels.leave(run.model());
    if (worker != null) {
      worker.close();
    }
  }

  @Override
  public void close() {
    if (punctuator != null) {
      punctuator.cancel();
    }
    inputs.values().stream()
        .flatMap(input -> input.workers.values().stream())
        .forEach(PartitionWorker::close);
    inputs.clear();
    growing.clear();
    runs = Map.of();
  }
}
