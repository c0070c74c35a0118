package org.majorant.acceptance.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.majorant.acceptance.Jvm;
import org.majorant.store.ModelSubscriber;

/** A service in a small heap that takes its time over each version, as a process of its own. */
final class SlowSubscriber implements AutoCloseable {
  private final Path out;
  private final Process process;

  /**
   * Starts it.
   *
   * @param dir for its output
   * @param seconds that it takes over a version
   */
  SlowSubscriber(
      final Path dir, final String bootstrapServers, final String model, final int seconds)
      throws IOException {
    out = dir.resolve("slow-" + seconds + ".log");
    process =
        Jvm.command(
                Jvm.shortLived("-Xmx48m", "-XX:+ExitOnOutOfMemoryError"),
                SlowSubscriber.class.getName(),
                bootstrapServers,
                model,
                Integer.toString(seconds))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
  }

  /** Prints the numbers of versions, until standard input ends. */
  public static void main(final String[] args) throws IOException {
    final long pause = TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
    try (ModelSubscriber subscriber =
        ModelSubscriber.start(Map.of("bootstrap.servers", args[0]), args[1])) {
      subscriber.onVersion(
          version -> {
            System.out.println(version.version());
            LockSupport.parkNanos(pause);
          });
      System.in.read();
    }
  }

  /** The versions that it has taken, in their order; fails on anything else that it says. */
  List<Long> versions() throws IOException {
    return Files.readAllLines(out).stream().map(Long::valueOf).toList();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
