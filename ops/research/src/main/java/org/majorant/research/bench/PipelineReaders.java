package org.majorant.research.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.ModelSpec;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;
import org.majorant.stream.InstanceOptions;
import org.majorant.stream.LearnerApplication;
import org.majorant.stream.LearnerConfig;

/**
 * What reads a topic of examples from its beginning to its end, each as often as it is asked to.
 * Each says its rate in examples a second, taken over the last nine tenths of the topic: before,
 * code is compiled and tasks are assigned.
 */
final class PipelineReaders {
  private static final double SKIPPED = 0.1;
  private static final int MAX_EXAMPLE_BYTES = 1 << 20;
  private static final int LOOK_MILLIS = 2;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  /** Without a single example more. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Map<String, Object> client;
  private final Path dir;
  private final PipelineBench.Settings settings;
  private final int examples;
  private final double examplesEach; // of a record
  private int started;

  /**
   * @param dir where learners keep their state
   * @param records on the topic, which have the settings' examples
   */
  PipelineReaders(
      final Map<String, Object> client,
      final Path dir,
      final PipelineBench.Settings settings,
      final long records) {
    this.client = client;
    this.dir = dir;
    this.settings = settings;
    examples = settings.examples();
    examplesEach = (double) examples / records;
  }

  /** Decodes a record's value, and says how many examples it has. */
  interface Decoding {
    int decode(byte[] value) throws Exception;
  }

  /** Decoding by hand of examples as they stand on the topic. */
  static Decoding byHand() {
    final ExampleDecoder decoder = new ExampleDecoder(MAX_EXAMPLE_BYTES);
    final ExampleBuffer buffer = new ExampleBuffer();
    return value -> {
      final int items = decoder.open(value);
      for (int item = 0; item < items; item++) {
        decoder.decode(item, buffer);
      }
      return items;
    };
  }

  /** A plain consumer that decodes, and does nothing else. */
  double decode(final String topic, final Decoding decoding) throws InterruptedException {
    final LongAdder seen = new LongAdder();
    final Thread reader =
        new Thread(
            () -> {
              try {
                decode(topic, decoding, seen);
              } catch (final Exception e) {
                throw new IllegalStateException(e);
              }
            });
    reader.start();
    final double rate = rate(seen::sum);
    reader.join();
    return rate;
  }

