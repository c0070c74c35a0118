package org.majorant.stream.join;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.state.Stores;
import org.majorant.schema.ModelSpec;
import org.majorant.store.Topics;

/**
 * The part of a topology that joins events with their labels; all of it is named. Where a model is
 * learned alone, the learner's part is added to it. A model of a fleet has it as an application of
 * its own, under the same name, so that either goes on where the other has stopped.
 */
public final class JoinTopology {
  /** The processor that joins. */
  public static final String JOIN = "join";

  private static final String EVENTS = "majorant-events";
  private static final String LABELS = "majorant-labels";

  /**
   * An event that waits is one record of the changelog. All of it is read at a start, so that what
   * has ended must go soon: with Kafka's segments of 1 GB, and a day for which deletions stay, most
   * of what is read would be of events that wait no longer. An hour is longer than a start takes.
   */
  private static final Map<String, String> CHANGELOG =
      Map.of(
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(20 << 20),
          TopicConfig.SEGMENT_BYTES_CONFIG,
          Integer.toString(64 << 20),
          TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
          "0.2",
          TopicConfig.DELETE_RETENTION_MS_CONFIG,
          "3600000");

  private JoinTopology() {}

  /**
   * The topics of the join that Kafka Streams makes.
   *
   * @param application the prefix of all of them
   */
  public static List<String> internalTopics(final String application) {
    return Stream.concat(
            changelogs(application).stream(),
            Stream.of(repartition(application, EVENTS), repartition(application, LABELS)))
        .toList();
  }

  /**
   * The topics of what waits and of what was read, which have the partitions of the joined topic.
   */
  static List<String> changelogs(final String application) {
    return Stream.of(JoinStores.NAME, JoinStores.READ)
        .map(store -> application + "-" + store + "-changelog")
        .toList();
  }

  private static String repartition(final String application, final String name) {
    return application + "-" + name + "-repartition";
  }

  /** The topic from which a join's tasks read events. */
  static String eventsTopic(final JoinSettings settings) {
    return settings.repartitioned()
        ? repartition(settings.application(), EVENTS)
        : settings.spec().getInput();
  }

  /** The topic from which a join's tasks read labels. */
  static String labelsTopic(final JoinSettings settings) {
    return settings.repartitioned()
        ? repartition(settings.application(), LABELS)
        : settings.labels().getTopic();
  }

  /** The topology. */
  public static Topology of(final JoinSettings settings) {
    final ModelSpec spec = settings.spec();
    final Serde<byte[]> bytes = Serdes.ByteArray();
    final StreamsBuilder builder = new StreamsBuilder();
    final JoinStores stores = new JoinStores(settings.memory());
    builder.addStateStore(
        Stores.keyValueStoreBuilder(stores, bytes, bytes)
            .withCachingDisabled()
            .withLoggingEnabled(CHANGELOG));
    builder.addStateStore(
        Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(JoinStores.READ), bytes, bytes)
            .withCachingEnabled()
            .withLoggingEnabled(Map.of()));
    final KStream<byte[], byte[]> events =
        source(
            builder,
            spec.getInput(),
            EVENTS,
            new SideTimes(
                settings::eventReader, settings.labels().getEventTime(), settings.counts()));
    final KStream<byte[], byte[]> labels =
        source(
            builder,
            settings.labels().getTopic(),
            LABELS,
            new SideTimes(settings::labelReader, settings.labels().getTime(), settings.counts()));
    final JoinEnds ends = new JoinEnds(settings);
    moved(events, settings, false)
        .merge(moved(labels, settings, true), Named.as("majorant-join-merge"))
        .process(
            () -> new JoinProcessor(settings, stores, ends),
            Named.as(JOIN),
            JoinStores.NAME,
            JoinStores.READ)
        .to(Topics.learned(spec), Produced.with(bytes, bytes).withName("joined-sink"));
    return builder.build();
  }

  private static KStream<byte[], byte[]> source(
      final StreamsBuilder builder,
      final String topic,
      final String name,
      final TimestampExtractor times) {
    return builder.stream(
        topic,
        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
            .withTimestampExtractor(times)
            .withName(name + "-source"));
  }

  /** Records by the key of the join, as many partitions as the joined topic has. */
  private static KStream<byte[], byte[]> moved(
      final KStream<byte[], byte[]> records, final JoinSettings settings, final boolean labels) {
    if (!settings.repartitioned()) {
      return records;
    }
    final String name = labels ? LABELS : EVENTS;
    return records
        .process(() -> new RekeyProcessor(settings, labels), Named.as(name + "-key"))
        .repartition(
            Repartitioned.with(Serdes.ByteArray(), Serdes.ByteArray())
                .withName(name)
                .withNumberOfPartitions(settings.partitions()));
  }
}
