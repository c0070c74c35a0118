package org.majorant.acceptance.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** How long a system took to learn again after each fault, seconds. */
final class RecoveryTable {
  private final Map<Fault, List<Double>> seconds = new LinkedHashMap<>();

  RecoveryTable() {
    Story.faults().forEach(fault -> seconds.put(fault, new ArrayList<>()));
  }

  void add(final Fault fault, final double recovery) {
    seconds.get(fault).add(recovery);
    Collections.sort(seconds.get(fault));
  }

  /** The lower of the two middle ones, where they are two; empty where there is none. */
  OptionalDouble median(final Fault fault) {
    final List<Double> sorted = seconds.get(fault);
    return sorted.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted.get((sorted.size() - 1) / 2));
  }

  @Override
  public String toString() {
    final StringBuilder table =
        new StringBuilder(
            "%-48s %6s %8s %8s%n".formatted("recovery from", "times", "median", "worst"));
    seconds.forEach(
        (fault, sorted) -> {
          if (!sorted.isEmpty()) {
            table.append(
                "%-48s %6d %6.1f s %6.1f s%n"
                    .formatted(
                        fault.label(),
                        sorted.size(),
                        median(fault).getAsDouble(),
                        sorted.get(sorted.size() - 1)));
          }
        });
    return table.toString();
  }
}
