package org.majorant.ops.lineage;

import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.Specs;
import org.majorant.fleet.SpecsTable;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.Wish;

/**
 * Which fleet learns a model. What is applied is read again after some seconds, since many models
 * of a fleet may be looked at together. Brokers have two seconds for each answer. Thread-safe.
 */
final class LearnerGroups implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMillis(LineageReader.ANSWER_MILLIS);
  private static final Duration REST = Duration.ofSeconds(5);

  private final Specs specs;
  private SpecsTable table; // null: not read yet
  private long time; // System.nanoTime() of that

  /**
   * @param specs are closed with this
   */
  LearnerGroups(final Specs specs) {
    this.specs = specs;
  }

  /**
   * The fleet that has a model.
   *
   * @param group its consumer group
   * @param pause why it does not learn the model now, in one line; empty: it does
   */
  record OfFleet(String group, Optional<String> pause) {}

  /**
   * The fleet that has a model.
   *
   * @throws KafkaException where brokers do not say it, or this client may not know
   */
  synchronized Optional<OfFleet> of(final String model) {
    if (table == null || System.nanoTime() - time > REST.toNanos()) {
      table = specs.read(PATIENCE);
      time = System.nanoTime();
    }
    final Optional<AppliedSpec> applied = table.applied(model);
    return applied.isEmpty()
        ? Optional.empty()
        : specs
            .fleetOf(table, model)
            .map(fleet -> new OfFleet(fleet.group(), pause(applied.get(), fleet)));
  }

  private static Optional<String> pause(final AppliedSpec applied, final FleetName fleet) {
    if (applied.getWish() != Wish.PAUSE) {
      return Optional.empty();
    }
    return Optional.of(
        "the model is paused in fleet %s%s"
            .formatted(
                fleet.value(), applied.getReason() == null ? "" : ": " + applied.getReason()));
  }

  @Override
  public synchronized void close() {
    specs.close();
  }
}
