package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The package in {@code examples/python}. */
@Tag("tools")
class PythonToolsIT extends ClientBattery {
  private static final Path PACKAGE = Shipped.ROOT.resolve("ops/examples/python");
  private static final String WHEEL = "wheel";

  private final Tool python =
      Tool.find(
          "python3",
          "python3-pip python3-setuptools python3-wheel",
          "-c",
          "import setuptools, wheel, pip; assert int(setuptools.__version__.split('.')[0]) >= 64");

  /** As a wheel, which is built of a copy, since that leaves files behind. */
  @Override
  void install(final Path in) throws Exception {
    final Path copy = in.resolve("copy");
    try (Stream<Path> files = Files.walk(PACKAGE)) {
      for (final Path file : files.filter(Files::isRegularFile).toList()) {
        final Path to = copy.resolve(PACKAGE.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    final List<String> offline = List.of("-q", "--no-deps", "--no-index");
    pip(in, offline, "wheel", "--no-build-isolation", "-w", WHEEL, copy.toString());
    try (Stream<Path> wheels = Files.list(in.resolve(WHEEL))) {
      final List<Path> built = wheels.toList();
      assertThat(built).hasSize(1);
      pip(in, offline, "install", "--target", "installed", built.get(0).toString());
    }
  }

  private void pip(final Path in, final List<String> options, final String... arguments)
      throws Exception {
    final List<String> all = new ArrayList<>(List.of("-m", "pip"));
    all.addAll(List.of(arguments));
    all.addAll(options);
    python.run(in, all.toArray(String[]::new));
  }

  @Override
  ProcessBuilder command(final Path in, final List<String> options) {
    final List<String> arguments = new ArrayList<>(List.of("-m", "majorant"));
    arguments.addAll(options);
    final ProcessBuilder command = python.command(in, arguments.toArray(String[]::new));
    command.environment().put("PYTHONPATH", in.resolve("installed").toString());
    return command;
  }

  @Test
  void ownTests_pass() throws Exception {
    final ProcessBuilder tests =
        python.command(PACKAGE, "-B", "-m", "unittest", "discover", "-s", "tests");
    tests.environment().put("PYTHONPATH", PACKAGE.resolve("src").toString());
    Tool.output(tests);
  }
}
