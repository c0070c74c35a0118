package org.majorant.ops.doctor;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.majorant.ops.operate.MissingTopics;
import org.majorant.store.Topics;

/**
 * Checks for transactions that hang: a partition holds one open that its coordinator has ended or
 * forgotten, so that nobody will ever end it. Readers of committed records stop before it, and a
 * group cannot read its offsets behind it, so a learner waits at its start for ever. Kafka 4.3
 * leaves such a transaction where a partition has no leader when the coordinator ends the
 * transaction on it (KAFKA-20734).
 */
public final class TransactionChecks {
  private static final String CHECK = "transactions";
  private static final String NOBODY = "doctor";
  private static final String OFFSETS = "__consumer_offsets";

  private final Admin admin;
  private final String options;
  private final int timeoutMs;

  /**
   * @param options that a command of Kafka's needs to reach the brokers; with a space before
   * @param timeout how long the brokers may take to answer
   */
  public TransactionChecks(final Admin admin, final String options, final Duration timeout) {
    this.admin = admin;
    this.options = options;
    this.timeoutMs = (int) timeout.toMillis();
  }

  /**
   * A transaction that a partition holds open.
   *
   * @param start its first offset there
   */
  record Open(TopicPartition partition, long producerId, long start) {
    boolean isPartOf(final TransactionDescription transaction) {
      return transaction.producerId() == producerId
          && transaction.topicPartitions().contains(partition);
    }
  }

  /** A finding for each transaction that hangs, or the one that none does. */
  public List<Finding> all() throws InterruptedException {
    try {
      final List<TopicDescription> topics = topics();
      for (final TopicDescription topic : topics) {
        if (topic.partitions().stream().anyMatch(partition -> partition.leader() == null)) {
          return List.of(
              Finding.fail(
                  CHECK,
                  "a partition of %s has no leader".formatted(topic.name()),
                  "start the brokers that are down"));
        }
      }
      final List<TopicPartition> partitions = partitions(topics);
      final Set<Open> before = open(partitions);
      final Collection<TransactionDescription> known = transactions(before);
      final Set<Open> hanging = hanging(before, known, open(partitions));
      return hanging.isEmpty()
          ? List.of(Finding.ok(CHECK, "none hangs on %d partitions".formatted(partitions.size())))
          : hanging.stream().map(this::finding).toList();
    } catch (final ExecutionException e) {
      return List.of(Finding.unknown(CHECK, e));
    }
  }

  /**
   * Those that are open, were so before, and that no coordinator knew in between. The order of the
   * questions decides: a coordinator adds a partition before its first record is written, and
   * removes it when the partition's marker is written.
   */
  static Set<Open> hanging(
      final Set<Open> before,
      final Collection<TransactionDescription> known,
      final Set<Open> after) {
    return before.stream()
        .filter(open -> known.stream().noneMatch(open::isPartOf))
        .filter(after::contains)
        .collect(Collectors.toSet());
  }

  private Finding finding(final Open open) {
    final TopicPartition partition = open.partition();
    return Finding.fail(
        CHECK,
        "%s waits for ever for a transaction of producer %d that its coordinator has forgotten"
            .formatted(partition, open.producerId()),
        "kafka-transactions.sh%s abort --topic %s --partition %d --start-offset %d"
            .formatted(options, partition.topic(), partition.partition(), open.start()));
  }

  /** Those that learners read or write, and the coordinators' own. */
  private List<TopicDescription> topics() throws ExecutionException, InterruptedException {
    MissingTopics.of(admin, List.of(OFFSETS)); // a list would leave it out for who may not see it
    final var all = new ListTopicsOptions().listInternal(true).timeoutMs(timeoutMs);
    final List<String> names =
        admin.listTopics(all).listings().get().stream()
            .filter(topic -> topic.isInternal() || isOurs(topic.name()))
            .map(TopicListing::name)
            .toList();
    return List.copyOf(admin.describeTopics(names).allTopicNames().get().values());
  }

  private static boolean isOurs(final String topic) {
    return topic.equals(Topics.EXAMPLES) || topic.startsWith("majorant-");
  }

  private static List<TopicPartition> partitions(final List<TopicDescription> topics) {
    return topics.stream()
        .filter(topic -> !topic.name().equals("__transaction_state"))
        .flatMap(
            topic ->
                topic.partitions().stream()
                    .map(partition -> new TopicPartition(topic.name(), partition.partition())))
        .toList();
  }

  private Set<Open> open(final List<TopicPartition> partitions)
      throws ExecutionException, InterruptedException {
    final var timeout = new DescribeProducersOptions().timeoutMs(timeoutMs);
    final Set<Open> open = new HashSet<>();
    admin
        .describeProducers(partitions, timeout)
        .all()
        .get()
        .forEach(
            (partition, producers) ->
                producers
                    .activeProducers()
                    .forEach(
                        producer ->
                            producer
                                .currentTransactionStartOffset()
                                .ifPresent(
                                    start ->
                                        open.add(
                                            new Open(partition, producer.producerId(), start)))));
    return open;
  }

  /**
   * What the coordinators know of those producers' transactions. They leave out those that this
   * client may not see, which would then seem forgotten. So it asks for one by its name first, of
   * which nobody has heard: who may not ask for that one may not see all.
   */
  private Collection<TransactionDescription> transactions(final Set<Open> open)
      throws ExecutionException, InterruptedException {
    try {
      admin.describeTransactions(List.of(NOBODY)).all().get();
    } catch (final ExecutionException e) {
      if (!(e.getCause() instanceof TransactionalIdNotFoundException)) {
        throw e;
      }
    }
    final var ofProducers =
        new ListTransactionsOptions()
            .filterProducerIds(open.stream().map(Open::producerId).toList());
    final List<String> ids =
        admin.listTransactions(ofProducers).all().get().stream()
            .map(TransactionListing::transactionalId)
            .toList();
    return admin.describeTransactions(ids).all().get().values();
  }
}
