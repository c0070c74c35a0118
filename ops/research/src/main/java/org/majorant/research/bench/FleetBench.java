package org.majorant.research.bench;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.majorant.demo.broker.TemporaryDirectory;
import org.majorant.ops.operate.ExampleProducer;
import org.majorant.ops.operate.SpecChanges;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.research.bench.Alternation.Measurement;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import org.majorant.trace.Traces;

/**
 * What many models of one topic cost in one application: a model alone and a fleet alternate, each
 * with diagonal curvature, without members and with them, and without members a fleet that has one
 * model more, all of whose records are dead letters. A fleet's rate counts each example once for
 * each model that learns it. Its models read a topic that is shorter than that of the model alone,
 * so that both take long enough to be measured.
 */
public final class FleetBench {
  /** The topic of the fleet. */
  private static final String SHORT = "short";

  /** As many times longer is the topic of a model alone. */
  private static final int LONGER = 10;

  private static final int LOOK_MILLIS = 20;

  private final BenchData data;
  private final Settings settings;
  private int started;
  private long heap; // bytes of live heap that a fleet's models take; the most that was measured

  /**
   * What a fleet learns.
   *
   * @param models of it
   * @param examples that each of them learns
   * @param pack examples of a record, at most
   * @param rounds measurements of each
   */
  public record Settings(int models, int examples, int pack, int rounds) {
    /** How many measurements there are. */
    public int measurements() {
      return 5 * rounds;
    }
  }

  /**
   * Median rates in examples × models a second, and ratios of medians.
   *
   * @param one of a model alone, without members
   * @param fleet of all models together, without members
   * @param besidePoison of these models beside another whose records are all dead letters
   * @param oneWithMembers as one, with members
   * @param fleetWithMembers as fleet, with members
   * @param heapOfModel megabytes of live heap that a model of the fleet takes
   */
  public record Result(
      double one,
      double fleet,
      double fleetToOne,
      double besidePoison,
      double besidePoisonToFleet,
      double oneWithMembers,
      double fleetWithMembers,
      double fleetToOneWithMembers,
      double heapOfModel) {}

  public FleetBench(final BenchData data, final Settings settings) {
    this.data = data;
    this.settings = settings;
  }

  /**
   * Measures.
   *
   * @param done is told how many measurements are over
   */
  public Result run(final IntConsumer done) throws Exception {
    return TemporaryDirectory.use(dir -> run(dir, done));
  }

  private Result run(final Path dir, final IntConsumer done) throws Exception {
    try (BenchBroker broker = new BenchBroker(dir, 1)) {
      final Map<String, Object> client = broker.client();
      createShort(client);
      produce(client, Topics.EXAMPLES, LONGER * settings.examples());
      produce(client, SHORT, settings.examples());
      final Map<String, Measurement> measurements = new LinkedHashMap<>();
      measurements.put("one", () -> one(client, dir, Members.NONE));
      measurements.put("fleet", () -> fleet(client, dir, Members.NONE, false));
      measurements.put("besidePoison", () -> fleet(client, dir, Members.NONE, true));
      measurements.put("oneWithMembers", () -> one(client, dir, Members.AUTO));
      measurements.put("fleetWithMembers", () -> fleet(client, dir, Members.AUTO, false));
      final Map<String, Double> rates = Alternation.medians(measurements, settings.rounds(), done);
      return new Result(
          rates.get("one"),
          rates.get("fleet"),
          rates.get("fleet") / rates.get("one"),
          rates.get("besidePoison"),
          rates.get("besidePoison") / rates.get("fleet"),
          rates.get("oneWithMembers"),
          rates.get("fleetWithMembers"),
          rates.get("fleetWithMembers") / rates.get("oneWithMembers"),
          (double) heap / settings.models() / (1 << 20));
    }
  }

  private static void createShort(final Map<String, Object> client) throws InterruptedException {
    try (Admin admin = Admin.create(client)) {
      admin.createTopics(List.of(new NewTopic(SHORT, 1, (short) 1))).all().get();
    } catch (final ExecutionException e) {
      throw new CommandFailed("cannot create a topic: " + e.getCause().getMessage(), e);
    }
  }

  private void produce(final Map<String, Object> client, final String topic, final int examples)
      throws IOException {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    try (ExampleProducer producer = new ExampleProducer(client, topic, 0, settings.pack())) {
      for (int i = 0; i < examples; i++) {
        producer.send(serde.encode(data.examples().apply(i)));
      }
      producer.flush();
    }
  }

  private double one(final Map<String, Object> client, final Path dir, final Members members)
      throws InterruptedException {
    PipelineReaders.deleteSummaries(client);
    final String model = "bench-" + started++;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    try (LearnerApplication learner =
        LearnerApplication.start(
            client,
            spec(model, Topics.EXAMPLES, members),
            InstanceOptions.of(dir.resolve(model), "bench"),
            meters)) {
      return rate(learner, meters, (long) LONGER * settings.examples());
    }
  }

  private double fleet(
      final Map<String, Object> client,
      final Path dir,
      final Members members,
      final boolean poisoned)
      throws InterruptedException {
    PipelineReaders.deleteSummaries(client);
    final String fleet = "bench-" + started++;
    final SortedMap<String, AppliedSpec> applied = new TreeMap<>();
    for (int number = 0; number < settings.models(); number++) {
      apply(applied, spec(fleet + "-" + number, SHORT, members));
    }
    if (poisoned) {
      apply(applied, poison(spec(fleet + "-poison", SHORT, members)));
    }
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final long before = LiveHeap.bytes();
    try (LearnerApplication learner =
        LearnerApplication.start(
            client,
            "majorant-" + fleet,
            () -> applied,
            InstanceOptions.of(dir.resolve(fleet), "bench"),
            meters,
            Traces.NONE)) {
      final double rate = rate(learner, meters, (long) settings.models() * settings.examples());
      heap = Math.max(heap, LiveHeap.bytes() - before);
      return rate;
    }
  }

  private static void apply(final Map<String, AppliedSpec> applied, final ModelSpec spec) {
    applied.put(
        spec.getModel(),
        SpecChanges.apply(Optional.empty(), null, spec, System.currentTimeMillis()));
  }

  /** Of labels that no example has, so that it learns none. */
  private static ModelSpec poison(final ModelSpec spec) {
    return ModelSpec.newBuilder(spec).setLabels(List.of("never", "nowhere")).build();
  }

  private static double rate(
      final LearnerApplication learner, final SimpleMeterRegistry meters, final long examples)
      throws InterruptedException {
    while (!learner.isRunning()) {
      Thread.sleep(LOOK_MILLIS);
    }
    return PipelineReaders.rate(
        () ->
            (long)
                meters.find("majorant.examples").counters().stream()
                    .mapToDouble(Counter::count)
                    .sum(),
        examples);
  }

  private ModelSpec spec(final String model, final String topic, final Members members) {
    return ModelSpec.newBuilder(data.spec(model, "diagonal"))
        .setInput(topic)
        .setMembers(members)
        .build();
  }
}
