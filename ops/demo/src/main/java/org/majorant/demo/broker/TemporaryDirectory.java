package org.majorant.demo.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory for a broker's topics and for files that nobody has named. It is gone when the work
 * in it has ended well; after a failure it stays, because its logs are there.
 */
public final class TemporaryDirectory {
  private TemporaryDirectory() {}

  /** What is done in it. */
  public interface Work<T> {
    T in(Path dir) throws Exception;
  }

  /** Makes one, works in it, and deletes it. */
  public static <T> T use(final Work<T> work) throws Exception {
    final Path dir = Files.createTempDirectory("majorant-bench-");
    final T result = work.in(dir);
    delete(dir);
    return result;
  }

  /** Deletes a directory with all that is in it. */
  public static void delete(final Path dir) throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      final List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (final Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    }
  }
}
