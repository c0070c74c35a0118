package org.majorant.ops.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks of this machine: settings, Java, memory and disk. */
public final class MachineChecks {
  private static final int JAVA = 17;
  private static final long MEBI = 1 << 20;
  private static final long GIBI = 1 << 30;

  private MachineChecks() {}

  /** Not good or bad by itself, but what nobody typed is easily forgotten. */
  public static Finding setting(final String option, final String value, final String origin) {
    return Finding.ok(option.substring("--".length()), "%s, from %s".formatted(value, origin));
  }

  /** Is it new enough? */
  public static Finding java(final Runtime.Version version) {
    return version.feature() >= JAVA
        ? Finding.ok("java", version.toString())
        : Finding.fail(
            "java",
            "%s is older than %d".formatted(version, JAVA),
            "install a JDK, %d or newer, or set JAVA_HOME".formatted(JAVA));
  }

  /** This machine's, or this container's, and this JVM's share of it. */
  public static Finding memory() {
    final long total =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    return memory(total, Runtime.getRuntime().maxMemory());
  }

  /** A broker takes 512 MiB, and a learner with a model of many features as much. */
  static Finding memory(final long total, final long heap) {
    final String finding = "heap of %s at most, of %s".formatted(size(heap), size(total));
    if (total < GIBI) {
      return Finding.fail("memory", finding, "give this machine or container 2 GB or more");
    }
    return heap < 512 * MEBI
        ? Finding.warn("memory", finding, "export MAJORANT_OPTS='-XX:+UseSerialGC -Xmx1g'")
        : Finding.ok("memory", finding);
  }

  /** Where broker and learner keep their data. */
  public static Finding disk(final Path dir) {
    Path there = dir.toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    final String other = "name another by --data-dir, as 'ops/majorant broker' does";
    try {
      return Files.isDirectory(there) && Files.isWritable(there)
          ? disk(dir, Files.getFileStore(there).getUsableSpace())
          : Finding.fail("disk", "%s cannot be written to".formatted(there), other);
    } catch (final IOException e) {
      return Finding.fail("disk", "%s: %s".formatted(dir, e.getMessage()), other);
    }
  }

  static Finding disk(final Path dir, final long free) {
    final String finding = "%s free under %s".formatted(size(free), dir);
    final String mend = "df -h %s; free some, or name another by --data-dir".formatted(dir);
    if (free < 256 * MEBI) {
      return Finding.fail("disk", finding, mend);
    }
    return free < 2 * GIBI ? Finding.warn("disk", finding, mend) : Finding.ok("disk", finding);
  }

  private static String size(final long bytes) {
    return bytes < GIBI
        ? "%d MiB".formatted(bytes / MEBI)
        : "%.1f GiB".formatted((double) bytes / GIBI);
  }
}
