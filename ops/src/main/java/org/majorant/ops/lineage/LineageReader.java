package org.majorant.ops.lineage;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.Specs;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.lineage.LineageReport.Here;
import org.majorant.schema.ModelHead;
import org.majorant.store.Topics;
import org.majorant.stream.LearnerApplication;

/**
 * Asks the brokers who learns which partition, and where these end. It asks about the topic and the
 * group at once and waits two seconds for each answer, so that a broker that stands still delays
 * nobody for long. It connects when it is asked first. Thread-safe.
 */
public final class LineageReader implements AutoCloseable {
  /** What a broker has to answer a question for people, who look on. */
  static final int ANSWER_MILLIS = 2000;

  private final Supplier<Admin> connect;
  private final KafkaGapLog log;
  private final EmptyTails tails;
  private final LearnerGroups fleets;
  private Admin admin; // null before the first question

  /**
   * @param connect opens a client, which is closed with this
   * @param client how to reach the brokers
   */
  public LineageReader(final Supplier<Admin> connect, final Map<?, ?> client) {
    this.connect = connect;
    final Map<Object, Object> config = new HashMap<>(client);
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    log = new KafkaGapLog(config, "none");
    tails = new EmptyTails(log);
    fleets = new LearnerGroups(new Specs(config));
  }

  /** Asks the brokers that clients with such properties reach. */
  public static LineageReader of(final Map<?, ?> client) {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    return new LineageReader(() -> Admin.create(config), config);
  }

  /**
   * The lineage of a version, and who goes on from it.
   *
   * @param kept the versions of the model that are kept
   * @param here what the process that asks knows of its own learning; null: it does not learn
   * @param elsewhere why here is null
   */
  public LineageReport read(
      final ModelHead head, final List<ModelHead> kept, final Here here, final String elsewhere)
      throws InterruptedException {
    final BrokersSay said = new BrokersSay();
    final Optional<ModelHead> before =
        kept.stream().filter(other -> other.getVersion() == head.getParent()).findFirst();
    if (head.getSource() != null) {
      final String why = "it was trained on %s, and not from a topic".formatted(head.getSource());
      said.noOffsets(why);
      said.noMembers(why);
      return LineageReport.of(head, before, said, null, why);
    }
    ask(head, said);
    tails.pass(head, said);
    return LineageReport.of(head, before, said, here, elsewhere);
  }

  /** The lag of a version's learners; empty where it is not known. */
  public OptionalLong lag(final ModelHead head) throws InterruptedException {
    final Long lag = read(head, List.of(), null, "").lag();
    return lag == null ? OptionalLong.empty() : OptionalLong.of(lag);
  }

  private void ask(final ModelHead head, final BrokersSay said) throws InterruptedException {
    final String topic = Topics.learned(head.getSpec());
    final String group = LearnerApplication.applicationId(head.getSpec());
    final Admin client;
    try {
      client = connected();
    } catch (final KafkaException e) {
      final Throwable why = e.getCause() == null ? e : e.getCause();
      said.noOffsets(why.getMessage());
      said.noMembers(why.getMessage());
      return;
    }
    final KafkaFuture<ConsumerGroupDescription> own = describe(client, group);
    final ListConsumerGroupOffsetsResult positions =
        client.listConsumerGroupOffsets(
            group, new ListConsumerGroupOffsetsOptions().timeoutMs(ANSWER_MILLIS));
    try {
      final int partitions = partitions(client, topic);
      said.offsets(log.starts(topic, partitions), log.ends(topic, partitions));
    } catch (final ExecutionException e) {
      said.noOffsets(reason(e.getCause()));
    } catch (final KafkaException e) {
      said.noOffsets(reason(e));
    }
    askWho(client, head.getModel(), topic, own, positions, said);
  }

  private void askWho(
      final Admin client,
      final String model,
      final String topic,
      final KafkaFuture<ConsumerGroupDescription> own,
      final ListConsumerGroupOffsetsResult positions,
      final BrokersSay said)
      throws InterruptedException {
    try {
      final Optional<LearnerGroups.OfFleet> fleet =
          hasLearner(own) ? Optional.empty() : fleets.of(model);
      final TopicPartition summaries = summaries(client, model);
      if (fleet.isEmpty()) {
        said.members(own.get(), topic, summaries);
        said.positions(positions.partitionsToOffsetAndMetadata().get(), topic);
      } else if (fleet.get().pause().isPresent()) {
        said.noMembers(fleet.get().pause().get());
      } else {
        said.members(describe(client, fleet.get().group()).get(), topic, summaries);
      }
    } catch (final ExecutionException e) {
      said.noMembers(reason(e.getCause()));
    } catch (final KafkaException e) {
      said.noMembers(
          "no learner of its own runs, and whether a fleet learns it is not known (%s)"
              .formatted(e.getMessage()));
    }
  }

  private static KafkaFuture<ConsumerGroupDescription> describe(
      final Admin client, final String group) {
    return client
        .describeConsumerGroups(
            List.of(group), new DescribeConsumerGroupsOptions().timeoutMs(ANSWER_MILLIS))
        .describedGroups()
        .get(group);
  }

  private static boolean hasLearner(final KafkaFuture<ConsumerGroupDescription> group)
      throws ExecutionException, InterruptedException {
    try {
      return !group.get().members().stream().allMatch(FleetName::joins);
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return false;
      }
      throw e;
    }
  }

  /** Where what all learn of a model is merged. */
  private static TopicPartition summaries(final Admin client, final String model)
      throws ExecutionException, InterruptedException {
    return new TopicPartition(
        Topics.SUMMARIES, Topics.home(model, partitions(client, Topics.SUMMARIES)));
  }

  private static int partitions(final Admin client, final String topic)
      throws ExecutionException, InterruptedException {
    return client
        .describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(ANSWER_MILLIS))
        .topicNameValues()
        .get(topic)
        .get()
        .partitions()
        .size();
  }

  /** In one line. */
  private static String reason(final Throwable cause) {
    if (cause instanceof TimeoutException) {
      return "no broker answered within %d s".formatted(ANSWER_MILLIS / 1000);
    }
    if (cause instanceof GroupIdNotFoundException) {
      return BrokersSay.NOBODY;
    }
    if (cause instanceof UnknownTopicOrPartitionException) {
      return "the topic is not there";
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  private synchronized Admin connected() {
    if (admin == null) {
      admin = connect.get();
    }
    return admin;
  }

  @Override
  public synchronized void close() {
    log.close();
    fleets.close();
    if (admin != null) {
      admin.close(Duration.ZERO);
    }
  }
}
