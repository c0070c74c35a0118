package org.majorant.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.log.KafkaGapLog;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FleetClaim;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;
import org.majorant.store.TransactionalIds;

/**
 * Reads and writes the topic of specs. A change reads what is there and writes what is to be in one
 * transaction, whose name is the model's or the fleet's. A second change that begins meanwhile
 * fences the first one, which then writes nothing: so no change is made of what is not there any
 * more.
 */
public final class Specs implements AutoCloseable {
  private static final TopicPartition PARTITION = new TopicPartition(Topics.SPECS, 0);

  /** While it is open, nobody reads what comes behind it. */
  private static final int TRANSACTION_MILLIS = 10_000;

  private static final int MAX_REQUEST_BYTES = 20 << 20;

  private final Map<?, ?> client;
  private final KafkaGapLog log;

  /**
   * @param client how to reach the brokers
   */
  public Specs(final Map<?, ?> client) {
    this.client = client;
    log = new KafkaGapLog(client, "none");
  }

  /** Whether the topic is there; without it there is no fleet. */
  public boolean exist() {
    return log.topic(Topics.SPECS).partitions() > 0;
  }

  /**
   * All that is on the topic now.
   *
   * @throws StoreException where it is not there
   */
  public SpecsTable read() {
    if (!exist()) {
      throw missing();
    }
    final SpecsTable table = new SpecsTable();
    log.replay(PARTITION, 0, Long.MAX_VALUE, table::accept);
    return table;
  }

  /** What is applied of a model. */
  public Optional<AppliedSpec> read(final String model) {
    return read().applied(model);
  }

  /**
   * The fleet that lives and has a model, or whose group has the name of the model's own one.
   *
   * @return empty where none has it, or the topic is not there
   */
  public Optional<FleetName> fleetOf(final String model) {
    if (!exist()) {
      return Optional.empty();
    }
    final SpecsTable table = read();
    try (Admin admin = Admin.create(properties())) {
      final Owners owners = owners(table, LiveGroups.of(admin));
      return owners.group("majorant-" + model).or(() -> owners.fleet(model));
    }
  }

  private static Owners owners(final SpecsTable table, final LiveGroups groups) {
    return new Owners(table.claims(), groups.ask(table.groups()), null, System.currentTimeMillis());
  }

  /**
   * Changes what is applied of a model.
   *
   * @param change of what is there to what is to be; the same again writes nothing
   * @return what is there then
   * @throws FleetException where another command changes the same model at the same time
   * @throws RuntimeException of the change, and nothing is written
   */
  public Optional<AppliedSpec> change(
      final String model, final UnaryOperator<Optional<AppliedSpec>> change) {
    try {
      return transact(
          TransactionalIds.of("specs", model),
          () -> {
            final Optional<AppliedSpec> before = read(model);
            final Optional<AppliedSpec> after = change.apply(before);
            return new Outcome<>(after, after.equals(before) ? null : record(model, after));
          });
    } catch (final ProducerFencedException | InvalidProducerEpochException e) {
      throw new FleetException(
          "another command has changed '%s' meanwhile: look at it with 'ops/majorant models list'"
              .formatted(model),
          e);
    }
  }

  /** What a record of the topic has, empty for a tombstone. */
  public static ProducerRecord<byte[], byte[]> record(
      final String model, final Optional<AppliedSpec> applied) {
    return record(model, applied.map(SpecsTable::encode).orElse(null));
  }

  private static ProducerRecord<byte[], byte[]> record(final String key, final byte[] value) {
    return new ProducerRecord<>(Topics.SPECS, 0, key.getBytes(UTF_8), value);
  }

  /**
   * Claims the models of a fleet, unless an instance of it has done so that still runs.
   *
   * @throws FleetException where the fleet runs with other patterns
   */
  void claim(final FleetName fleet, final ModelPatterns patterns) {
    try (Admin admin = Admin.create(properties())) {
      final LiveGroups groups = LiveGroups.of(admin);
      while (!tryClaim(fleet, patterns, groups)) {
        Thread.onSpinWait(); // another instance has begun meanwhile
      }
    }
  }

  private boolean tryClaim(
      final FleetName fleet, final ModelPatterns patterns, final LiveGroups groups) {
    try {
      return transact(
          fleet.group() + "-claim",
          () -> {
            final long now = System.currentTimeMillis();
            final Optional<FleetClaim> claim = read().claim(fleet);
            final boolean lives = groups.ask(Set.of(fleet.group())).contains(fleet.group());
            final FleetClaim next = new FleetClaim(fleet.value(), patterns.globs(), now);
            return new Outcome<>(
                true,
                Owners.mustClaim(claim, patterns, lives, now)
                    ? record(fleet.key(), SpecsTable.encode(next))
                    : null);
          });
    } catch (final ProducerFencedException | InvalidProducerEpochException e) {
      return false;
    }
  }

  /**
   * What a transaction comes to.
   *
   * @param record what it writes; null: nothing
   */
  private record Outcome<T>(T result, ProducerRecord<byte[], byte[]> record) {}

  /**
   * Returns when all readers see what was written.
   *
   * @param step reads when others cannot write any more in a transaction of this name
   */
  private <T> T transact(final String id, final Supplier<Outcome<T>> step) {
    if (!exist()) {
      throw missing();
    }
    final Map<String, Object> config = properties();
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    final Outcome<T> outcome;
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      producer.initTransactions();
      outcome = step.get();
      if (outcome.record == null) {
        return outcome.result;
      }
      producer.beginTransaction();
      producer.send(outcome.record);
      producer.commitTransaction();
    } catch (final KafkaException e) {
      throw fenced(e);
    }
    TransactionalIds.awaitSeen(config);
    return outcome.result;
  }

  /** Kafka's clients wrap the reason in some calls, and not in others. */
  private static KafkaException fenced(final KafkaException e) {
    return e.getCause() instanceof ProducerFencedException
            || e.getCause() instanceof InvalidProducerEpochException
        ? (KafkaException) e.getCause()
        : e;
  }

  private Map<String, Object> properties() {
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    return config;
  }

  static StoreException missing() {
    return new StoreException(
        "there is no topic %s: create it with 'ops/majorant topics create'"
            .formatted(Topics.SPECS));
  }

  @Override
  public void close() {
    log.close();
  }
}
