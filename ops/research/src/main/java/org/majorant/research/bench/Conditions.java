package org.majorant.research.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where numbers were measured, and what else went on there meanwhile. It stands beside every number
 * that a bench prints, because a number of another machine, or of a busy one, says nothing.
 *
 * @param cpu the processors' name
 * @param cores that this process may use
 * @param heapMegabytes at most, of this process
 * @param jdk its version
 * @param steal share of all processors that the host took for other guests; null where unknown
 * @param otherProcesses share that other processes took; null where unknown
 * @param trusted whether both were small
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Conditions(
    String cpu,
    int cores,
    long heapMegabytes,
    String jdk,
    Double steal,
    Double otherProcesses,
    boolean trusted) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /**
   * Of this process.
   *
   * @param load while it measured
   */
  static Conditions of(final MachineLoad load) {
    final Runtime runtime = Runtime.getRuntime();
    return new Conditions(
        processor(),
        runtime.availableProcessors(),
        runtime.maxMemory() >> 20,
        Runtime.version().toString(),
        known(load.steal()),
        known(load.others()),
        load.isQuiet());
  }

  /** Why the numbers are not to be trusted, in one line; empty where they are. */
  @JsonIgnore
  public Optional<String> warning() {
    if (trusted) {
      return Optional.empty();
    }
    return Optional.of(
        steal == null
            ? "These numbers are not to be trusted: this system does not tell what others took."
            : "These numbers are not to be trusted: others took more than 10 % of the processors.");
  }

  @Override
  public String toString() {
    final String machine =
        "%d cores of %s, heap %,d MB, JDK %s".formatted(cores, cpu, heapMegabytes, jdk);
    return steal == null
        ? machine
        : "%s; steal %.1f %%, other processes %.1f %%"
            .formatted(machine, 100 * steal, 100 * otherProcesses);
  }

  private static Double known(final double share) {
    return Double.isNaN(share) ? null : share;
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (final IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
