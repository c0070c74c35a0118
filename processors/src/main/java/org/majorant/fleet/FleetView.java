package org.majorant.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.FleetClaim;
import org.majorant.store.Topics;

/**
 * What a fleet has at one moment. A fleet whose claim is another one now has nothing: its instances
 * disagree on what to learn, and two of them must not learn the same.
 *
 * @param current the models that it has, by name
 * @param taken the models that match and that somebody else has, each with who that is
 * @param conflict why it has nothing, in one line; null: it has what it should
 */
record FleetView(
    SortedMap<String, AppliedSpec> current, Map<String, String> taken, String conflict) {
  private static final int MOST_TOLD = 5;
  static final FleetView NOTHING = new FleetView(new TreeMap<>(), Map.of(), null);

  FleetView {
    current = Collections.unmodifiableSortedMap(current);
    taken = Collections.unmodifiableMap(taken);
  }

  static FleetView of(
      final SpecsTable table,
      final Owners owners,
      final FleetName fleet,
      final ModelPatterns patterns) {
    final Optional<FleetClaim> claim = table.claim(fleet);
    if (claim.filter(c -> c.getPatterns().equals(patterns.globs())).isEmpty()) {
      return new FleetView(new TreeMap<>(), Map.of(), conflict(claim, fleet, patterns));
    }
    final SortedMap<String, AppliedSpec> current = new TreeMap<>();
    final Map<String, String> taken = new TreeMap<>();
    table.applied().entrySet().stream()
        .filter(applied -> patterns.matches(applied.getKey()))
        .forEach(
            applied ->
                owners
                    .other(applied.getKey(), fleet)
                    .ifPresentOrElse(
                        other -> taken.put(applied.getKey(), other),
                        () -> current.put(applied.getKey(), applied.getValue())));
    return new FleetView(current, taken, null);
  }

  private static String conflict(
      final Optional<FleetClaim> claim, final FleetName fleet, final ModelPatterns patterns) {
    final String what =
        claim
            .map(c -> "learns %s now, and not %s".formatted(globs(c), patterns))
            .orElse("has no claim on %s any more".formatted(Topics.SPECS));
    return "fleet %s %s: start all of its instances again with the same --models"
        .formatted(fleet.value(), what);
  }

  private static String globs(final FleetClaim claim) {
    return String.join(",", claim.getPatterns());
  }

  /** Who has models that match since an earlier view: one line each, however many models it has. */
  List<String> takenSince(final FleetView before) {
    final Map<String, List<String>> byOwner = new TreeMap<>();
    taken.forEach(
        (model, owner) -> {
          if (!owner.equals(before.taken.get(model))) {
            byOwner.computeIfAbsent(owner, name -> new ArrayList<>()).add(model);
          }
        });
    return byOwner.entrySet().stream()
        .map(
            each ->
                "%s has models that match, so that they are not learned here: %s"
                    .formatted(each.getKey(), some(each.getValue())))
        .toList();
  }

  private static String some(final List<String> models) {
    return models.size() <= MOST_TOLD
        ? String.join(", ", models)
        : "%s and others, %d in all"
            .formatted(String.join(", ", models.subList(0, MOST_TOLD)), models.size());
  }
}
