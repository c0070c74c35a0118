package org.majorant.ops.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.majorant.ops.broker.BrokerProcess;
import org.majorant.ops.broker.TopicPlan;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.client.ExampleProducer;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.ExampleDecoder;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Point;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SparseVector;
import org.majorant.spec.SpecFile;
import org.majorant.store.SnapshotReader;
import org.majorant.store.Topics;
import org.majorant.stream.LearnerApplication;

/**
 * How much of Kafka Streams' own speed the learner leaves: the same topic of examples is read by
 *
 * <ul>
 *   <li>a: a plain consumer that only decodes by hand,
 *   <li>b: a Streams thread, exactly once, that does nothing,
 *   <li>c: the whole learner with diagonal curvature.
 * </ul>
 *
 * <p>The three take turns, so that a noisy machine is unkind to all alike; rates are taken over the
 * last nine tenths of the topic.
 */
public final class PipelineBench {
  private static final int FEATURES = 75;
  private static final int DIMENSION = 100_000;
  private static final double SKIPPED = 0.1;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path dir;
  private final int examples;
  private final int rounds;
  private final int pack;
  private double examplesEach; // of a record

  /**
   * @param dir where the broker keeps its data
   * @param examples on the topic
   * @param rounds turns of each of the three
   * @param pack examples of a record
   */
  public PipelineBench(final Path dir, final int examples, final int rounds, final int pack) {
    this.dir = dir;
    this.examples = examples;
    this.rounds = rounds;
    this.pack = pack;
  }

  /**
   * Median rates in examples a second, and ratios of medians.
   *
   * @param exampleBytes bytes of one example, on average
   */
  public record Result(
      double exampleBytes,
      double decode,
      double streams,
      double learner,
      double learnerToStreams,
      double learnerToDecode) {}

  /**
   * @param done is told how many of all turns are over
   */
  public Result run(final IntConsumer done) throws InterruptedException {
    try (BrokerProcess broker = BrokerProcess.start(dir.resolve("broker"))) {
      final Map<String, Object> client = Map.of("bootstrap.servers", broker.bootstrapServers());
      createTopics(client);
      final double bytes = produce(client);
      final double[] a = new double[rounds];
      final double[] b = new double[rounds];
      final double[] c = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        a[round] = decode(client);
        done.accept(3 * round + 1);
        b[round] = streams(client, round);
        done.accept(3 * round + 2);
        c[round] = learner(client, round);
        done.accept(3 * round + 3);
      }
      return new Result(
          bytes, median(a), median(b), median(c), median(c) / median(b), median(c) / median(a));
    }
  }

  private double decode(final Map<String, Object> client) throws InterruptedException {
    final AtomicLong seen = new AtomicLong();
    final Thread reader =
        new Thread(
            () -> {
              final ExampleDecoder decoder = new ExampleDecoder(1 << 20);
              final ExampleBuffer buffer = new ExampleBuffer();
              final TopicPartition partition = new TopicPartition(Topics.EXAMPLES, 0);
              try (Consumer<byte[], byte[]> consumer = SnapshotReader.consumer(client)) {
                consumer.assign(List.of(partition));
                consumer.seekToBeginning(List.of(partition));
                while (seen.get() < examples) {
                  for (final ConsumerRecord<byte[], byte[]> record :
                      consumer.poll(Duration.ofMillis(100))) {
                    final int items = decoder.open(record.value());
                    for (int item = 0; item < items; item++) {
                      decoder.decode(item, buffer);
                    }
                    seen.addAndGet(items);
                  }
                }
              } catch (final RejectedExample e) {
                throw new IllegalStateException(e);
              }
            });
    reader.start();
    final double rate = rate(seen::get);
    reader.join();
    return rate;
  }

  private double streams(final Map<String, Object> client, final int round)
      throws InterruptedException {
    final AtomicLong seen = new AtomicLong();
    final Topology topology = new Topology();
    topology.addSource("examples", Topics.EXAMPLES);
    topology.addProcessor(
        "nothing",
        () ->
            new Processor<byte[], byte[], Void, Void>() {
              @Override
              public void process(final Record<byte[], byte[]> record) {
                seen.lazySet(seen.get() + 1);
              }
            },
        "examples");
    final Map<String, Object> config =
        new HashMap<>(
            LearnerApplication.config(client, spec("nothing", round), options("nothing", round)));
    config.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$ByteArraySerde");
    config.put(
        "default.value.serde", "org.apache.kafka.common.serialization.Serdes$ByteArraySerde");
    final KafkaStreams streams = new KafkaStreams(topology, new StreamsConfig(config));
    streams.start();
    final double rate = rate(() -> (long) Math.ceil(seen.get() * examplesEach));
    streams.close(Duration.ofSeconds(10));
    return rate;
  }

  private double learner(final Map<String, Object> client, final int round)
      throws InterruptedException {
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (LearnerApplication learner =
        LearnerApplication.start(
            client, spec("learner", round), options("learner", round), registry)) {
      while (!learner.isRunning()) {
        Thread.sleep(2);
      }
      return rate(() -> (long) registry.get("majorant.examples").counter().count());
    }
  }

  /** Examples a second from the first look past a tenth of the topic to its end. */
  private double rate(final LongSupplier seen) throws InterruptedException {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    long first = 0;
    long start = 0;
    for (long now = 0; now < examples; ) {
      Thread.sleep(2);
      now = seen.getAsLong();
      if (start == 0 && now >= SKIPPED * examples) {
        start = System.nanoTime();
        first = now;
      }
      if (System.nanoTime() > end) {
        throw new CommandFailed(
            "only %d of %d examples after %d min: try fewer by --examples"
                .formatted(now, examples, PATIENCE.toMinutes()));
      }
    }
    return (examples - first) / ((System.nanoTime() - start) / 1e9);
  }

  private void createTopics(final Map<String, Object> client) throws InterruptedException {
    try (Admin admin = Admin.create(client)) {
      TopicPlan.create(admin, 1);
    } catch (final ExecutionException e) {
      throw new CommandFailed("cannot create the topics: " + e.getCause().getMessage(), e);
    }
  }

  private double produce(final Map<String, Object> client) {
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final SplittableRandom random = new SplittableRandom(1);
    long bytes = 0;
    try (ExampleProducer producer = new ExampleProducer(client, Topics.EXAMPLES, 0, pack)) {
      for (int i = 0; i < examples; i++) {
        final int[] indices =
            random
                .ints(FEATURES, 0, DIMENSION)
                .map(k -> (int) ((long) k * k / DIMENSION))
                .sorted()
                .distinct()
                .toArray();
        final List<Float> values = new ArrayList<>();
        for (int j = 0; j < indices.length; j++) {
          values.add((float) (1 + random.nextDouble()));
        }
        final Point point =
            new Point(
                new SparseVector(Arrays.stream(indices).boxed().toList(), values),
                indices[0] % 2 == 0 ? "a" : "b",
                null);
        final byte[] example = serde.encode(new LabeledExample(null, null, 1.0, point));
        bytes += example.length;
        producer.send(example);
      }
      producer.flush();
      examplesEach = (double) examples / producer.records();
    }
    return (double) bytes / examples;
  }

  private static ModelSpec spec(final String name, final int round) {
    return SpecFile.read(
        """
        model: %s-%d
        labels: [a, b]
        features: {dimension: %d}
        curvature: {memory: diagonal}
        """
            .formatted(name, round, DIMENSION));
  }

  private LearnerApplication.Options options(final String name, final int round) {
    return LearnerApplication.Options.of(dir.resolve("state-" + name + "-" + round), "bench");
  }

  private static double median(final double[] values) {
    final double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
