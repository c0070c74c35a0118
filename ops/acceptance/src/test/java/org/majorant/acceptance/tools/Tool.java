package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A program of this machine that a test needs. */
final class Tool {
  private static final boolean REQUIRED = "1".equals(System.getenv("MAJORANT_REQUIRE_TOOLS"));

  private final Path program;

  private Tool(final Path program) {
    this.program = program;
  }

  /**
   * Looks along the PATH; ends the test where it is not there.
   *
   * @param debian the packages of Debian that have it
   * @param probe arguments with which it must end well; none: it need not be tried
   */
  static Tool find(final String name, final String debian, final String... probe) {
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(System.getenv("PATH"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .map(Tool::new)
        .filter(tool -> probe.length == 0 || tool.endsWell(probe))
        .findFirst()
        .orElseGet(() -> miss("no fit " + name + " on the PATH: apt-get install " + debian));
  }

  private boolean endsWell(final String... arguments) {
    try {
      return command(Path.of("."), arguments)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (final IOException | InterruptedException e) {
      throw new AssertionError(program + " cannot be tried", e);
    }
  }

  ProcessBuilder command(final Path dir, final String... arguments) {
    final List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).directory(dir.toFile());
  }

  /** Its standard output, when it has ended well. */
  String run(final Path dir, final String... arguments) throws IOException, InterruptedException {
    return output(command(dir, arguments));
  }

  /** The same of a command that is made ready. */
  static String output(final ProcessBuilder command) throws IOException, InterruptedException {
    final Path err = Files.createTempFile("majorant-tool-", ".err");
    try {
      final Process process = command.redirectError(err.toFile()).start();
      final String out = new String(process.getInputStream().readAllBytes());
      assertThat(process.waitFor())
          .as("%s:%n%s%n%s", command.command(), out, Files.readString(err))
          .isZero();
      return out;
    } finally {
      Files.delete(err);
    }
  }

  /** Ends the test for what is not there. */
  static <T> T miss(final String message) {
    return REQUIRED ? fail(message) : abort(message);
  }
}
