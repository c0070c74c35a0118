package org.majorant.acceptance.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.majorant.acceptance.Jvm;
import org.majorant.ops.doctor.LoopbackPort;

/**
 * {@code docs/QUICKSTART.md} does as it is printed what it shows. All its {@code bash} blocks run
 * in one Bash, which ends at the first command that fails. The block {@code text} after one shows
 * lines that it prints, in their order, but not all of them.
 *
 * <p>The tree in which they run is linked together from this one: with the jars of this build in
 * {@code lib}, as a release has them, the launcher builds nothing while tests run.
 */
@Tag("tools")
class QuickstartToolsIT {
  private static final Path PAGE = Shipped.ROOT.resolve("docs/QUICKSTART.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(bash|text)\n(.*?)^```$");
  private static final Pattern PORT = Pattern.compile("\\b1[89]0\\d\\d\\b");
  private static final String MARK = "=== end of a block";
  private static final int MINUTES = 15;

  /** Numbers, what differs from run to run, and spaces; the rest is text. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<number>-?\\d[\\d,]*(?:\\.\\d+)?)|(?<any>…)|(?<space>\\s+)|[^\\d…\\s-]+|-");

  private static final double TOLERANCE = 0.1;

  /** Commands, and the lines that the page shows of what they print. */
  private record Block(String commands, List<String> shown) {}

