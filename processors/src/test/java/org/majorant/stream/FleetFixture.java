package org.majorant.stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.majorant.growth.SpecHistory;
import org.majorant.json.ValueFormat;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.BaseFeed;
import org.majorant.majorize.BaseReader;
import org.majorant.majorize.SummarySource;
import org.majorant.merge.Base;
import org.majorant.replay.RebuiltVersion;
import org.majorant.replay.Replay;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.DeadLetter;
import org.majorant.schema.JoinedDecoder;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SurrogateHead;
import org.majorant.schema.ValueDecoder;
import org.majorant.store.ModelVersion;
import org.majorant.store.PackedVersion;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotAssembler;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.Topics;
import org.majorant.trace.Traces;
import org.majorant.trace.VersionTrace;

/** A fleet of some models on a driver, whose topics have one partition each. */
final class FleetFixture implements AutoCloseable {
  static final int MOST_EXAMPLE_BYTES = 100_000;

  private static final AvroSerde<DeadLetter> DEAD_LETTERS = AvroSerde.of(DeadLetter.class);
  private static final Duration TICK = Duration.ofMillis(100);

  private final RecordedLog log = new RecordedLog();
  private final Fleet fleet = new Fleet("fleet", false, TICK, log, () -> {});
  private final Map<String, Bases> bases = new TreeMap<>(); // by model, as all that follows
  private final Map<String, ModelRun> runs = new TreeMap<>();
  private final Map<String, PackedVersion> versions = new TreeMap<>();
  private final SnapshotAssembler<SurrogateHead> surrogates =
      new SnapshotAssembler<>(SnapshotFormat.SURROGATES, model -> true);
  private final SnapshotAssembler<ModelHead> models =
      new SnapshotAssembler<>(SnapshotFormat.MODELS, model -> true);
  private Instant now = Instant.ofEpochSecond(1_000_000_000);
  private TopologyTestDriver driver;

  /**
   * What a model has of its own, and what may fail.
   *
   * @param outputBytes is asked when a summary has been written
   */
  record Own(
      Supplier<ValueDecoder> decoders,
      BaseFeed feed,
      LongSupplier outputBytes,
      Executor aside,
      Traces traces) {
    Own withDecoders(final Supplier<ValueDecoder> others) {
      return new Own(others, feed, outputBytes, aside, traces);
    }

    Own withFeed(final BaseFeed other) {
      return new Own(decoders, other, outputBytes, aside, traces);
    }

    Own withOutputBytes(final LongSupplier other) {
      return new Own(decoders, feed, other, aside, traces);
    }

    Own withTraces(final Traces other) {
      return new Own(decoders, feed, outputBytes, aside, other);
    }

    Own withAside(final Executor other) {
      return new Own(decoders, feed, outputBytes, other, traces);
    }
  }

  /** Starts with models, of which those that have a topic in common learn the same. */
  FleetFixture(final List<ModelSpec> specs) {
    this(specs, List.of());
  }

