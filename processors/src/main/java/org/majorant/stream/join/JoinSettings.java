package org.majorant.stream.join;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.kafka.common.config.TopicConfig;
import org.majorant.join.JoinCounts;
import org.majorant.join.JoinRules;
import org.majorant.log.GapLog;
import org.majorant.log.KafkaGapLog;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.KeptLabel;
import org.majorant.schema.LateLabels;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.SchemaRegistry;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the join of one instance needs.
 *
 * @param application the prefix of the topics that Kafka Streams makes
 * @param registry of the schemas of events and labels
 * @param log tells where topics end, and what the group has committed
 * @param memory bytes of heap for what waits
 * @param repartitioned whether records go through repartition topics, because their keys stand at
 *     paths, or the topics have not as many partitions
 * @param partitions of the joined topic
 * @param counts what became of events and labels
 * @param waiting what waits
 * @param aside asks brokers beside the stream threads
 */
public record JoinSettings(
    ModelSpec spec,
    String application,
    SchemaRegistry registry,
    GapLog log,
    long memory,
    boolean repartitioned,
    int partitions,
    JoinCounts counts,
    Waiting waiting,
    Executor aside) {

  private static final Logger LOG = LoggerFactory.getLogger(JoinSettings.class);

  /**
   * Training data, which others may read, too. It has the time of its events, by which a backlog
   * would be deleted before it is learned.
   */
  private static final Map<String, String> JOINED =
      Map.of(
          TopicConfig.RETENTION_MS_CONFIG,
          "-1",
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(20 << 20));

  /**
   * Looks at the topics, and makes that of joined events, with as many partitions as there are of
   * the events, if it is not there.
   *
   * @return null where events have their labels
   * @throws StoreException where the topic of events or labels is not there
   */
  public static JoinSettings of(
      final ModelSpec spec,
      final String application,
      final SchemaRegistry registry,
      final KafkaGapLog log,
      final long memory,
      final Executor aside) {
    final LateLabels labels = spec.getLateLabels();
    if (labels == null) {
      return null;
    }
    final int events = partitions(log, spec.getInput());
    final int ofLabels = partitions(log, labels.getTopic());
    final String joined = Topics.learned(spec);
    log.create(joined, events, JOINED);
    final int partitions = log.topic(joined).partitions();
    log.expand(JoinTopology.changelog(application), partitions);
    final boolean keyed = labels.getKey() == null && labels.getEventKey() == null;
    final boolean direct = keyed && events == ofLabels && events == partitions;
    if (direct) {
      LOG.info("{} and {} are joined by their records' keys", spec.getInput(), labels.getTopic());
    } else {
      LOG.info(
          "{} with {} partitions and {} with {} are joined through repartition topics of {}, {}",
          spec.getInput(),
          events,
          labels.getTopic(),
          ofLabels,
          partitions,
          keyed ? "because the numbers differ" : "because keys stand in the values");
    }
    return new JoinSettings(
        spec,
        application,
        registry,
        log,
        memory,
        !direct,
        partitions,
        new JoinCounts(),
        new Waiting(),
        aside);
  }

  /**
   * Whether a key of an event and that of its label still lie in one partition. Through repartition
   * topics they always do.
   */
  public boolean fits() {
    return repartitioned
        || partitions(log, spec.getInput()) == partitions
            && partitions(log, labels().getTopic()) == partitions;
  }

  private static int partitions(final GapLog log, final String topic) {
    final int partitions = log.topic(topic).partitions();
    if (partitions == 0) {
      throw new StoreException("there is no topic %s".formatted(topic), null);
    }
    return partitions;
  }

  LateLabels labels() {
    return spec.getLateLabels();
  }

  JoinRules rules() {
    return new JoinRules(
        labels().getWaitMillis(), labels().getDefaultLabel(), labels().getKeep() == KeptLabel.LAST);
  }

  SideReader eventReader() {
    final Events format =
        spec.getEvents() == null ? new Events(EventFormat.JSON, null, List.of()) : spec.getEvents();
    return new SideReader(format, registry, labels().getEventKey(), labels().getEventTime());
  }

  SideReader labelReader() {
    return new SideReader(
        new Events(labels().getFormat(), null, List.of()),
        registry,
        labels().getKey(),
        labels().getTime(),
        labels().getPath());
  }
}
