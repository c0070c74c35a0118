package org.majorant.fleet;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.majorant.schema.FleetClaim;

/**
 * Who has which model now. A learner of one model has its model as long as its group has members.
 * Any other model is of the first claim in the order of the log that matches it and whose fleet
 * lives. So every instance that has read the same log comes to the same answer.
 *
 * <p>A fleet lives while it has a {@link FleetMember}. It claims before its first one has joined,
 * so a claim that is younger than {@link #GRACE_MILLIS} counts, too.
 */
final class Owners {
  /** A member joins within seconds, and later where the brokers are busy. */
  static final long GRACE_MILLIS = 30_000;

  private final Map<FleetName, ModelPatterns> living = new LinkedHashMap<>();
  private final Set<String> learners; // groups of learners of one model that have members

  /**
   * @param claims in the order of the log
   * @param groups those that have members
   * @param self a fleet that lives, whatever is known of its group; null: none
   * @param now milliseconds since the epoch
   */
  Owners(
      final Collection<FleetClaim> claims,
      final Set<String> groups,
      final FleetName self,
      final long now) {
    learners = new TreeSet<>(groups);
    for (final FleetClaim claim : claims) {
      final FleetName fleet = new FleetName(claim.getFleet());
      learners.remove(fleet.group());
      if (groups.contains(fleet.members()) || isYoung(claim, now) || fleet.equals(self)) {
        living.put(fleet, new ModelPatterns(claim.getPatterns()));
      }
    }
  }

  /**
   * Whether a fleet that starts has to write its claim. An equal one has its place on the log, as
   * long as the fleet lives; one of a fleet that has ended has lost it.
   *
   * @param claim what it has claimed before
   * @param lives whether it has members
   * @throws FleetException where it lives with other patterns
   */
  static boolean mustClaim(
      final Optional<FleetClaim> claim,
      final ModelPatterns patterns,
      final boolean lives,
      final long now) {
    if (claim.isEmpty()) {
      return true;
    }
    final boolean isEqual = claim.get().getPatterns().equals(patterns.globs());
    if (lives && !isEqual) {
      throw new FleetException(
          ("fleet %s runs with --models '%s': give the same, stop it first, or name another fleet"
                  + " by --fleet")
              .formatted(claim.get().getFleet(), String.join(",", claim.get().getPatterns())));
    }
    return !isEqual || !lives && !isYoung(claim.get(), now);
  }

  private static boolean isYoung(final FleetClaim claim, final long now) {
    return Math.abs(now - claim.getTime()) < GRACE_MILLIS;
  }

  /** The fleet that has this group, if it lives. */
  Optional<FleetName> group(final String group) {
    return living.keySet().stream().filter(fleet -> fleet.group().equals(group)).findFirst();
  }

  /** The fleet that has a model if no learner of its own has it. */
  Optional<FleetName> fleet(final String model) {
    return living.entrySet().stream()
        .filter(fleet -> fleet.getValue().matches(model))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Whether a learner of this model alone runs. */
  boolean hasLearner(final String model) {
    return learners.contains("majorant-" + model);
  }

  /** Who has a model that is not this fleet's, in words; empty where the fleet has it. */
  Optional<String> other(final String model, final FleetName self) {
    final boolean isOurs = !hasLearner(model) && fleet(model).filter(self::equals).isPresent();
    return isOurs ? Optional.empty() : learner(model);
  }

  /** Who has a model, in words. */
  Optional<String> learner(final String model) {
    return hasLearner(model)
        ? Optional.of("learn --spec")
        : fleet(model).map(fleet -> "fleet " + fleet.value());
  }
}
