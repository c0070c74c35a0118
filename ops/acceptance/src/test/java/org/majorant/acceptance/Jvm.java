package org.majorant.acceptance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a test starts Java as a process of its own: the same Java, with the same class path. */
public final class Jvm {
  /**
   * Options of a process that lives for seconds. Most of its code runs a few times only, so that
   * the second compiler would take half of its time for what it hardly uses before it ends.
   */
  public static final List<String> SHORT_LIVED =
      options("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Options of a process that works for minutes, or is measured. */
  public static final List<String> LONG_LIVED = options("-XX:+UseSerialGC");

  private Jvm() {}

  /** With large pages where Linux has them, as the launcher asks for them. */
  private static List<String> options(final String... some) {
    final List<String> options = new ArrayList<>(List.of(some));
    if (Files.exists(Path.of("/sys/kernel/mm/transparent_hugepage"))) {
      options.add("-XX:+UseTransparentHugePages");
    }
    return List.copyOf(options);
  }

  /**
   * A command that is to be started.
   *
   * @param options of the JVM, {@link #SHORT_LIVED} or {@link #LONG_LIVED} and what is added
   * @param main the class with the method main
   */
  public static ProcessBuilder command(
      final List<String> options, final String main, final String... arguments) {
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(options); // behind the class path, so that they may name another
    command.add(main);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /** Options of a process that lives for seconds, and these. */
  public static List<String> shortLived(final String... more) {
    final List<String> options = new ArrayList<>(SHORT_LIVED);
    options.addAll(List.of(more));
    return options;
  }
}