  private void decode(final String topic, final Decoding decoding, final LongAdder seen)
      throws Exception {
    final List<TopicPartition> all =
        IntStream.range(0, settings.partitions())
            .mapToObj(p -> new TopicPartition(topic, p))
            .toList();
    try (Consumer<byte[], byte[]> consumer = SnapshotReader.consumer(client)) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      while (seen.sum() < examples) {
        for (final ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          seen.add(decoding.decode(record.value()));
        }
      }
    }
  }

  /** Kafka Streams as a learner of this spec configures it, with a processor that does nothing. */
  double streams(final Function<String, ModelSpec> specs) throws InterruptedException {
    final ModelSpec spec = fresh(specs);
    final LongAdder seen = new LongAdder();
    final Topology topology = new Topology();
    topology.addSource("examples", Topics.EXAMPLES);
    topology.addProcessor(
        "nothing",
        () ->
            new Processor<byte[], byte[], Void, Void>() {
              @Override
              public void process(final Record<byte[], byte[]> record) {
                seen.increment();
              }
            },
        "examples");
    final Map<String, Object> config =
        new HashMap<>(
            LearnerConfig.of(
                client,
                LearnerApplication.applicationId(spec),
                options(spec, true),
                settings.partitions()));
    config.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$ByteArraySerde");
    config.put(
        "default.value.serde", "org.apache.kafka.common.serialization.Serdes$ByteArraySerde");
    final KafkaStreams streams = new KafkaStreams(topology, new StreamsConfig(config));
    try {
      streams.start();
      return rate(() -> (long) Math.ceil(seen.sum() * examplesEach));
    } finally {
      streams.close(CLOSE_TIMEOUT);
    }
  }

  /**
   * The whole learner, each time of a new model.
   *
   * @param specs the spec of a model of that name
   * @param exactlyOnce as learners run; false: at least once
   * @param clocks of processor time, nanoseconds
   */
  Pace learner(
      final Function<String, ModelSpec> specs,
      final boolean exactlyOnce,
      final LongSupplier... clocks)
      throws InterruptedException {
    deleteSummaries(client);
    final ModelSpec spec = fresh(specs);
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (LearnerApplication learner =
        LearnerApplication.start(client, spec, options(spec, exactlyOnce), registry)) {
      while (!learner.isRunning()) {
        Thread.sleep(LOOK_MILLIS);
      }
      return pace(
              () -> (long) registry.get("majorant.examples").counter().count(), examples, clocks)
          .of(spec);
    }
  }

  /** Those of the learners before, which a new one would have to read while it learns. */
  static void deleteSummaries(final Map<String, Object> client) throws InterruptedException {
    final RecordsToDelete all = RecordsToDelete.beforeOffset(-1);
    try (Admin admin = Admin.create(client)) {
      admin.deleteRecords(Map.of(new TopicPartition(Topics.SUMMARIES, 0), all)).all().get();
    } catch (final ExecutionException e) {
      throw new CommandFailed("cannot delete summaries: " + e.getCause().getMessage(), e);
    }
  }

  /** Each reader has a group and a state of its own, so that it begins at the beginning. */
  private ModelSpec fresh(final Function<String, ModelSpec> specs) {
    return specs.apply("bench-" + started++);
  }

  private InstanceOptions options(final ModelSpec spec, final boolean exactlyOnce) {
    final var one = InstanceOptions.of(dir.resolve(spec.getModel()), "bench");
    return new InstanceOptions(
        one.stateDir(),
        one.instanceId(),
        settings.threads(),
        one.examples(),
        one.maxExampleBytes(),
        one.outputBytesPerSecond(),
        one.hold(),
        one.joinMemory(),
        exactlyOnce);
  }

  /**
   * Examples a second from the first look past a tenth of the topic to its end; of all of them
   * where they came at once, as few do.
   */
  private double rate(final LongSupplier seen) throws InterruptedException {
    return rate(seen, examples);
  }

  /** The same of so many examples. */
  static double rate(final LongSupplier seen, final long examples) throws InterruptedException {
    return pace(seen, examples).rate();
  }

  /**
   * How fast examples were read.
   *
   * @param spec of the model that learned them; null: none did
   * @param rate examples a second
   * @param micros that an example took of each clock
   */
  record Pace(ModelSpec spec, double rate, double... micros) {
    Pace of(final ModelSpec learned) {
      return new Pace(learned, rate, micros);
    }
  }

  private static Pace pace(
      final LongSupplier seen, final long examples, final LongSupplier... clocks)
      throws InterruptedException {
    double[] spent = read(clocks);
    final long begin = System.nanoTime();
    long start = begin;
    long first = 0;
    long last = 0;
    long news = begin;
    while (last < examples) {
      Thread.sleep(LOOK_MILLIS);
      final long there = seen.getAsLong();
      final long now = System.nanoTime();
      if (first == 0 && there >= SKIPPED * examples && there < examples) {
        first = there;
        start = now;
        spent = read(clocks);
      }
      if (there > last) {
        last = there;
        news = now;
      } else if (now - news > PATIENCE.toNanos()) {
        throw new CommandFailed(
            "%,d of %,d examples are read, and no more for %d min: look for the reason with --verbose"
                .formatted(there, examples, PATIENCE.toMinutes()));
      }
    }
    final double[] micros = read(clocks);
    for (int clock = 0; clock < micros.length; clock++) {
      micros[clock] = (micros[clock] - spent[clock]) / 1e3 / (last - first);
    }
    return new Pace(null, (last - first) / ((news - start) / 1e9), micros);
  }

  private static double[] read(final LongSupplier... clocks) {
    return Arrays.stream(clocks).mapToDouble(LongSupplier::getAsLong).toArray();
  }
}