  /**
   * The same.
   *
   * @param paused models whose inputs are read, but that are not learned yet
   */
  FleetFixture(final List<ModelSpec> specs, final List<String> paused) {
    specs.forEach(spec -> put(spec, own(spec)));
    final Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "test-" + UUID.randomUUID());
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    config.put(StreamsConfig.STATE_DIR_CONFIG, "target/kafka-streams");
    final Topology topology = LearnerTopology.of(fleet, fleet.inputs());
    paused.forEach(this::remove);
    driver = new TopologyTestDriver(topology, config, now);
  }

  /** What is a model's own if nothing fails. */
  Own own(final ModelSpec spec) {
    return new Own(
        () ->
            JoinedDecoder.of(
                spec,
                ValueFormat.AVRO.decoder(spec, MOST_EXAMPLE_BYTES, SchemaRegistry.NONE),
                MOST_EXAMPLE_BYTES),
        bases.computeIfAbsent(spec.getModel(), model -> new Bases(spec)),
        () -> 1_000_000,
        Runnable::run,
        Traces.NONE);
  }

  /** Learns a model, in place of what was learned under its name. */
  void put(final ModelSpec spec, final Own own) {
    final TopologySettings settings =
        new TopologySettings(
            TICK,
            own.decoders(),
            SchemaRegistry.NONE,
            own.outputBytes(),
            own.aside(),
            TopologyFixture.QUEUE_BYTES,
            () -> 0,
            HoldLimits.DEFAULT,
            own.feed(),
            log,
            new LearningMetrics(new SimpleMeterRegistry(), spec),
            new VersionTrace(own.traces()),
            null);
    final ModelRun run = new ModelRun(SpecHistory.of(spec), 0, settings);
    runs.put(spec.getModel(), run);
    fleet.put(run);
  }

  /** Learns a model no longer, until it is put again. */
  void remove(final String model) {
    fleet.remove(runs.get(model));
  }

  /** Somebody says where a model begins that has learned nothing yet. */
  void first(final String model, final String topic, final long offset) {
    log.first("majorant-" + model, topic, offset);
  }

  /** What was delivered of an input is committed. */
  void commit(final String topic) {
    log.commit(topic, log.end(topic));
  }

  /** Why a model is paused; empty where it is not. */
  Optional<String> paused(final String model) {
    return fleet.paused(runs.get(model));
  }

  /** Delivers the next record of an input. */
  void record(final String topic, final byte[] value) {
    pipe(topic, null, value);
  }

  /** Delivers a record under a model's key to the summaries. */
  void summary(final String model, final byte[] value) {
    recordSummaries();
    pipe(Topics.SUMMARIES, model.getBytes(StandardCharsets.UTF_8), value);
  }

  /** Somebody writes a base that no majorizer has made. */
  void forge(final SurrogateHead head) {
    readBases();
    SnapshotFormat.SURROGATES.split(head, new byte[0], 2).forEach(this::read);
  }

  private void pipe(final String topic, final byte[] key, final byte[] value) {
    log.append(topic, key, value, now.toEpochMilli());
    driver
        .createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(key, value, now);
  }

  /** Lets that many ship intervals pass. */
  void tick(final int times) {
    for (int i = 0; i < times; i++) {
      now = now.plus(TICK);
      driver.advanceWallClockTime(TICK);
      recordSummaries();
    }
  }

  /** The newest version of a model. */
  ModelVersion version(final String model) {
    for (final TestRecord<byte[], byte[]> r : output(Topics.MODELS)) {
      models
          .accept(r.key(), r.value())
          .ifPresent(
              next ->
                  versions.compute(
                      next.head().getModel(), (name, last) -> PackedVersion.after(last, next)));
    }
    return versions.get(model).unpack();
  }

  /** Rebuilds a model's newest version from what is on the topics. */
  RebuiltVersion rebuild(final String model) {
    recordSummaries();
    output(Topics.ROUNDS)
        .forEach(r -> log.append(Topics.ROUNDS, r.key(), r.value(), r.timestamp()));
    return Replay.of(log, model, version(model).head().getVersion());
  }

  /** The dead letters since the last call. */
  List<DeadLetter> deadLetters() {
    return output(Topics.DEAD_LETTERS).stream()
        .map(letter -> DEAD_LETTERS.decode(letter.value()))
        .toList();
  }

  private void recordSummaries() {
    output(Topics.SUMMARIES)
        .forEach(r -> log.append(Topics.SUMMARIES, r.key(), r.value(), r.timestamp()));
  }

  private void readBases() {
    if (driver != null) {
      output(Topics.SURROGATES).forEach(r -> read(new SnapshotRecord(r.key(), r.value())));
    }
  }

  private void read(final SnapshotRecord record) {
    surrogates
        .accept(record.key(), record.value())
        .ifPresent(snapshot -> bases.get(snapshot.head().getModel()).follow(snapshot));
  }

  private List<TestRecord<byte[], byte[]>> output(final String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  @Override
  public void close() {
    driver.close();
  }

  /** The bases of a model. */
  private final class Bases implements BaseFeed {
    private final BaseReader reader;
    private Base current; // null before the first

    Bases(final ModelSpec spec) {
      reader = new BaseReader(SpecHistory.of(spec), SummarySource.NONE);
    }

    private void follow(final Snapshot<SurrogateHead> snapshot) {
      reader.accept(snapshot);
      reader.take().ifPresent(base -> current = base);
    }

    @Override
    public Optional<Base> current() {
      readBases();
      return Optional.ofNullable(current);
    }

    @Override
    public Optional<Base> find(final long known) {
      return current();
    }
  }
}
