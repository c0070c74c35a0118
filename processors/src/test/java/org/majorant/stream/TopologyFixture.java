package org.majorant.stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;
import org.majorant.growth.SpecHistory;
import org.majorant.json.ValueFormat;
import org.majorant.lineage.LearnedState;
import org.majorant.log.HoldLimits;
import org.majorant.majorize.BaseFeed;
import org.majorant.majorize.BaseReader;
import org.majorant.majorize.Refusal;
import org.majorant.majorize.SummarySource;
import org.majorant.memory.SiteCodec;
import org.majorant.memory.Surrogate;
import org.majorant.merge.Base;
import org.majorant.model.Model;
import org.majorant.replay.RebuiltVersion;
import org.majorant.replay.Replay;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.BoundSummary;
import org.majorant.schema.Member;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Round;
import org.majorant.schema.SchemaRegistry;
import org.majorant.schema.SurrogateHead;
import org.majorant.spec.SpecFile;
import org.majorant.store.Newest;
import org.majorant.store.PackedVersion;
import org.majorant.store.Snapshot;
import org.majorant.store.SnapshotAssembler;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.SnapshotRecord;
import org.majorant.store.Topics;
import org.majorant.trace.RecordedTraces;
import org.majorant.trace.SummaryStep;
import org.majorant.trace.VersionTrace;

/**
 * The topology on a driver, partition 0 of everything, with what outlives a driver: topics, stores,
 * clock and base feed. A restarted driver counts offsets from 0 again, so it is first given a hole
 * as long as what is not delivered again.
 */
final class TopologyFixture implements AutoCloseable {
  static final ModelSpec SPEC =
      SpecFile.read(
          "{model: m, labels: [a, b], features: {dimension: 8}, publish: {interval: 1s}}");

  /** The same, whose θ predicts alone: a mixture's losses stay finite where θ's overflow. */
  static final ModelSpec ALONE =
      SpecFile.read(SpecFile.write(SPEC).replace("members: auto", "members: none"));

  /** That many bytes of summaries may wait for the majorizer. */
  static final int QUEUE_BYTES = 1 << 20;

  private static final AvroSerde<BoundSummary> SUMMARIES = AvroSerde.of(BoundSummary.class);
  private static final AvroSerde<Round> ROUNDS = AvroSerde.of(Round.class);
  private static final byte[] MODEL = "m".getBytes(StandardCharsets.UTF_8);
  private static final byte[] HOLE = "hole".getBytes(StandardCharsets.UTF_8);
  private static final Duration TICK = Duration.ofMillis(100);

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final RecordedLog log = new RecordedLog();
  private final Map<String, Map<Bytes, byte[]>> saved = new HashMap<>();
  private final Map<String, KeyValueStore<Bytes, byte[]>> stores = new HashMap<>();
  private final SnapshotAssembler<SurrogateHead> surrogates =
      new SnapshotAssembler<>(SnapshotFormat.SURROGATES, model -> true);
  private PackedVersion version; // the last; null: none
  private final SnapshotAssembler<ModelHead> models =
      new SnapshotAssembler<>(SnapshotFormat.MODELS, model -> true);
  private final ValueFormat format;
  private final SchemaRegistry registry;
  private final HoldLimits hold;
  private SpecHistory history;
  private ModelSpec spec;
  private TopologySettings settings;
  private final RecordedTraces traces = new RecordedTraces();
  private Instant now = Instant.ofEpochSecond(1_000_000_000);
  private final List<Base> bases = new ArrayList<>();
  private final List<Snapshot<SurrogateHead>> broadcasts = new ArrayList<>();
  private Base base;
  private boolean stopped;
  private Executor turns = Runnable::run;
  private long processor;
  private long choreNanos;
  private int chores;
  private TopologyTestDriver driver;

  TopologyFixture() {
    this(HoldLimits.DEFAULT);
  }

  TopologyFixture(final HoldLimits hold) {
    this(SPEC, hold);
  }

  TopologyFixture(final ModelSpec spec, final HoldLimits hold) {
    this(spec, ValueFormat.AVRO, SchemaRegistry.NONE, hold);
  }

