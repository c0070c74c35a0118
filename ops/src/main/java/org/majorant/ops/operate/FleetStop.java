package org.majorant.ops.operate;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.majorant.fleet.FleetName;
import org.majorant.fleet.Specs;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.spec.Durations;

/** A fleet that has been told to stop a model, and a command that waits until it has. */
final class FleetStop {
  /** How often to look whether an instance of the fleet still lives. */
  private static final long LOOK_NANOS = Duration.ofSeconds(2).toNanos();

  private FleetStop() {}

  /**
   * Waits until the model has stopped, or nobody learns it any more: an instance that is killed, or
   * ends meanwhile, stops nothing.
   *
   * @param stopped waits as long as it is told that somebody learns the model, and says whether
   *     that has stopped it in time
   * @return the fleet that has not stopped it; empty: it has, or there is none
   */
  static Optional<FleetName> await(
      final Specs specs, final String model, final Predicate<BooleanSupplier> stopped) {
    return fleet(specs, model).isEmpty() || stopped.test(lives(specs, model))
        ? Optional.empty()
        : fleet(specs, model);
  }

  static CommandFailed late(final FleetName fleet, final String model, final Duration timeout) {
    return new CommandFailed(
        ("fleet %s has not stopped '%s' within %s: look at its log, and give the command again, if"
                + " need be with a longer --timeout")
            .formatted(fleet.value(), model, Durations.text(timeout.toMillis())));
  }

  private static BooleanSupplier lives(final Specs specs, final String model) {
    return new BooleanSupplier() {
      private long looked = System.nanoTime();

      @Override
      public boolean getAsBoolean() {
        if (System.nanoTime() - looked < LOOK_NANOS) {
          return true;
        }
        final boolean lives = fleet(specs, model).isPresent();
        looked = System.nanoTime();
        return lives;
      }
    };
  }

  private static Optional<FleetName> fleet(final Specs specs, final String model) {
    return specs.fleetOf(specs.read(), model);
  }
}
