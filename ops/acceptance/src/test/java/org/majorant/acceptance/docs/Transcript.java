package org.majorant.acceptance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A command that a page shows behind a {@code $}, and what the page says that it prints. What
 * {@code $ cat FILE} shows in the same block are the command's files.
 *
 * @param command without {@code ops/majorant}, in one line
 * @param files what the block shows of them, by name
 * @param shown the lines that the command prints
 */
public record Transcript(String command, Map<String, String> files, List<String> shown) {
  private static final String PROGRAM = "ops/majorant ";
  private static final String CAT = "cat ";

  /** Lines of four spaces more, with empty ones in between, of which the first has a command. */
  private static final Pattern BLOCK =
      Pattern.compile("(?m)^ {4}\\$ .*\\n(?:(?: {4}.*)?\\n)*+(?: {4}.*)?");

  private static final Pattern NUMBER = Pattern.compile("-?\\d[\\d,]*(?:\\.\\d+)?(?:e[-+]?\\d+)?");

  /** Times, addresses and what else differs from run to run. */
  private static final Pattern OWN =
      Pattern.compile(
          "[\\d.,]+ s\\b|[\\d.,]+ a second|\\S+/s\\b|/tmp/\\S+|(?<=127\\.0\\.0\\.1:)\\d+"
              + "|(?<=into )\\d+(?= versions)");

  /** Below, a slack is what rounding leaves. */
  private static final double ROUNDING = 1e-6;

  /** All that a page shows. */
  public static List<Transcript> of(final Path page) throws IOException {
    final List<Transcript> transcripts = new ArrayList<>();
    for (final MatchResult block : BLOCK.matcher(Files.readString(page)).results().toList()) {
      final Map<String, String> files = new LinkedHashMap<>();
      for (final String part :
          block.group().replaceAll("(?m)^ {4}", "").strip().split("(?m)^\\$ ")) {
        final String[] lines = part.replaceAll("\\\\\\n\\s*", "").split("\\n");
        final List<String> shown = List.of(lines).subList(1, lines.length);
        if (lines[0].startsWith(CAT)) {
          files.put(lines[0].substring(CAT.length()), String.join("\n", shown));
        } else if (lines[0].startsWith(PROGRAM)) {
          transcripts.add(new Transcript(lines[0].substring(PROGRAM.length()), files, shown));
        }
      }
    }
    return transcripts;
  }

  /**
   * Requires each line to be as it is shown, and each number to be near the one that is shown.
   *
   * @param tolerance how far a number may be away, as a share of it
   */
  public void requireLike(final String printed, final double tolerance) {
    final List<String> lines = printed.stripTrailing().lines().toList();
    assertThat(lines).as("%s%nprints%n%s", command, printed).hasSameSizeAs(shown);
    String heading = "";
    for (int i = 0; i < lines.size(); i++) {
      final boolean timed = heading.endsWith(" seconds") && lines.get(i).startsWith(" ");
      assertThat(isLike(shown.get(i), lines.get(i), timed, tolerance))
          .as("%s%nprints: %s%nshown:  %s", command, lines.get(i), shown.get(i))
          .isTrue();
      heading = timed ? heading : shown.get(i);
    }
  }

  /**
   * Whether a line is like one that is shown: the text is the same, with the same spaces where
   * nothing in the line is left out, and numbers are near.
   *
   * @param timed whether its last number is a time
   */
  static boolean isLike(
      final String shown, final String printed, final boolean timed, final double tolerance) {
    final String expected = withoutOwn(shown, timed);
    final String found = withoutOwn(printed, timed);
    return NUMBER.matcher(expected).replaceAll("#").equals(NUMBER.matcher(found).replaceAll("#"))
        && areNear(numbers(expected), numbers(found), tolerance);
  }

  private static String withoutOwn(final String line, final boolean timed) {
    final String left = timed ? line.replaceAll("\\s+\\S+$", " …") : line;
    final String without = OWN.matcher(left).replaceAll("…");
    return without.equals(line) ? line : without.replaceAll("\\s+", " ");
  }

  private static List<String> numbers(final String line) {
    return NUMBER.matcher(line).results().map(MatchResult::group).toList();
  }

  private static boolean areNear(
      final List<String> shown, final List<String> printed, final double tolerance) {
    for (int i = 0; i < shown.size(); i++) {
      final double number = value(shown.get(i));
      final double lastPlace = Math.pow(10, -places(shown.get(i)));
      final double most = tolerance * Math.abs(number) + 1.5 * lastPlace;
      if (Math.abs(number - value(printed.get(i))) > Math.max(ROUNDING, most)) {
        return false;
      }
    }
    return true;
  }

  /** How many digits stand behind the point; of a number with an exponent as many as there are. */
  private static int places(final String number) {
    final int point = number.indexOf('.');
    return number.contains("e") ? 300 : point < 0 ? 0 : number.length() - point - 1;
  }

  private static double value(final String number) {
    return Double.parseDouble(number.replace(",", ""));
  }
}