  TopologyFixture(
      final ModelSpec spec,
      final ValueFormat format,
      final SchemaRegistry registry,
      final HoldLimits hold) {
    this.format = format;
    this.registry = registry;
    this.hold = hold;
    know(SpecHistory.of(spec));
    driver = driver();
  }

  private void know(final SpecHistory known) {
    history = known;
    spec = known.spec();
    settings =
        new TopologySettings(
            TICK,
            () -> format.decoder(spec, 100_000, registry),
            registry,
            () -> 1_000_000,
            turn -> turns.execute(turn),
            QUEUE_BYTES,
            this::processorNanos,
            hold,
            new Feed(),
            log,
            new LearningMetrics(meters, spec),
            new VersionTrace(traces),
            null);
  }

  /** While it is stopped: its spec has grown. */
  void grow(final ModelSpec grown) {
    final List<ModelSpec> before = new ArrayList<>(history.former());
    before.add(0, spec);
    know(SpecHistory.of(grown, before));
    if (!bases.isEmpty()) {
      base = grown(bases.get(bases.size() - 1));
    }
  }

  /** As a feed reads it, if the spec has grown since. */
  private Base grown(final Base written) {
    if (!history.isFormer(written.head().getSpec())) {
      return written;
    }
    final SurrogateHead head = SurrogateHead.newBuilder(written.head()).setSnapshot(0).build();
    return BaseReader.of(new Snapshot<>(head, SiteCodec.encode(written.state().site())), history);
  }

  private long processorNanos() {
    processor += choreNanos;
    chores++;
    return processor;
  }

  /** From now on each chore of a worker beside learning takes that long. */
  void slow(final Duration chore) {
    choreNanos = chore.toNanos();
  }

  /** How many summaries were shipped and bases taken since the last call. */
  int takeChores() {
    final int done = chores / 2; // the clock is asked before and after
    chores = 0;
    return done;
  }

  TopologySettings settings() {
    return settings;
  }

  RecordedTraces traces() {
    return traces;
  }

  RecordedLog log() {
    return log;
  }

  /** Delivers the next example. */
  void example(final byte[] value) {
    log.append(Topics.EXAMPLES, null, value, now.toEpochMilli());
    pipe(Topics.EXAMPLES, null, value);
  }

  /** Delivers the next example, whose record has the header of a trace. */
  void example(final byte[] value, final String traceparent) {
    example(value, Map.of(SummaryStep.PARENT, traceparent));
  }

  /** Delivers the next example, whose record has headers. */
  void example(final byte[] value, final Map<String, String> headers) {
    log.append(Topics.EXAMPLES, null, value, now.toEpochMilli());
    final RecordHeaders all = new RecordHeaders();
    headers.forEach((name, text) -> all.add(name, text.getBytes(StandardCharsets.UTF_8)));
    driver
        .createInputTopic(Topics.EXAMPLES, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(null, value, all, now));
  }

  /** Delivers the next example, whose time is so long ago. */
  void example(final byte[] value, final Duration ago) {
    final Instant today = now;
    now = today.minus(ago);
    example(value);
    now = today;
  }

  /** Delivers that many good examples. */
  void examples(final int count) {
    for (int i = 0; i < count; i++) {
      example(Given.example(i, i % 2 == 0 ? "a" : "b", null));
    }
  }

  /** Retention deletes that many examples before they are delivered. */
  void lose(final int count) {
    hide(count);
    log.deleteBefore(Topics.EXAMPLES, log.end(Topics.EXAMPLES));
  }

  /** That many offsets are never delivered, though retention deletes nothing: markers, for one. */
  void hide(final int count) {
    for (int i = 0; i < count; i++) {
      log.append(Topics.EXAMPLES, HOLE, HOLE, now.toEpochMilli());
    }
    skip(Topics.EXAMPLES, count);
  }

  /** The same on the summaries topic. */
  void loseSummaries(final int count) {
    recordSummaries();
    for (int i = 0; i < count; i++) {
      log.append(Topics.SUMMARIES, HOLE, HOLE, now.toEpochMilli());
    }
    skip(Topics.SUMMARIES, count);
    log.deleteBefore(Topics.SUMMARIES, log.end(Topics.SUMMARIES));
  }

  /** Delivers an example of the log again, as after a restart that lost its commit. */
  void deliverAgain(final long offset) {
    pipe(Topics.EXAMPLES, null, log.records(Topics.EXAMPLES).get((int) offset).value());
  }

