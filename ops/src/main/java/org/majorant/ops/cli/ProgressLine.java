package org.majorant.ops.cli;

import java.io.PrintWriter;
import org.majorant.ops.demo.DemoReport;
import org.majorant.ops.demo.Progress;
import picocli.CommandLine.Help.Ansi;

/** A bar and numbers under a heading, written over and over on the same line of a terminal. */
final class ProgressLine {
  /** With this bar the line has 78 columns: a longer one would not be written over. */
  private static final int BAR = 10;

  private static final String HEADING =
      "%12s%10s%11s%8s%8s%9s%10s%10s%n"
          .formatted("", "learned", "rate", "version", "lag", "log-loss", "no change", "class fr.");

  private static final long REDRAW_NANOS = 200_000_000;

  private final PrintWriter terminal;
  private final Ansi ansi;
  private Progress last;
  private long drawn;

  /**
   * @param ansi whether to use colours
   */
  ProgressLine(final PrintWriter terminal, final Ansi ansi) {
    this.terminal = terminal;
    this.ansi = ansi;
  }

  /** Shows it now or, a moment after the last one, not at all. */
  void show(final Progress progress) {
    final boolean first = last == null;
    last = progress;
    if (first) {
      terminal.print(HEADING);
    }
    if (first || System.nanoTime() - drawn > REDRAW_NANOS) {
      draw();
    }
  }

  /** Shows the last one for good, and goes to the next line. */
  void end() {
    if (last != null) {
      draw();
      terminal.println();
      terminal.flush();
    }
  }

  private void draw() {
    drawn = System.nanoTime();
    final DemoReport r = last.soFar();
    terminal.printf(
        "\r%s%,10d%,9.0f/s%8d%,8d%9s%10s%10s",
        bar(last.share()),
        r.examples(),
        r.examplesPerSecond(),
        r.versions(),
        last.lag(),
        loss(r, r.progressiveLogLoss()),
        loss(r, r.baselines().noChange()),
        loss(r, r.baselines().classFrequency()));
    terminal.flush();
  }

  private static String loss(final DemoReport r, final double loss) {
    return r.examples() == 0 ? "-" : "%.4f".formatted(loss);
  }

  private String bar(final double share) {
    final int full = (int) (BAR * Math.min(1, share));
    return "[" + ansi.string("@|green " + "=".repeat(full) + "|@") + " ".repeat(BAR - full) + "]";
  }
}
