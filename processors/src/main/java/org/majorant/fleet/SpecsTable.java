package org.majorant.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.majorant.log.GapLog;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.FleetClaim;
import org.majorant.schema.FleetFaults;
import org.majorant.schema.SpecsEntry;
import org.majorant.store.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the topic of specs says, up to one place on it: the last record of each key. Claims keep the
 * order of the log. For one thread.
 */
public final class SpecsTable {
  private static final Logger LOG = LoggerFactory.getLogger(SpecsTable.class);
  private static final AvroSerde<SpecsEntry> ENTRIES = AvroSerde.of(SpecsEntry.class);

  private final SortedMap<String, AppliedSpec> applied = new TreeMap<>();
  private final Map<String, FleetClaim> claims = new LinkedHashMap<>();
  private final Map<String, FleetFaults> faults = new TreeMap<>();

  /** The bytes of an entry, an {@link AppliedSpec}, a {@link FleetClaim} or {@link FleetFaults}. */
  static byte[] encode(final Object entry) {
    return ENTRIES.encode(new SpecsEntry(entry));
  }

  /** Takes the next record. One that cannot be read is skipped, and what its key had stays. */
  void accept(final ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      return;
    }
    final String key = new String(record.key(), UTF_8);
    try {
      put(key, record.value() == null ? null : ENTRIES.decode(record.value()).getEntry());
    } catch (final SerializationException | FleetException e) {
      LOG.warn(
          "offset {} of {} cannot be read, and {} stays as it was: {}",
          record.offset(),
          Topics.SPECS,
          key,
          e.getMessage());
    }
  }

  /** Takes records as long as there is time; later it gives up. */
  GapLog.RecordSink within(final Duration patience) {
    final long begin = System.nanoTime();
    return new GapLog.RecordSink() {
      @Override
      public void accept(final ConsumerRecord<byte[], byte[]> record) {
        SpecsTable.this.accept(record);
      }

      @Override
      public boolean isEnough() {
        if (System.nanoTime() - begin > patience.toNanos()) {
          throw new TimeoutException(
              "%s was not read within %d s".formatted(Topics.SPECS, patience.toSeconds()));
        }
        return false;
      }
    };
  }

  /**
   * @param entry null: it is gone
   */
  private void put(final String key, final Object entry) {
    final boolean isFleet = FleetName.isKey(key);
    if (entry == null) {
      applied.remove(key);
      claims.remove(key);
      faults.remove(key);
    } else if (entry instanceof FleetFaults of && key.equals(ToldFaults.key(of))) {
      faults.put(key, of);
    } else if (isFleet && entry instanceof FleetClaim claim) {
      new FleetName(claim.getFleet());
      new ModelPatterns(claim.getPatterns());
      claims.remove(key); // it is the last one now
      claims.put(key, claim);
    } else if (!isFleet && entry instanceof AppliedSpec spec && spec.getModel().equals(key)) {
      applied.put(key, spec);
    } else {
      LOG.warn("{} of {} is no entry of that key, and is skipped", key, Topics.SPECS);
    }
  }

  /** All models that are applied, by name. */
  public SortedMap<String, AppliedSpec> applied() {
    return Collections.unmodifiableSortedMap(applied);
  }

  /** What is applied of a model. */
  public Optional<AppliedSpec> applied(final String model) {
    return Optional.ofNullable(applied.get(model));
  }

  /** The claim of a fleet. */
  Optional<FleetClaim> claim(final FleetName fleet) {
    return Optional.ofNullable(claims.get(fleet.key()));
  }

  /** The groups whose members are the instances of all fleets that claim anything. */
  Set<String> groups() {
    return claims.values().stream()
        .map(claim -> new FleetName(claim.getFleet()).members())
        .collect(Collectors.toSet());
  }

  /** The groups of models whose labels come late. */
  Set<String> joined() {
    return applied.values().stream()
        .map(AppliedSpec::getSpec)
        .filter(spec -> spec.getLateLabels() != null)
        .map(spec -> "majorant-" + spec.getModel())
        .collect(Collectors.toSet());
  }

  /** Whether a group is that of a fleet which claims anything. */
  boolean hasFleet(final String group) {
    return claims.values().stream()
        .anyMatch(claim -> new FleetName(claim.getFleet()).group().equals(group));
  }

  /** What instances of fleets have told last, whether or not they live. */
  Collection<FleetFaults> faults() {
    return List.copyOf(faults.values());
  }

  /** All claims, in the order of the log. */
  Collection<FleetClaim> claims() {
    return List.copyOf(claims.values());
  }
}