  /** Delivers the summary of another worker. */
  void summary(final BoundSummary summary) {
    summary(MODEL, SUMMARIES.encode(summary));
  }

  /** Delivers a summary once more, as another record. */
  void summaryAgain(final int offset) {
    recordSummaries();
    summary(MODEL, log.records(Topics.SUMMARIES).get(offset).value());
  }

  void summary(final byte[] key, final byte[] value) {
    recordSummaries();
    log.append(Topics.SUMMARIES, key, value, now.toEpochMilli());
    pipe(Topics.SUMMARIES, key, value);
  }

  /** Lets that many ship intervals pass. */
  void tick(final int times) {
    for (int i = 0; i < times; i++) {
      pass(TICK);
    }
  }

  /** Lets that time pass. */
  void pass(final Duration time) {
    now = now.plus(time);
    driver.advanceWallClockTime(time);
  }

  /** From now on the feed gives no newer base. */
  void stopBases() {
    newestBase();
    stopped = true;
  }

  /** The feed gives the newest base again. */
  void startBases() {
    stopped = false;
  }

  /** What runs the majorizer's turns from now on; at first each is over at once. */
  void turnsOn(final Executor executor) {
    turns = executor;
  }

  /** Ticks enough for a worker to be heard, learn, ship, and have it merged and published. */
  void settle() {
    tick(5);
  }

  /** Starts again, with what the stores hold now; all has been delivered and committed. */
  void restart() {
    restart(log.end(Topics.EXAMPLES));
  }

  /** Starts again; examples are delivered from that offset on. */
  void restart(final long delivered) {
    stop();
    start(delivered);
  }

  /** Ends; what it has written stays. */
  void stop() {
    newestBase();
    recordSummaries();
    recordRounds(round -> round);
    stores.forEach((name, store) -> saved.put(name, contentOf(store)));
    driver.close();
    driver = null;
  }

  /** Starts after a {@link #stop}; examples are delivered from that offset on. */
  void start(final long delivered) {
    driver = driver();
    skip(Topics.EXAMPLES, delivered);
    skip(Topics.SUMMARIES, log.end(Topics.SUMMARIES));
  }

  /** What the stores and the topics held at one time. */
  record Moment(long examples, long summaries, int bases, Map<String, Map<Bytes, byte[]>> stores) {}

  /** What they hold now. */
  Moment moment() {
    newestBase();
    recordSummaries();
    final Map<String, Map<Bytes, byte[]>> contents = new HashMap<>();
    stores.forEach((name, store) -> contents.put(name, contentOf(store)));
    return new Moment(log.end(Topics.EXAMPLES), log.end(Topics.SUMMARIES), bases.size(), contents);
  }

  /** While it is stopped: what a store has got since then was never committed. */
  void setBack(final String store, final Moment then) {
    saved.put(store, then.stores().get(store));
  }

  /** While it is stopped: the summaries since then were never committed. */
  void setBackSummaries(final Moment then) {
    log.truncate(Topics.SUMMARIES, then.summaries());
  }

  /** While it is stopped: the bases since then were never committed. */
  void setBackBases(final Moment then) {
    setBackBases(then.bases());
  }

  /** While it is stopped: all bases but the first of them are gone. */
  void setBackBases(final int count) {
    final List<Base> left = List.copyOf(bases.subList(0, count));
    bases.clear();
    base = null;
    left.forEach(this::follow);
  }

  /** Somebody writes a base that no majorizer has made. */
  void forge(final SurrogateHead head) {
    newestBase();
    for (final SnapshotRecord r : SnapshotFormat.SURROGATES.split(head, new byte[0], 2)) {
      broadcast(r.key(), r.value());
    }
  }

  private void broadcast(final byte[] key, final byte[] value) {
    surrogates
        .accept(key, value)
        .ifPresent(
            next -> {
              broadcasts.add(next);
              final Base last = bases.isEmpty() ? null : bases.get(bases.size() - 1);
              if (next.head().getByReference()) {
                recordSummaries();
              }
              follow(BaseReader.after(last, next, spec, source()));
            });
  }

  /** Reads summaries once more. */
  SummarySource source() {
    return (partition, from, to, sink) -> log.replay(partition, from, to, sink::accept);
  }

