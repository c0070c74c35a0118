package org.majorant.stream.join;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.kafka.common.config.TopicConfig;
import org.majorant.join.JoinCounts;
import org.majorant.join.JoinRules;
import org.majorant.log.GapLog;
import org.majorant.log.KafkaGapLog;
import org.majorant.log.TopicMaker;
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
 * @param memory for what waits, which other joins of the instance use, too
 * @param eventsTopic the topic of events as it was at the start
 * @param labelsTopic the topic of labels as it was at the start
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
    JoinMemory memory,
    GapLog.Topic eventsTopic,
    GapLog.Topic labelsTopic,
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
   * Looks at the topics of events and labels, and makes that of joined events, with as many
   * partitions as there are of the events, if it is not there.
   *
   * @return null where events have their labels
   * @throws StoreException where the topic of events or labels is not there
   */
  public static JoinSettings of(
      final ModelSpec spec,
      final String application,
      final SchemaRegistry registry,
      final KafkaGapLog log,
      final JoinMemory memory,
      final Executor aside) {
    if (spec.getLateLabels() == null) {
      return null;
    }
    final LateLabels labels = spec.getLateLabels();
    final GapLog.Topic eventsTopic = topic(log, spec.getInput());
    final GapLog.Topic labelsTopic = topic(log, labels.getTopic());
    final int events = eventsTopic.partitions();
    final int ofLabels = labelsTopic.partitions();
    final TopicMaker topics = new TopicMaker(log);
    final int partitions = topics.create(Topics.learned(spec), events, JOINED);
    JoinTopology.changelogs(application).forEach(topic -> topics.expand(topic, partitions));
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
        eventsTopic,
        labelsTopic,
        !direct,
        partitions,
        new JoinCounts(),
        new Waiting(),
        aside);
  }

  /**
   * Whether the topics of events and labels are as they were at the start. If one was made again,
   * its offsets begin anew. If the records' own keys are joined, and one has other partitions, an
   * event and its label no longer lie in one partition; through repartition topics they always do.
   * A topic that is not there now is no other one.
   */
  public boolean fits() {
    return fits(spec.getInput(), eventsTopic) && fits(labels().getTopic(), labelsTopic);
  }

  private boolean fits(final String name, final GapLog.Topic before) {
    final GapLog.Topic now = log.topic(name);
    return now.id() == null
        || now.id().equals(before.id())
            && (repartitioned || now.partitions() == before.partitions());
  }

  private static GapLog.Topic topic(final GapLog log, final String name) {
    final GapLog.Topic topic = log.topic(name);
    if (topic.partitions() == 0) {
      throw new StoreException("there is no topic %s".formatted(name), null);
    }
    return topic;
  }

  /** The topics from which events and labels come, through no other topic. */
  public Set<String> topics() {
    return Set.of(spec.getInput(), labels().getTopic());
  }

  /** The partitions from which events and labels come. */
  public int sources() {
    return eventsTopic.partitions() + labelsTopic.partitions();
  }

  LateLabels labels() {
    return spec.getLateLabels();
  }

  JoinRules rules() {
    return new JoinRules(
        labels().getWaitMillis(),
        labels().getDefaultLabel(),
        labels().getKeep() == KeptLabel.LAST,
        labels().getReviseMillis(),
        Set.copyOf(spec.getLabels()));
  }

  /** Whether events cannot be read without their headers. */
  boolean keepsHeaders() {
    return spec.getEvents() != null && spec.getEvents().getFormat() == EventFormat.CLOUDEVENTS;
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
