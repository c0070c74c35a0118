package org.majorant.research.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.SpecChanges;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.research.bench.LatencyBench.Percentiles;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Members;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.PartitionOffset;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotFollower;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotReader;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import org.majorant.trace.Traces;

/**
 * How long an example takes where many models learn little each: from when it is sent until a
 * subscriber has a version that learned it, of each model that reads its topic. The models of one
 * application read a few topics, and on each of them comes an example now and then.
 */
public final class TrickleBench {
  /** Without a single version more. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final int LOOK_MILLIS = 20;

  private final BenchData data;
  private final Settings settings;
  private final List<List<Long>> sent = new ArrayList<>(); // nanoseconds, by input and offset
  private final Map<String, Long> learned = new HashMap<>(); // the next offset, by model
  private final List<Double> delays = new ArrayList<>(); // milliseconds
  private long versions;

  /**
   * What is sent.
   *
   * @param models that learn
   * @param inputs topics that they read, of one partition each
   * @param rate examples a second on each of these
   * @param seconds how long, once each model has a version
   */
  public record Settings(int models, int inputs, double rate, double seconds) {}

  /**
   * What was seen.
   *
   * @param versions that were published
   * @param visible milliseconds until a subscriber has a version that learned an example, over the
   *     examples of all models
   * @param publishMillis the least time between two versions of a model, which is part of these
   * @param heap megabytes of live heap that the application takes
   */
  public record Result(long versions, Percentiles visible, long publishMillis, double heap) {}

  public TrickleBench(final BenchData data, final Settings settings) {
    this.data = data;
    this.settings = settings;
  }

  /** Measures. */
  public Result run() throws Exception {
    return TemporaryDirectory.use(this::run);
  }

  private Result run(final Path dir) throws Exception {
    try (BenchBroker broker = new BenchBroker(dir, 1)) {
      final Map<String, Object> client = broker.client();
      createInputs(client);
      final SortedMap<String, AppliedSpec> applied = new TreeMap<>();
      for (int number = 0; number < settings.models(); number++) {
        final ModelSpec spec = spec(number);
        applied.put(
            spec.getModel(),
            SpecChanges.apply(Optional.empty(), null, spec, System.currentTimeMillis()));
      }
      final long before = LiveHeap.bytes();
      try (LearnerApplication learner =
              LearnerApplication.start(
                  client,
                  "majorant-trickle",
                  () -> applied,
                  InstanceOptions.of(dir.resolve("state"), "bench"),
                  new SimpleMeterRegistry(),
                  Traces.NONE);
          SnapshotFollower<ModelHead> follower = follower(client)) {
        while (!learner.isRunning()) {
          Thread.sleep(LOOK_MILLIS);
        }
        follower.start();
        measure(client);
        final double heap = (double) (LiveHeap.bytes() - before) / (1 << 20);
        final long publishMillis = spec(0).getPublishIntervalMillis();
        return new Result(versions, Percentiles.of(delays), publishMillis, heap);
      }
    }
  }

  private void createInputs(final Map<String, Object> client) throws InterruptedException {
    try (Admin admin = Admin.create(client)) {
      final List<NewTopic> topics =
          IntStream.range(0, settings.inputs())
              .mapToObj(input -> new NewTopic(topic(input), 1, (short) 1))
              .toList();
      admin.createTopics(topics).all().get();
    } catch (final ExecutionException e) {
      throw new CommandFailed("cannot create topics: " + e.getCause().getMessage(), e);
    }
  }

  private SnapshotFollower<ModelHead> follower(final Map<String, Object> client) {
    return new SnapshotFollower<>(
        "versions",
        SnapshotFormat.MODELS,
        model -> true,
        () -> SnapshotReader.consumer(client),
        this::see);
  }

  /** The first example of each input warms all up, and is not counted. */
  private void measure(final Map<String, Object> client) throws Exception {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<ExampleProducer> producers = new ArrayList<>();
    try {
      for (int input = 0; input < settings.inputs(); input++) {
        producers.add(new ExampleProducer(client, topic(input), 0));
        sent.add(new ArrayList<>());
        send(producers, input, serde);
      }
      awaitAll(1);
      final long start = System.nanoTime();
      final long each = (long) Math.ceil(settings.rate() * settings.seconds());
      for (int number = 0; number < each * settings.inputs(); number++) {
        final double due = number / (settings.rate() * settings.inputs());
        final long wait = start + (long) (1e9 * due) - System.nanoTime();
        Thread.sleep(Duration.ofNanos(Math.max(0, wait)).toMillis());
        send(producers, number % settings.inputs(), serde);
      }
      awaitAll(1 + each);
    } finally {
      producers.forEach(ExampleProducer::close);
    }
  }

  private void send(
      final List<ExampleProducer> producers,
      final int input,
      final AvroSerde<LabeledExample> serde) {
    final int offset;
    synchronized (this) {
      offset = sent.get(input).size();
      sent.get(input).add(System.nanoTime());
    }
    final int number = offset * settings.inputs() + input;
    producers.get(input).send(serde.encode(data.examples().apply(number)));
    producers.get(input).flush();
  }

  private void awaitAll(final long examples) throws InterruptedException {
    long news = System.nanoTime();
    long before = -1;
    while (behind(examples) > 0) {
      Thread.sleep(LOOK_MILLIS);
      final long now = published();
      if (now > before) {
        before = now;
        news = System.nanoTime();
      } else if (System.nanoTime() - news > PATIENCE.toNanos()) {
        throw new CommandFailed(
            "%,d models are behind, and no version more came for %d min: look for the reason with --verbose"
                .formatted(behind(examples), PATIENCE.toMinutes()));
      }
    }
  }

  private synchronized long published() {
    return versions;
  }

  private synchronized long behind(final long examples) {
    return settings.models() - learned.values().stream().filter(next -> next >= examples).count();
  }

  private synchronized void see(final Snapshot<ModelHead> version) {
    final long now = System.nanoTime();
    final ModelHead head = version.head();
    final long next = head.getLineage().stream().mapToLong(PartitionOffset::getNext).sum();
    final long before = learned.getOrDefault(head.getModel(), 0L);
    final List<Long> times = sent.get(input(head.getModel()));
    for (long offset = Math.max(1, before); offset < next; offset++) {
      delays.add((now - times.get((int) offset)) / 1e6);
    }
    learned.put(head.getModel(), Math.max(before, next));
    versions++;
  }

  private ModelSpec spec(final int number) {
    return ModelSpec.newBuilder(data.spec("trickle-" + number, "diagonal"))
        .setInput(topic(number % settings.inputs()))
        .setMembers(Members.NONE)
        .build();
  }

  private int input(final String model) {
    return Integer.parseInt(model.substring(model.indexOf('-') + 1)) % settings.inputs();
  }

  private static String topic(final int input) {
    return "trickle-" + input;
  }
}