  /** What a feed does with the next base on the topic. */
  private void follow(final Base next) {
    bases.add(next);
    base = grown(next);
  }

  /** The model is deleted: only a base that contains nothing is left, and what it has read. */
  void delete(final SurrogateHead left) {
    newestBase();
    recordSummaries();
    saved.clear();
    driver.close();
    driver = null;
    setBackBases(0);
    follow(BaseReader.of(new Snapshot<>(left, new byte[0]), spec));
    driver = driver();
    log.records(Topics.SUMMARIES)
        .forEach(record -> pipe(Topics.SUMMARIES, record.key(), record.value()));
    log.records(Topics.EXAMPLES).forEach(record -> pipe(Topics.EXAMPLES, null, record.value()));
  }

  /** An operator has the model go on from a state. */
  void restart(final LearnedState state) {
    summary(MODEL, state.restart("a file"));
  }

  /** What has been learned up to the newest base. */
  LearnedState learned() {
    final Base newest = newestBase().orElseThrow();
    return new LearnedState(newest.head(), SiteCodec.encode(newest.state().site()), List.of());
  }

  /** All summaries so far. */
  List<BoundSummary> summaries() {
    recordSummaries();
    return log.records(Topics.SUMMARIES).stream()
        .map(ConsumerRecord::value)
        .map(SUMMARIES::decode)
        .toList();
  }

  /** The versions since the last call. */
  List<ModelHead> versions() {
    return snapshots().stream().map(Snapshot::head).toList();
  }

  /** The same with their parameters. */
  List<Model> models() {
    final List<Model> parameters = new ArrayList<>();
    snapshots(packed -> parameters.add(packed.unpack().model()));
    return parameters;
  }

  /** The same as they lie on their topic. */
  List<Snapshot<ModelHead>> snapshots() {
    return snapshots(packed -> {});
  }

  private List<Snapshot<ModelHead>> snapshots(final Consumer<PackedVersion> sink) {
    final List<Snapshot<ModelHead>> complete = new ArrayList<>();
    for (final TestRecord<byte[], byte[]> r : output(Topics.MODELS)) {
      models.accept(r.key(), r.value()).ifPresent(complete::add);
    }
    for (final Snapshot<ModelHead> snapshot : complete) {
      version = PackedVersion.after(version, snapshot);
      sink.accept(version);
    }
    return complete;
  }

  /** The last of the versions since the last call. */
  ModelHead lastVersion() {
    final List<ModelHead> versions = versions();
    return versions.get(versions.size() - 1);
  }

  /** What the topology broadcast, as the feed of an instance sees it. */
  Optional<Base> newestBase() {
    if (driver != null && !stopped) {
      for (final TestRecord<byte[], byte[]> r : output(Topics.SURROGATES)) {
        broadcast(r.key(), r.value());
      }
    }
    return Optional.ofNullable(base);
  }

  /** All bases so far, in order. */
  List<Base> bases() {
    newestBase();
    return bases;
  }

  /** The same as they lie on their topic. */
  List<Snapshot<SurrogateHead>> broadcasts() {
    newestBase();
    return broadcasts;
  }

