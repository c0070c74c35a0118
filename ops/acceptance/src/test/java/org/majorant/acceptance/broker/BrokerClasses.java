package org.majorant.acceptance.broker;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.majorant.acceptance.Jvm;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.demo.broker.TemporaryDirectory;

/**
 * The classes of a broker as the JVM has them in memory, in a file that all brokers of tests map:
 * much of what a start costs is that thousands of classes are read and verified, and tests start
 * more than a hundred brokers. The first test that starts one makes the file, of a broker without
 * topics. Where that fails, brokers start as they do for users, only more slowly.
 */
final class BrokerClasses {
  private static final Path DIR = Path.of("target", "broker-classes").toAbsolutePath();
  private static final List<String> OPTIONS = options();

  private BrokerClasses() {}

  /** Options with which a broker's JVM maps the file; they name the class path, too. */
  static List<String> mapped() {
    return OPTIONS;
  }

  private static List<String> options() {
    if (!BrokerProcess.class.getResource("broker.properties").getProtocol().equals("jar")) {
      return List.of(); // started without Maven, on directories: the JVM would refuse them
    }
    final String classPath = jarsFirst();
    try {
      Files.createDirectories(DIR);
      final Path archive = DIR.resolve(name(classPath));
      try (FileChannel lock =
          FileChannel.open(
              DIR.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock(); // other forks wait, and then have the file
        if (!Files.exists(archive) && !make(archive, classPath)) {
          return List.of();
        }
      }
      // A file that does not fit is nothing to tell: the JVM goes on without it.
      return List.of(
          "-XX:SharedArchiveFile=" + archive,
          "-Xlog:cds=off",
          "-Xlog:cds+dynamic=off",
          "-cp",
          classPath);
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it is made: a broker writes it when it ends, which is cut short if that is late. */
  private static boolean make(final Path archive, final String classPath) throws IOException {
    final Path home = Files.createTempDirectory(DIR, "broker-");
    final Path written = home.resolve("classes");
    final BrokerProcess broker =
        BrokerProcess.start(
            home,
            0,
            Jvm.shortLived(
                "-XX:ArchiveClassesAtExit=" + written,
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=info",
                "-cp",
                classPath));
    broker.close();
    final boolean isWhole = Files.readString(broker.log()).contains("Written dynamic archive");
    if (isWhole) {
      Files.move(written, archive);
    }
    TemporaryDirectory.delete(home);
    return isWhole;
  }

  /** The file has classes of jars only, and wants them before all directories. */
  private static String jarsFirst() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .sorted(Comparator.comparing(element -> !element.endsWith(".jar")))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Another for each class path, and for each build of a jar on it. */
  private static String name(final String classPath) throws IOException {
    final List<Object> jars = new ArrayList<>(List.of(System.getProperty("java.home")));
    for (final String element : classPath.split(File.pathSeparator)) {
      jars.add(element);
      final Path jar = Path.of(element);
      if (Files.isRegularFile(jar)) {
        jars.add(Files.getLastModifiedTime(jar));
      }
    }
    return "%08x.jsa".formatted(jars.hashCode());
  }
}
