package org.majorant.research.bench;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.concurrent.Callable;

/** What a bench measured, and under which conditions: in JSON they are one object. */
public record Measured<T>(@JsonUnwrapped T result, @JsonUnwrapped Conditions conditions) {
  /** Runs a bench; what its child processes take is its own as soon as they have ended. */
  public static <T> Measured<T> of(final Callable<T> bench) throws Exception {
    final MachineLoad before = MachineLoad.now();
    final T result = bench.call();
    return new Measured<>(result, Conditions.of(MachineLoad.now().since(before)));
  }
}