  List<TestRecord<byte[], byte[]>> output(final String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  /** Counts of labels by predicted ones, row by row. */
  List<Double> confusions() {
    final List<Double> counts = new ArrayList<>();
    for (final String label : spec.getLabels()) {
      for (final String predicted : spec.getLabels()) {
        counts.add(
            meters
                .get("majorant.confusion")
                .tags("label", label, "predicted", predicted)
                .counter()
                .count());
      }
    }
    return counts;
  }

  double counter(final String name, final String... tags) {
    return meters.get(name).tags(tags).counter().count();
  }

  double gauge(final String name, final String... tags) {
    return meters.get(name).tags(tags).gauge().value();
  }

  /** The member's weight as operators see it. */
  double weight(final Member member) {
    return meters
        .get("majorant.member.weight")
        .tags("model", spec.getModel())
        .tags("prior", String.valueOf(member.getPrior()))
        .tags("temperature", String.valueOf(member.getTemperature()))
        .tags("half.life", String.valueOf(member.getHalfLife()))
        .gauge()
        .value();
  }

  /** Whether there are meters of a name. */
  boolean measures(final String name) {
    return !meters.find(name).meters().isEmpty();
  }

  double refusals(final Refusal reason) {
    return meters
        .get("majorant.summaries.refused")
        .tag("reason", reason.name().toLowerCase(Locale.ROOT))
        .counter()
        .count();
  }

  @Override
  public void close() {
    if (driver != null) {
      driver.close();
    }
  }

  /** Rebuilds a version from what is on the topics. */
  RebuiltVersion rebuild(final long version) {
    return rebuild(version, round -> round);
  }

  /** The same from other rounds than were written. */
  RebuiltVersion rebuild(final long version, final UnaryOperator<Round> rounds) {
    recordSummaries();
    recordRounds(rounds);
    return Replay.of(log, "m", version);
  }

  private void recordRounds(final UnaryOperator<Round> rounds) {
    for (final TestRecord<byte[], byte[]> r : output(Topics.ROUNDS)) {
      final byte[] round = ROUNDS.encode(rounds.apply(ROUNDS.decode(r.value())));
      log.append(Topics.ROUNDS, r.key(), round, r.timestamp());
    }
  }

  private void recordSummaries() {
    for (final TestRecord<byte[], byte[]> r : output(Topics.SUMMARIES)) {
      log.append(Topics.SUMMARIES, r.key(), r.value(), r.timestamp());
    }
  }

  private void pipe(final String topic, final byte[] key, final byte[] value) {
    final TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
    input.pipeInput(key, value, now);
  }

  private void skip(final String topic, final long offsets) {
    for (long offset = 0; offset < offsets; offset++) {
      pipe(topic, HOLE, HOLE);
    }
  }

  private TopologyTestDriver driver() {
    final Properties config = new Properties();
    // Its state directory has this name, and is deleted when it closes.
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "test-" + UUID.randomUUID());
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    // other tests run in another process at the same time
    config.put(StreamsConfig.STATE_DIR_CONFIG, "target/kafka-streams");
    config.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, SkipHoles.class);
    return new TopologyTestDriver(
        LearnerTopology.of(
            Fleet.of(new ModelRun(history, 0, settings)),
            List.of(Topics.learned(spec)),
            SavedStore::new),
        config,
        now);
  }

  static double[] weights(final TopologyFixture learner, final ModelSpec spec) {
    return weights(learner.newestBase().orElseThrow(), spec);
  }

  /** Those that a base gives, by what it knows. */
  static double[] weights(final Base base, final ModelSpec spec) {
    final Surrogate surrogate = Surrogate.of(spec);
    surrogate.add(base.state().site());
    return surrogate.solve().theta();
  }

  private static Map<Bytes, byte[]> contentOf(final KeyValueStore<Bytes, byte[]> store) {
    final Map<Bytes, byte[]> content = new HashMap<>();
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      all.forEachRemaining(entry -> content.put(entry.key, entry.value));
    }
    return content;
  }

  /** Kafka Streams drops records of negative time, but counts their offsets. */
  public static final class SkipHoles implements TimestampExtractor {
    @Override
    public long extract(final ConsumerRecord<Object, Object> record, final long partitionTime) {
      final boolean hole = record.key() instanceof byte[] key && Arrays.equals(key, HOLE);
      return hole ? -1 : record.timestamp();
    }
  }

  /** A store that begins with what the last one of its name held, as if restored. */
  private final class SavedStore implements KeyValueBytesStoreSupplier {
    private final KeyValueBytesStoreSupplier empty;

    SavedStore(final String name) {
      empty = Stores.inMemoryKeyValueStore(name);
    }

    @Override
    public String name() {
      return empty.name();
    }

    @Override
    public String metricsScope() {
      return empty.metricsScope();
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
      final KeyValueStore<Bytes, byte[]> store = empty.get();
      saved.getOrDefault(name(), Map.of()).forEach(store::put);
      stores.put(name(), store);
      return store;
    }
  }

  private final class Feed implements BaseFeed {
    @Override
    public Optional<Base> current() {
      return newestBase();
    }

    @Override
    public Optional<Base> find(final long known) {
      final Newest<SurrogateHead, Base> found = new Newest<>(SnapshotFormat.SURROGATES);
      bases().forEach(next -> found.accept(next.head(), grown(next)));
      return found.take();
    }
  }
}
