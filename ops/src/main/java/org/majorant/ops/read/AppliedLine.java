package org.majorant.ops.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.majorant.schema.AppliedSpec;

/**
 * What operators want of a model that fleets learn.
 *
 * @param spec the version of its spec
 * @param incarnation milliseconds since the epoch, when the model was applied first
 * @param time milliseconds since the epoch, when it was changed last
 * @param wish {@code learn}, {@code pause} or {@code delete}
 * @param reason in the operator's words; null: none
 * @param learner who learns it now, in words; null: nobody, or nobody knows
 * @param faults why instances that should learn it do not, by instance
 */
public record AppliedLine(
    String model,
    long spec,
    long incarnation,
    long time,
    String wish,
    @JsonInclude(Include.NON_NULL) String reason,
    @JsonInclude(Include.NON_NULL) String learner,
    @JsonInclude(Include.NON_EMPTY) Map<String, String> faults) {
  /** Where no fault is known. */
  public static AppliedLine of(final AppliedSpec applied, final String learner) {
    return of(applied, learner, Map.of());
  }

  public static AppliedLine of(
      final AppliedSpec applied, final String learner, final Map<String, String> faults) {
    return new AppliedLine(
        applied.getModel(),
        applied.getVersion(),
        applied.getIncarnation(),
        applied.getTime(),
        applied.getWish().name().toLowerCase(Locale.ROOT),
        applied.getReason(),
        learner,
        faults);
  }

  /** For people. */
  public String line() {
    final String to =
        switch (wish) {
          case "pause" -> "is paused" + (reason == null ? "" : " (%s)".formatted(reason));
          case "delete" -> "is being deleted";
          case "exchange" -> "changes places (%s)".formatted(reason);
          default ->
              learner == null
                  ? "waits: no fleet that runs is known to match it"
                  : "is learned by " + learner + except();
        };
    return "%s, version %d of its spec, %s".formatted(model, spec, to);
  }

  private String except() {
    final Map<String, List<String>> instances = new TreeMap<>(); // by reason
    new TreeMap<>(faults)
        .forEach(
            (instance, why) ->
                instances.computeIfAbsent(why, w -> new ArrayList<>()).add(instance));
    return instances.entrySet().stream()
        .map(each -> "not on %s (%s)".formatted(String.join(", ", each.getValue()), each.getKey()))
        .reduce((one, other) -> one + ", and " + other)
        .map(all -> ", but " + all)
        .orElse("");
  }
}
