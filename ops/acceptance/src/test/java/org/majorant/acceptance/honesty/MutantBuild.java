package org.majorant.acceptance.honesty;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.majorant.acceptance.honesty.Mutant.Killer;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A copy of the sources, in which Maven builds mutants and runs tests. */
final class MutantBuild {
  private static final Path SOURCES = Path.of("..");
  private static final List<String> COPIED =
      List.of("pom.xml", "schemas", "model-store", "processors", "ops");

  private final Path root;

  /** What came of a test. */
  enum Outcome {
    PASSED,
    /** An assertion did not hold. */
    FAILED,
    /** There was another exception. */
    BROKEN
  }

  MutantBuild(final Path root) {
    this.root = root.toAbsolutePath();
  }

  /** Copies what is needed to build; what was built stays behind. */
  void copySources() throws IOException {
    for (final String name : COPIED) {
      try (Stream<Path> files = Files.walk(SOURCES.resolve(name))) {
        for (final Path file : files.filter(MutantBuild::isSource).toList()) {
          final Path copy = root.resolve(SOURCES.relativize(file));
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  /** Makes a mutant of what may be another one now. */
  void mutate(final Mutant mutant) throws IOException {
    for (final Mutant other : Mutant.values()) {
      final Path source = root.resolve(other.source());
      final String original = Files.readString(SOURCES.resolve(other.source()));
      final String text = other == mutant ? other.of(original) : original;
      if (!Files.readString(source).equals(text)) {
        Files.writeString(source, text);
      }
    }
  }

  private static boolean isSource(final Path file) {
    return Files.isRegularFile(file)
        && !SOURCES.relativize(file).toString().matches(".*\\b(target|node_modules)\\b.*");
  }

  /**
   * Builds, and runs the classes of some tests; of an integration test the method alone.
   *
   * @return what came of each test that ran, of one with parameters for each of them
   */
  Map<Killer, List<Outcome>> test(final List<Killer> tests)
      throws IOException, InterruptedException {
    final List<Killer> units = tests.stream().filter(test -> !test.isIntegrationTest()).toList();
    final List<Killer> others = tests.stream().filter(Killer::isIntegrationTest).toList();
    final List<Path> reports = new ArrayList<>();
    final String classes = units.stream().map(Killer::testClass).distinct().collect(joining(","));
    maven("test", "-pl", "processors", "-Dtest=" + classes);
    reports.addAll(reports("processors/target/surefire-reports"));
    if (!others.isEmpty()) {
      final String methods =
          others.stream().map(test -> test.testClass() + "#" + test.method()).collect(joining(","));
      maven("verify", "-pl", "ops/acceptance", "-Dtest=NoSuch", "-Dit.test=" + methods);
      reports.addAll(reports("ops/acceptance/target/failsafe-reports"));
    }
    final List<Map.Entry<Killer, Outcome>> all = new ArrayList<>();
    for (final Path report : reports) {
      all.addAll(read(report));
      Files.delete(report); // the next build runs others
    }
    return all.stream()
        .collect(groupingBy(Map.Entry::getKey, mapping(Map.Entry::getValue, toList())));
  }

  /** Fails only where the sources do not compile. */
  private void maven(final String... arguments) throws IOException, InterruptedException {
    final Path log = root.resolve("maven.log");
    final List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-o", "-am"));
    command.addAll(Arrays.asList(arguments));
    command.addAll(
        List.of(
            "-Dspotless.check.skip=true",
            "-Dmaven.test.failure.ignore=true",
            "-Dsurefire.failIfNoSpecifiedTests=false",
            "-Dfailsafe.failIfNoSpecifiedTests=false"));
    final int exit =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (exit != 0) {
      throw new AssertionError("the copy does not build, see " + log);
    }
  }

  private List<Path> reports(final String directory) throws IOException {
    try (Stream<Path> files = Files.list(root.resolve(directory))) {
      return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).toList();
    }
  }

  private static List<Map.Entry<Killer, Outcome>> read(final Path report) throws IOException {
    final NodeList cases;
    try {
      cases =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(report.toFile())
              .getElementsByTagName("testcase");
    } catch (final Exception e) {
      throw new IOException("no report " + report, e);
    }
    return IntStream.range(0, cases.getLength())
        .mapToObj(cases::item)
        .map(Element.class::cast)
        .map(test -> Map.entry(name(test), outcome(test)))
        .toList();
  }

  /** Without package and parameters. */
  private static Killer name(final Element test) {
    return new Killer(
        test.getAttribute("classname").replaceAll(".*\\.", ""),
        test.getAttribute("name").replaceAll("[({\\[].*", ""));
  }

  private static Outcome outcome(final Element test) {
    if (test.getElementsByTagName("error").getLength() > 0) {
      return Outcome.BROKEN;
    }
    return test.getElementsByTagName("failure").getLength() > 0 ? Outcome.FAILED : Outcome.PASSED;
  }
}
