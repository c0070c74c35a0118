package org.majorant.ops.operate;

import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.log.FirstOffset;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.store.TransactionalIds;
import org.majorant.stream.LearnerApplication;

/**
 * Where a model begins that has read nothing yet: in each partition that its topics have now. A
 * partition that is added later begins with its oldest record.
 */
public final class FirstOffsets {
  private static final int TRANSACTION_MILLIS = 10_000;

  private final Admin admin;
  private final String model;
  private final String group;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final Map<String, String> ids = new HashMap<>();

  /** Looks at the topic of the input, and at that of late labels. */
  public FirstOffsets(final Admin admin, final ModelSpec spec)
      throws ExecutionException, InterruptedException {
    this.admin = admin;
    model = spec.getModel();
    group = LearnerApplication.applicationId(spec);
    final List<String> topics = new ArrayList<>(List.of(spec.getInput()));
    if (spec.getLateLabels() != null) {
      topics.add(spec.getLateLabels().getTopic());
    }
    admin
        .describeTopics(topics)
        .allTopicNames()
        .get()
        .forEach(
            (topic, found) -> {
              ids.put(topic, found.topicId().toString());
              found
                  .partitions()
                  .forEach(each -> partitions.add(new TopicPartition(topic, each.partition())));
            });
  }

  /** Whether a learner has read anything of one of them. */
  public boolean isBegun() throws ExecutionException, InterruptedException {
    return committed().values().stream().anyMatch(offset -> FirstOffset.in(offset).isEmpty());
  }

  /** Whether somebody has said already where it begins. */
  public boolean isChosen() throws ExecutionException, InterruptedException {
    return !committed().isEmpty() && !isBegun();
  }

  /** The id of one of the topics. */
  public String id(final String topic) {
    return ids.get(topic);
  }

  private Map<TopicPartition, OffsetAndMetadata> committed()
      throws ExecutionException, InterruptedException {
    final Map<TopicPartition, OffsetAndMetadata> all =
        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    all.keySet().retainAll(partitions);
    all.values().removeIf(offset -> offset == null);
    return all;
  }

  /** The oldest record of each partition. */
  public Map<TopicPartition, Long> oldest() throws ExecutionException, InterruptedException {
    return offsets(OffsetSpec.earliest());
  }

  /** The place after the last record of each partition. */
  public Map<TopicPartition, Long> ends() throws ExecutionException, InterruptedException {
    return offsets(OffsetSpec.latest());
  }

  /**
   * The first record of each partition that is of a time or later; where it has none, the next that
   * comes.
   */
  public Map<TopicPartition, Long> of(final Instant time)
      throws ExecutionException, InterruptedException {
    final Map<TopicPartition, Long> all = ends();
    offsets(OffsetSpec.forTimestamp(time.toEpochMilli()))
        .forEach(
            (partition, found) ->
                all.computeIfPresent(partition, (p, end) -> found < 0 ? end : found));
    return all;
  }

  /**
   * Begins the model, in a transaction whose name is the model's: so of several instances which
   * start at once one begins it, and not one after the other.
   *
   * @param client how to reach the brokers
   * @return false if another instance has begun it meanwhile
   * @throws CommandFailed where it cannot be written
   */
  public boolean begin(final Map<?, ?> client, final Beginning beginning)
      throws ExecutionException, InterruptedException {
    final Map<String, Object> config = SummaryWriter.config(client);
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, group + "-begin");
    config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      producer.initTransactions(); // ends that of another instance
      if (!committed().isEmpty()) {
        return false;
      }
      beginning.write().commit(producer, client);
    } catch (final KafkaException e) {
      throw beginning
          .failed(e)
          .orElseGet(
              () ->
                  new CommandFailed(
                      "%s cannot begin (%s): another instance may begin it at this moment, so start again"
                          .formatted(model, e.getMessage()),
                      e));
    }
    TransactionalIds.awaitSeen(config);
    return true;
  }

  private Map<TopicPartition, Long> offsets(final OffsetSpec which)
      throws ExecutionException, InterruptedException {
    final Map<TopicPartition, ListOffsetsResultInfo> found =
        admin
            .listOffsets(partitions.stream().collect(toMap(Function.identity(), each -> which)))
            .all()
            .get();
    return found.entrySet().stream()
        .collect(toMap(Map.Entry::getKey, each -> each.getValue().offset()));
  }
}
