package org.majorant.fleet;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FleetFaults;
import org.majorant.schema.Wish;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells on the topic of specs which models an instance of a fleet does not learn, though it should,
 * and why: so commands, which talk to brokers only, know it. Each instance has one record, and
 * whoever reads it leaves out those of instances that are no {@link FleetMember}s any more. So what
 * a killed one has told counts for no longer than its session, and a wish of an operator never
 * changes with it.
 *
 * <p>A reason is told when it has lasted from one look to the next, since models start and
 * rebalance; it is withdrawn at once.
 */
public final class ToldFaults implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ToldFaults.class);
  private static final String KEYS = "faults:"; // no model's name has a colon
  private static final long LOOK_MILLIS = 3000;
  private static final int REQUEST_MILLIS = 5000;
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int MAX_REQUEST_BYTES = 20 << 20;

  private final Map<String, Object> config = new HashMap<>();
  private final FleetName fleet;
  private final String instance;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            final Thread thread = new Thread(task, "majorant-fleet-faults");
            thread.setDaemon(true);
            return thread;
          });
  private Map<String, String> seen = Map.of(); // at the last look
  private Map<String, String> told; // null: what an earlier process of this name has told

  /**
   * Withdraws what an earlier process of the same name has told, before this one counts as alive.
   *
   * @param client how to reach the brokers
   * @param instance the name that the {@link FleetSpecs} of this process have
   */
  public ToldFaults(final Map<?, ?> client, final FleetName fleet, final String instance) {
    client.forEach((name, value) -> config.put(name.toString(), value));
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TIMEOUT_MILLIS);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    this.fleet = fleet;
    this.instance = instance;
    tell(Map.of());
  }

  /**
   * Looks every three seconds until it is closed.
   *
   * @param applied what the fleet has
   * @param states why this instance does not learn each model now; empty where it does
   */
  public void start(
      final Supplier<SortedMap<String, AppliedSpec>> applied,
      final Supplier<? extends Map<String, Optional<String>>> states) {
    looks.scheduleWithFixedDelay(
        () -> look(applied, states), LOOK_MILLIS, LOOK_MILLIS, MILLISECONDS);
  }

  /**
   * Why instances of fleets that live do not learn what they should: by model, then by instance; of
   * none where this client may not see the groups of fleets.
   */
  public static Map<String, Map<String, String>> read(
      final Map<?, ?> client, final SpecsTable table) {
    final Map<String, Map<String, String>> faults = new HashMap<>();
    if (table.faults().isEmpty()) {
      return faults;
    }
    final Map<String, Object> config = new HashMap<>();
    client.forEach((name, value) -> config.put(name.toString(), value));
    try (Admin admin = Admin.create(config)) {
      final Map<String, Set<String>> live = LiveGroups.clients(admin, table.groups());
      table.faults().stream()
          .filter(told -> lives(told, live))
          .forEach(
              told ->
                  told.getReasons()
                      .forEach(
                          (model, why) ->
                              faults
                                  .computeIfAbsent(model, m -> new TreeMap<>())
                                  .put(told.getInstance(), why)));
    } catch (final AuthorizationException e) {
      LOG.debug("what fleets do not learn is not known: {}", e.getMessage());
    }
    return faults;
  }

  private static boolean lives(final FleetFaults told, final Map<String, Set<String>> live) {
    final String group = new FleetName(told.getFleet()).members();
    return live.getOrDefault(group, Set.of()).contains(told.getInstance());
  }

  /** The key of what an instance tells. */
  static String key(final FleetFaults faults) {
    return KEYS + faults.getFleet() + ":" + faults.getInstance();
  }

  /** Of the models that are to be learned. */
  private static Map<String, String> faults(
      final Map<String, AppliedSpec> applied, final Map<String, Optional<String>> states) {
    final Map<String, String> faults = new TreeMap<>();
    states.forEach(
        (model, state) ->
            state
                .filter(
                    why -> applied.containsKey(model) && applied.get(model).getWish() == Wish.LEARN)
                .ifPresent(why -> faults.put(model, why)));
    return faults;
  }

  private void look(
      final Supplier<SortedMap<String, AppliedSpec>> applied,
      final Supplier<? extends Map<String, Optional<String>>> states) {
    try {
      look(faults(applied.get(), states.get()));
    } catch (final RuntimeException e) { // which would end all looks
      LOG.warn("what {} does not learn is not known now", instance, e);
    }
  }

  private void look(final Map<String, String> now) {
    final Map<String, String> lasting = new TreeMap<>(now);
    lasting.keySet().retainAll(seen.keySet());
    seen = now;
    if (!lasting.equals(told)) {
      tell(lasting);
    }
  }

  private void tell(final Map<String, String> faults) {
    final long now = System.currentTimeMillis();
    final FleetFaults record = new FleetFaults(fleet.value(), instance, faults, now);
    final byte[] value = faults.isEmpty() ? null : SpecsTable.encode(record);
    final ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      producer.send(Specs.record(key(record), value)).get();
      told = faults;
    } catch (final KafkaException | ExecutionException e) {
      LOG.warn("what {} does not learn is not told now: {}", instance, e.getMessage());
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells nothing more. */
  @Override
  public void close() {
    looks.shutdownNow();
  }
}
