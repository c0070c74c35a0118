package org.majorant.ops.operate;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.fleet.FleetName;
import org.majorant.log.AtomicWrite;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.ModelSpec;
import org.majorant.store.TransactionalIds;
import org.majorant.stream.LearnerApplication;

/**
 * What an operator does to the records of a model that nobody learns. What a command deletes first
 * is missed by nobody but a learner, and all that it writes is one transaction at its end. So
 * whoever was stopped on the way gives the command again.
 *
 * @param client how to reach the brokers
 */
record StoppedModel(Admin admin, Map<?, ?> client, ModelSpec spec) {
  /**
   * How long its transaction may be open. While it is, nobody reads what comes behind it on the
   * topics of all models' versions and bases, so one that was killed must not stay for a minute.
   */
  private static final int TRANSACTION_MILLIS = 10_000;

  private static final int MAX_REQUEST_BYTES = 20 << 20;

  /** Twice the session of an instance that was killed. */
  private static final Duration JOINS_END = Duration.ofSeconds(20);

  private static final long PAUSE_MILLIS = 200;

  /**
   * Deletes the offsets of its group. Instances of a fleet, which has stopped the model, end their
   * joins of its labels one after the other: they are waited for.
   *
   * @throws CommandFailed where a learner runs
   */
  void deleteGroup() throws ExecutionException, InterruptedException {
    final String group = LearnerApplication.applicationId(spec);
    final long begin = System.nanoTime();
    while (!isDeleted(group)) {
      final Collection<MemberDescription> members =
          admin.describeConsumerGroups(List.of(group)).all().get().get(group).members();
      if (!members.stream().allMatch(FleetName::joins)
          || System.nanoTime() - begin > JOINS_END.toNanos()) {
        throw new CommandFailed(
            "group %s has members (%s): stop the learners; one that was killed leaves in 10 s"
                .formatted(group, names(members)));
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private static String names(final Collection<MemberDescription> members) {
    return members.stream()
        .map(member -> member.groupInstanceId().orElse(member.clientId()))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private boolean isDeleted(final String group) throws ExecutionException, InterruptedException {
    try {
      admin.deleteConsumerGroups(List.of(group)).all().get();
      return true;
    } catch (final ExecutionException e) {
      if (e.getCause() instanceof GroupNotEmptyException) {
        return false;
      }
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return true;
      }
      throw e;
    }
  }

  /** Deletes a topic, if it is there. */
  void deleteTopic(final String topic) throws ExecutionException, InterruptedException {
    try {
      admin.deleteTopics(List.of(topic)).all().get();
    } catch (final ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw e;
      }
    }
  }

  /** What is done before a transaction, and what is written in it; nothing: there is none. */
  @FunctionalInterface
  interface Step {
    AtomicWrite get() throws ExecutionException, InterruptedException;
  }

  /**
   * Writes what a step gives, and returns when all readers see it. A second command of the same
   * name that begins meanwhile ends the first one, which then writes nothing.
   *
   * @param step is called when nobody else can write any more in a transaction of this name
   * @param command the name of the transaction
   * @param failure what is said where it fails, with the reason behind it
   * @return whether there was anything to write
   */
  boolean write(final Step step, final String command, final String failure)
      throws ExecutionException, InterruptedException {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    config.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, TransactionalIds.of(command, spec.getModel()));
    config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      producer.initTransactions();
      final AtomicWrite write = step.get();
      if (write.isEmpty()) {
        return false;
      }
      write.commit(producer, client);
    } catch (final KafkaException e) {
      throw new CommandFailed(
          "%s (%s): give the command again".formatted(failure, e.getMessage()), e);
    }
    TransactionalIds.awaitSeen(config);
    return true;
  }
}
