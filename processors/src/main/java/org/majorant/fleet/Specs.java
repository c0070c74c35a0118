package org.majorant.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.log.AtomicWrite;
import org.majorant.log.KafkaGapLog;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FleetClaim;
import org.majorant.store.StoreException;
import org.majorant.store.Topics;
import org.majorant.store.TransactionalIds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes the topic of specs. A change reads what is there, and writes what is to be in a
 * transaction, whose name all commands share. A second change that begins meanwhile fences the
 * first one, which then writes nothing and begins again: so no change is made of what is not there
 * any more.
 */
public final class Specs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Specs.class);
  private static final TopicPartition PARTITION = new TopicPartition(Topics.SPECS, 0);

  /** While it is open, nobody reads what comes behind it. */
  private static final int TRANSACTION_MILLIS = 10_000;

  private static final int MAX_REQUEST_BYTES = 20 << 20;
  private static final int ATTEMPTS = 20;
  private static final int PAUSE_MILLIS = 500;
  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

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
   * All that is on the topic now; nothing where it is not there.
   *
   * @throws AuthorizationException where this client may not read it
   */
  public SpecsTable read() {
    return read(FOREVER);
  }

  /**
   * The same for who cannot wait.
   *
   * @throws TimeoutException where it takes longer
   */
  public SpecsTable read(final Duration patience) {
    final SpecsTable table = new SpecsTable();
    if (exist()) {
      log.replay(PARTITION, 0, Long.MAX_VALUE, table.within(patience));
    }
    return table;
  }

  /** The same for who can do without: nothing where this client may not read it. */
  public SpecsTable readIfAllowed() {
    try {
      return read();
    } catch (final AuthorizationException e) {
      LOG.debug("{} is not read: {}", Topics.SPECS, e.getMessage());
      return new SpecsTable();
    }
  }

  /**
   * The fleet that lives and has a model that is applied, or whose group has the name of that of
   * the model's own learner.
   *
   * @throws AuthorizationException where the groups of fleets may not be seen
   */
  public Optional<FleetName> fleetOf(final SpecsTable table, final String model) {
    final String group = "majorant-" + model;
    if (table.claims().isEmpty() || table.applied(model).isEmpty() && !table.hasFleet(group)) {
      return Optional.empty();
    }
    try (Admin admin = Admin.create(properties())) {
      final Owners owners = owners(table, admin);
      return owners
          .group(group)
          .or(() -> table.applied(model).isEmpty() ? Optional.empty() : owners.fleet(model));
    }
  }

  /**
   * Who learns each model that is applied, in words; without those that nobody learns, and of none
   * where this client may not see the groups of fleets.
   */
  public Map<String, String> learners(final SpecsTable table) {
    final Map<String, String> learners = new HashMap<>();
    if (!table.applied().isEmpty()) {
      try (Admin admin = Admin.create(properties())) {
        final Owners owners = owners(table, admin);
        table
            .applied()
            .keySet()
            .forEach(m -> owners.learner(m).ifPresent(learner -> learners.put(m, learner)));
      } catch (final AuthorizationException e) {
        LOG.debug("who learns which model is not known: {}", e.getMessage());
      }
    }
    return learners;
  }

  private static Owners owners(final SpecsTable table, final Admin admin) {
    final Set<String> live = LiveGroups.of(admin).ask(table.groups(), table.joined());
    return new Owners(table.claims(), live, null, System.currentTimeMillis());
  }

  /**
   * Changes what is applied, all of it or nothing. Where somebody else has changed anything
   * meanwhile, it begins again with what is there then.
   *
   * @param step from what is there to what some models are to be; what is there already is not
   *     written again
   * @return what the step gave last
   * @throws FleetException where others change it all the time
   * @throws RuntimeException of the step, and nothing is written
   */
  public List<AppliedSpec> change(final Function<SpecsTable, List<AppliedSpec>> step) {
    final AtomicReference<List<AppliedSpec>> last = new AtomicReference<>();
    write(
        before -> {
          last.set(step.apply(before));
          return AtomicWrite.of(news(before, last.get()));
        });
    return last.get();
  }

  /** What is not on the topic already. */
  public static List<ProducerRecord<byte[], byte[]>> news(
      final SpecsTable before, final List<AppliedSpec> after) {
    return after.stream()
        .filter(each -> !before.applied(each.getModel()).equals(Optional.of(each)))
        .map(Specs::record)
        .toList();
  }

  /**
   * Writes what changes together with what is applied, such as a model's base, all of it or
   * nothing. Two commands that do the same at once so write one after the other, and the second one
   * sees that it is done.
   *
   * @param step from what is there to what is written; called again where somebody else has changed
   *     anything meanwhile
   * @return whether there was anything to write
   * @throws FleetException where others change it all the time
   * @throws RuntimeException of the step, and nothing is written
   */
  public boolean write(final Function<SpecsTable, AtomicWrite> step) {
    return again(() -> transact(step, TransactionalIds.of("specs")));
  }

  /** What says that a model is applied. */
  public static ProducerRecord<byte[], byte[]> record(final AppliedSpec applied) {
    return record(applied.getModel(), SpecsTable.encode(applied));
  }

  /** What says that no model of a name is applied any more. */
  public static ProducerRecord<byte[], byte[]> tombstone(final String model) {
    return record(model, null);
  }

  static ProducerRecord<byte[], byte[]> record(final String key, final byte[] value) {
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
      final Function<SpecsTable, AtomicWrite> step =
          before -> {
            final long now = System.currentTimeMillis();
            final Optional<FleetClaim> claim = before.claim(fleet);
            final boolean lives =
                groups.ask(Set.of(fleet.members()), Set.of()).contains(fleet.members());
            final FleetClaim next = new FleetClaim(fleet.value(), patterns.globs(), now);
            return Owners.mustClaim(claim, patterns, lives, now)
                ? AtomicWrite.of(List.of(record(fleet.key(), SpecsTable.encode(next))))
                : AtomicWrite.of(List.of());
          };
      again(() -> transact(step, fleet.group() + "-claim"));
    }
  }

  /** Begins a transaction again until it is not ended by others. */
  static boolean again(final BooleanSupplier transaction) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction.getAsBoolean();
      } catch (final KafkaException e) {
        if (!endsIt(e) && !endsIt(e.getCause())) { // clients wrap the reason in some calls
          throw e;
        }
        if (attempt == ATTEMPTS) {
          throw new FleetException(
              "others change %s all the time: give the command again".formatted(Topics.SPECS), e);
        }
      }
      try {
        Thread.sleep(ThreadLocalRandom.current().nextInt(PAUSE_MILLIS * attempt));
      } catch (final InterruptedException e) {
        throw new InterruptException(e);
      }
    }
  }

  /** Whether another one of its name has begun, or a busy broker does not know it any more. */
  private static boolean endsIt(final Throwable refusal) {
    return refusal instanceof ProducerFencedException
        || refusal instanceof InvalidProducerEpochException
        || refusal instanceof InvalidTxnStateException;
  }

  /**
   * Returns when all readers see what was written.
   *
   * @param step gets what is read when others cannot write any more in a transaction of this name
   */
  private boolean transact(final Function<SpecsTable, AtomicWrite> step, final String id) {
    if (!exist()) {
      throw missing();
    }
    final Map<String, Object> config = properties();
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      producer.initTransactions();
      final AtomicWrite write = step.apply(read());
      if (write.isEmpty()) {
        return false;
      }
      write.commit(producer, client);
    }
    TransactionalIds.awaitSeen(config);
    return true;
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
