package org.majorant.acceptance.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A Java runtime of this machine: the one that runs, that of {@code JAVA_HOME}, or one installed
 * beside either.
 */
record Jdk(Path home, int version) {
  /** Ends the test where none is that new. */
  static Jdk newest(final int atLeast) {
    return Stream.of(System.getProperty("java.home"), System.getenv("JAVA_HOME"))
        .filter(Objects::nonNull)
        .map(home -> Path.of(home).toAbsolutePath())
        .flatMap(home -> Stream.concat(Stream.of(home), beside(home)))
        .flatMap(home -> read(home).stream())
        .max(Comparator.comparingInt(Jdk::version))
        .filter(newest -> newest.version >= atLeast)
        .orElseGet(
            () -> Tool.miss("no Java %d or newer beside the one that runs".formatted(atLeast)));
  }

  Path java() {
    return home.resolve("bin/java");
  }

  private static Stream<Path> beside(final Path home) {
    try (Stream<Path> siblings = Files.list(home.getParent())) {
      return siblings.toList().stream();
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By the file {@code release} that every runtime has: {@code JAVA_VERSION="25.0.1"}. */
  private static Optional<Jdk> read(final Path home) {
    final Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin/java"))) {
      return Optional.empty();
    }
    final Properties properties = new Properties();
    try (var in = Files.newBufferedReader(release)) {
      properties.load(in);
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
    final String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
    return Optional.of(new Jdk(home, Integer.parseInt(version.split("\\D")[0])));
  }
}