  @Test
  void page_asPrinted_doesWhatItShows(@TempDir(cleanup = ON_SUCCESS) final Path dir)
      throws Exception {
    final Tool bash = Tool.find("bash", "bash");
    Tool.find("curl", "curl");
    Tool.find("node", "nodejs");
    Tool.find("npm", "npm");
    PORT.matcher(Files.readString(PAGE))
        .results()
        .map(port -> Integer.parseInt(port.group()))
        .distinct()
        .forEach(
            port -> assertThat(LoopbackPort.isFree(port)).as("port %d is free", port).isTrue());
    final List<Block> blocks = blocks();
    assertThat(blocks).hasSizeGreaterThan(10);
    final Path root = plant(dir.resolve("tree"));

    final List<String> printed = run(bash, root, script(dir, blocks), dir);

    assertThat(printed).hasSameSizeAs(blocks);
    for (int i = 0; i < blocks.size(); i++) {
      assertShown(blocks.get(i), printed.get(i));
    }
    assertThat(root.resolve("quickstart")).as("the page clears up").doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,400 rows in 2 parts          | 1,400   rows in 2 parts        | true",
        "1,400 rows                     | 1,401 rows                     | false",
        "log-loss 0.2104                | log-loss 0.2455                | true",
        "log-loss 0.2104                | log-loss 0.3205                | false",
        "Sent 3 examples in … s         | Sent 3 examples in 0.3 s       | true",
        "Sent 3 examples in … s         | Sent 3 examples               | false",
        "{p:0.97…,q:0.02…}              | {p:0.9712,q:0.0288}            | true",
        "step -0.0100                   | step 0.0100                    | true",
        "no                             | yes                            | false",
      })
  void line_shown_isLikeThePrintedOne(
      final String shown, final String printed, final boolean alike) {
    assertThat(isLike(shown, printed)).isEqualTo(alike);
  }

  private static List<Block> blocks() throws IOException {
    final List<Block> blocks = new ArrayList<>();
    for (final MatchResult found : BLOCK.matcher(Files.readString(PAGE)).results().toList()) {
      if (found.group(1).equals("bash")) {
        blocks.add(new Block(found.group(2), new ArrayList<>()));
      } else {
        found.group(2).lines().forEach(blocks.get(blocks.size() - 1).shown::add);
      }
    }
    return blocks;
  }

  /** What the page needs of a clone or a release, and the jars that it would have or build. */
  private static Path plant(final Path root) throws IOException {
    final Path node = Files.createDirectories(root.resolve("ops/examples/node"));
    for (final String file : List.of("majorant.mjs", "lines.mjs", "predict.mjs")) {
      Files.copy(Shipped.ROOT.resolve("ops/examples/node").resolve(file), node.resolve(file));
    }
    Files.copy(Shipped.ROOT.resolve("ops/majorant"), root.resolve("ops/majorant"));
    assertThat(root.resolve("ops/majorant").toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(root.resolve("ops/data"), Shipped.ROOT.resolve("ops/data"));
    final Path lib = Files.createDirectory(root.resolve("lib"));
    final String classPath = System.getProperty("java.class.path");
    final List<Path> jars =
        Arrays.stream(classPath.split(File.pathSeparator))
            .filter(element -> element.endsWith(".jar"))
            .map(Path::of)
            .toList();
    assertThat(jars)
        .as("run this test by 'mvn verify', which packs the modules first")
        .anyMatch(jar -> jar.getFileName().toString().matches("majorant-research-[\\d.]+\\.jar"));
    for (final Path jar : jars) {
      Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
    }
    return root;
  }

  /**
   * The blocks with a mark after each. Whatever fails, no process is left; nor is one at the end.
   */
  private static Path script(final Path dir, final List<Block> blocks) throws IOException {
    final StringBuilder script =
        new StringBuilder("set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n");
    for (final Block block : blocks) {
      script.append(block.commands).append("printf '\\n%s\\n' '").append(MARK).append("'\n");
    }
    script.append("[ -z \"$(jobs -pr)\" ] || { echo 'the page leaves a process' >&2; exit 1; }\n");
    return Files.writeString(dir.resolve("page.sh"), script);
  }

  /** What each block prints. */
  private static List<String> run(
      final Tool bash, final Path root, final Path script, final Path dir) throws Exception {
    final Path out = dir.resolve("out");
    final Path err = dir.resolve("err");
    final ProcessBuilder page =
        bash.command(root, script.toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    // For the broker, too, which a command starts; MAJORANT_OPTS is for that command alone.
    page.environment().put("JDK_JAVA_OPTIONS", String.join(" ", Jvm.SHORT_LIVED));
    final Process process = page.start();
    final boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      process.waitFor();
    }
    final String printed = Files.readString(out);
    assertThat(ended && process.exitValue() == 0)
        .as("%s%n%s%nwithin %d min; see %s", printed, Files.readString(err), MINUTES, root)
        .isTrue();
    final List<String> parts = List.of(printed.split(Pattern.quote("\n" + MARK + "\n"), -1));
    return parts.subList(0, parts.size() - 1); // nothing comes after the last mark
  }

  private static void assertShown(final Block block, final String printed) {
    final Iterator<String> lines = printed.lines().iterator();
    for (final String shown : block.shown) {
      boolean found = false;
      while (!found && lines.hasNext()) {
        found = isLike(shown, lines.next());
      }
      assertThat(found).as("%s%nprints: %s%nin%n%s", block.commands, shown, printed).isTrue();
    }
  }

  /** Whole numbers are the same, others within {@link #TOLERANCE}. */
  private static boolean isLike(final String shown, final String printed) {
    final StringBuilder regex = new StringBuilder();
    final List<String> numbers = new ArrayList<>();
    final Matcher token = TOKEN.matcher(shown.strip());
    while (token.find()) {
      if (token.group("number") != null) {
        numbers.add(token.group());
        regex.append(token.group().contains(".") ? "(-?[\\d,]+\\.\\d+)" : "(-?[\\d,]+)");
      } else if (token.group("any") != null) {
        regex.append(".*?");
      } else {
        regex.append(token.group("space") != null ? "\\s+" : Pattern.quote(token.group()));
      }
    }
    final Matcher line = Pattern.compile(regex.toString()).matcher(printed.strip());
    if (!line.matches()) {
      return false;
    }
    for (int i = 0; i < numbers.size(); i++) {
      final String number = numbers.get(i);
      final double most = number.contains(".") ? TOLERANCE : 0;
      if (Math.abs(value(number) - value(line.group(i + 1))) > most) {
        return false;
      }
    }
    return true;
  }

  private static double value(final String number) {
    return Double.parseDouble(number.replace(",", ""));
  }
}
