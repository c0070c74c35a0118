package org.majorant.research.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What others do on this machine, in ticks of its clock since it was started. Seconds that were
 * measured mean something only where others do little: what the host took for other guests (steal),
 * and what processes used that are not this one or its children, which have ended.
 *
 * @param total of all processors; 0 where the system does not tell
 * @param stolen by the host
 * @param idle with waiting for disks
 * @param own of this process and of its children that have ended
 */
public record MachineLoad(long total, long stolen, long idle, long own) {
  /** The share that others may have. */
  private static final double QUIET = 0.1;

  /** Of a line, that count; later ones may be too large. */
  private static final int NUMBERS = 14;

  /** Up to now. Only Linux tells. */
  public static MachineLoad now() {
    try {
      final long[] all = numbers(Files.readAllLines(Path.of("/proc/stat")).get(0), "cpu");
      final long[] own = numbers(Files.readString(Path.of("/proc/self/stat")), "\\) \\S");
      // user nice system idle iowait irq softirq steal; guests are in user already
      final long total = Arrays.stream(all, 0, 8).sum();
      return new MachineLoad(total, all[7], all[3] + all[4], Arrays.stream(own, 10, 14).sum());
    } catch (final IOException e) {
      return new MachineLoad(0, 0, 0, 0);
    }
  }

  public MachineLoad since(final MachineLoad before) {
    return new MachineLoad(
        total - before.total, stolen - before.stolen, idle - before.idle, own - before.own);
  }

  /** What the host took, a share of all processors; NaN where the system does not tell. */
  public double steal() {
    return (double) stolen / total;
  }

  /** What other processes took, likewise. */
  public double others() {
    return (double) Math.max(0, total - stolen - idle - own) / total;
  }

  /** Whether what was measured meanwhile is due to this process. */
  public boolean isQuiet() {
    return steal() < QUIET && others() < QUIET;
  }

  @Override
  public String toString() {
    return total == 0
        ? "steal and other processes unknown"
        : "steal %.1f %%, other processes %.1f %% of all processors"
            .formatted(100 * steal(), 100 * others());
  }

  private static long[] numbers(final String line, final String before) {
    return Arrays.stream(line.split(before, 2)[1].strip().split("\\s+"))
        .limit(NUMBERS)
        .mapToLong(Long::parseLong)
        .toArray();
  }
}
