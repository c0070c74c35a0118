package org.majorant.research.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs peers, each in a JVM of its own, so that neither their classes nor their heap are ours.
 * Their module is no part of the program: Maven builds it, with what it needs from Maven Central,
 * when the first peer runs.
 */
public final class Peers {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Path home;
  private final Path module;

  /**
   * @param home of Majorant's sources
   */
  public Peers(final Path home) {
    this.home = home;
    module = home.resolve("ops/bench/peers");
  }

  /**
   * Lets a peer learn.
   *
   * @param train a {@link PeerFile} to learn
   * @param test one to score
   * @param rounds how often it learns, each time from nothing
   * @param settings that the peer takes
   * @throws Peer.Unavailable where it cannot be built, or fails
   */
  Peer.Outcome run(
      final Peer peer,
      final Path train,
      final Path test,
      final int rounds,
      final double... settings)
      throws IOException, InterruptedException {
    final List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of(peer.argument(), train.toString(), test.toString(), Integer.toString(rounds)));
    for (final double setting : settings) {
      arguments.add(Double.toString(setting));
    }
    return read(last(arguments), Peer.Outcome.class);
  }

  /**
   * Where MOA's ADWIN says that losses have risen.
   *
   * @param losses 0 to 1 each, as floats, big-endian
   * @return how many came until each time, ascending
   * @throws Peer.Unavailable where it cannot be built, or fails
   */
  public List<Long> adwin(final Path losses) throws IOException, InterruptedException {
    return List.of(read(last(List.of("adwin", losses.toString())), Long[].class));
  }

  /** The last line that a peer prints: its library may print something of its own before. */
  private String last(final List<String> arguments) throws IOException, InterruptedException {
    build();
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", classPath(), "org.majorant.peers.Main"));
    command.addAll(arguments);
    final Path log = Files.createTempFile("majorant-peer-", ".log");
    final Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    final String out = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new Peer.Unavailable(
          "it fails: %s, see %s".formatted(firstLine(Files.readString(log)), log));
    }
    Files.delete(log);
    return out.lines().reduce("nothing", (before, line) -> line);
  }

  private static <T> T read(final String line, final Class<T> type) {
    try {
      return JSON.readValue(line, type);
    } catch (final JsonProcessingException e) {
      throw new Peer.Unavailable("it prints no result but: " + line);
    }
  }

  private String classPath() {
    return module.resolve("target/classes") + File.pathSeparator + module.resolve("target/lib/*");
  }

  /** Builds the module where that has not been done since it was changed. */
  private void build() throws IOException, InterruptedException {
    final Path stamp = module.resolve("target/built");
    if (Files.exists(stamp) && !isChangedSince(stamp)) {
      return;
    }
    final Path log = Files.createTempFile("majorant-peers-", ".log");
    final List<String> maven =
        List.of("mvn", "-B", "-q", "-Pbench,launcher", "-pl", "ops/bench/peers", "package");
    final int exit;
    try {
      exit =
          new ProcessBuilder(maven)
              .directory(home.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start()
              .waitFor();
    } catch (final IOException e) {
      throw new Peer.Unavailable("there is no mvn to build the peers: install Maven 3.8 or newer");
    }
    if (exit != 0) {
      throw new Peer.Unavailable("the peers cannot be built, which needs a network: see " + log);
    }
    Files.delete(log);
    Files.writeString(stamp, "");
  }

  private boolean isChangedSince(final Path stamp) throws IOException {
    final var built = Files.getLastModifiedTime(stamp);
    try (Stream<Path> files =
        Stream.concat(Stream.of(module.resolve("pom.xml")), Files.walk(module.resolve("src")))) {
      for (final Path file : files.toList()) {
        if (Files.getLastModifiedTime(file).compareTo(built) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static String firstLine(final String text) {
    return text.lines().findFirst().orElse("nothing");
  }
}
