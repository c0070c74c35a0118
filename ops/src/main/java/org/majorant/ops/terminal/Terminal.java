package org.majorant.ops.terminal;

import java.io.Console;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The terminal that a person looks at. A pipe or a file is not one.
 *
 * @param width characters a line
 * @param ansi whether it takes colours, which NO_COLOR forbids
 * @param canRedraw whether the cursor can be moved on it
 */
public record Terminal(PrintWriter writer, int width, Ansi ansi, boolean canRedraw) {
  /** The one that input and output are both connected to; empty where one of them is not. */
  public static Optional<Terminal> of(final CommandSpec command) {
    final Console console = System.console();
    if (console == null) {
      return Optional.empty();
    }
    final Ansi ansi = command.commandLine().getColorScheme().ansi();
    final boolean dumb = "dumb".equals(System.getenv("TERM"));
    return Optional.of(new Terminal(console.writer(), columns(command), ansi, !dumb));
  }

  /** Its width; without one, nothing needs to fit. */
  public static int width(final CommandSpec command) {
    return System.console() == null ? Integer.MAX_VALUE : columns(command);
  }

  /**
   * A bar in brackets.
   *
   * @param width of what is between the brackets, characters; a space follows them
   * @param share that is full, 0 to 1
   */
  public String bar(final int width, final double share) {
    final int full = (int) (width * Math.min(1, share));
    final String rest = " ".repeat(width - full);
    return "[" + ansi.string("@|green " + "=".repeat(full) + "|@") + rest + "] ";
  }

  /** A sentence in lines that fit. */
  public List<String> wrapped(final String sentence) {
    final Help.TextTable column =
        Help.TextTable.forColumns(
            new Help.ColorScheme.Builder(ansi).build(),
            new Help.Column(width, 0, Help.Column.Overflow.WRAP));
    column.addRowValues(sentence);
    return column.toString().lines().toList();
  }

  private static int columns(final CommandSpec command) {
    final String given = System.getenv().getOrDefault("COLUMNS", "");
    return given.matches("[1-9]\\d{0,4}")
        ? Integer.parseInt(given)
        : command.usageMessage().width();
  }
}
