package org.majorant.ops.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory of a bench's own, for a broker's topics and for files. It is gone when the bench has
 * ended well; after a failure it stays, because its logs are there.
 */
final class BenchDirectory {
  private BenchDirectory() {}

  /** What is done in it. */
  interface Work<T> {
    T in(Path dir) throws Exception;
  }

  static <T> T use(final Work<T> work) throws Exception {
    final Path dir = Files.createTempDirectory("majorant-bench-");
    final T result = work.in(dir);
    delete(dir);
    return result;
  }

  private static void delete(final Path dir) throws IOException {
    try (Stream<Path> files = Files.walk(dir)) {
      final List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (final Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    }
  }
}
