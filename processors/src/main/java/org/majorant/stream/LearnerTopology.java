package org.majorant.stream;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.majorant.input.InputWatch;
import org.majorant.log.GapLog;
import org.majorant.merge.Base;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.MajorizeProgress;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.NameList;
import org.majorant.schema.SummarizeProgress;
import org.majorant.store.SnapshotFormat;
import org.majorant.store.Topics;
import org.majorant.stream.join.JoinSettings;
import org.majorant.stream.join.JoinTopology;

/**
 * The topology of an application; every node, store and topic is named, so that names stay stable.
 */
public final class LearnerTopology {
  static final String SUMMARIZE_PROGRESS = "majorant-summarize-progress";
  static final String MAJORIZE_PROGRESS = "majorant-majorize-progress";
  static final String MAJORIZE_NAMES = "majorant-majorize-names";
  static final String SUMMARIES_SINK = "summaries-sink";
  static final String DEAD_LETTERS_SINK = "dead-letters-sink";
  static final String SURROGATES_SINK = "surrogates-sink";
  static final String ROUNDS_SINK = "rounds-sink";
  static final String MODELS_SINK = "models-sink";

  private static final String EXAMPLES_SOURCE = "examples-source";
  private static final String SUMMARIZE = "summarize";
  private static final String SUMMARIES_SOURCE = "summaries-source";
  private static final String MAJORIZE = "majorize";

  private LearnerTopology() {}

  /** The topics that a learner makes itself for a model. */
  public static List<String> internalTopics(final ModelSpec spec) {
    final List<String> stores =
        Stream.of(SUMMARIZE_PROGRESS, MAJORIZE_PROGRESS, MAJORIZE_NAMES)
            .map(store -> changelog(LearnerApplication.applicationId(spec), store))
            .toList();
    return spec.getLateLabels() == null
        ? stores
        : Stream.of(
                stores,
                JoinTopology.internalTopics(LearnerApplication.applicationId(spec)),
                List.of(Topics.learned(spec)))
            .flatMap(List::stream)
            .toList();
  }

  /** The one for the workers' progress, which has the partitions of the input. */
  public static String workersTopic(final ModelSpec spec) {
    return workersTopic(LearnerApplication.applicationId(spec));
  }

  /** The same of an application, with the partitions of the input that has most. */
  static String workersTopic(final String application) {
    return changelog(application, SUMMARIZE_PROGRESS);
  }

  /**
   * The topology that joins the events and labels of one model of a fleet. Its learners follow what
   * is joined as they follow any input.
   */
  static Topology ofJoin(final JoinSettings join) {
    return JoinTopology.of(join).addStateStore(PersistentMarker.builder(), JoinTopology.JOIN);
  }

  /** A topic without records that has as many partitions as the one for the workers' progress. */
  static String widthTopic(final String application) {
    return application + "-width";
  }

  /**
   * What looks at the topic that the topology learns from. Kafka Streams makes the topic of the
   * workers' progress once, with the partitions that the input has then, and fails when the input
   * has more.
   */
  static InputWatch watch(
      final ModelRun run,
      final GapLog log,
      final IntConsumer expand,
      final ScheduledExecutorService looks,
      final CompletableFuture<Void> ended) {
    final TopologySettings settings = run.settings();
    return new InputWatch(
        run.spec(),
        log,
        () -> settings.baseFeed().current().map(Base::head),
        expand,
        () -> settings.join() == null || settings.join().fits(),
        looks,
        ended);
  }

  private static String changelog(final String application, final String store) {
    return application + "-" + store + "-changelog";
  }

  /**
   * That of the models that a fleet has now: of others that come later, too, if their inputs are
   * among those of the first.
   *
   * @param sources the topics that models learn from, and others that have no records
   */
  static Topology of(final Fleet fleet, final Collection<String> sources) {
    return of(fleet, sources, Stores::inMemoryKeyValueStore);
  }

  /** The same on other stores, given by their names. */
  static Topology of(
      final Fleet fleet,
      final Collection<String> sources,
      final Function<String, KeyValueBytesStoreSupplier> stores) {
    final ByteArrayDeserializer in = new ByteArrayDeserializer();
    final ByteArraySerializer out = new ByteArraySerializer();
    final StreamPartitioner<byte[], byte[]> byModel =
        (topic, key, value, partitions) ->
            Optional.of(Set.of(SnapshotFormat.partition(key, partitions)));
    return fleet
        .join()
        .map(JoinTopology::of)
        .orElseGet(Topology::new)
        .addSource(EXAMPLES_SOURCE, in, in, sources.toArray(String[]::new))
        .addProcessor(SUMMARIZE, () -> new SummarizeProcessor(fleet), EXAMPLES_SOURCE)
        .addStateStore(
            Stores.keyValueStoreBuilder(
                stores.apply(SUMMARIZE_PROGRESS),
                Serdes.String(),
                AvroSerde.of(SummarizeProgress.class)),
            SUMMARIZE)
        .addStateStore(PersistentMarker.builder(), SUMMARIZE)
        .addSink(SUMMARIES_SINK, Topics.SUMMARIES, out, out, SUMMARIZE)
        .addSink(DEAD_LETTERS_SINK, Topics.DEAD_LETTERS, out, out, SUMMARIZE)
        .addSource(SUMMARIES_SOURCE, in, in, Topics.SUMMARIES)
        .addProcessor(MAJORIZE, () -> new MajorizeProcessor(fleet), SUMMARIES_SOURCE)
        .addStateStore(
            Stores.keyValueStoreBuilder(
                stores.apply(MAJORIZE_PROGRESS),
                Serdes.String(),
                AvroSerde.of(MajorizeProgress.class)),
            MAJORIZE)
        .addStateStore(
            Stores.keyValueStoreBuilder(
                stores.apply(MAJORIZE_NAMES), Serdes.String(), AvroSerde.of(NameList.class)),
            MAJORIZE)
        .addSink(ROUNDS_SINK, Topics.ROUNDS, out, out, MAJORIZE)
        .addSink(SURROGATES_SINK, Topics.SURROGATES, out, out, byModel, MAJORIZE)
        .addSink(MODELS_SINK, Topics.MODELS, out, out, byModel, MAJORIZE);
  }
}
