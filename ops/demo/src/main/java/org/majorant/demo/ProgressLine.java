package org.majorant.demo;

import org.majorant.ops.terminal.Terminal;
import org.majorant.ops.terminal.TimeLeft;

/** A bar and numbers under a heading, written over and over on the same line of a terminal. */
public final class ProgressLine {
  /** With this bar the line has 79 columns: a longer one would not be written over. */
  private static final int BAR = 6;

  private static final String HEADING =
      "%9s%9s%10s%7s%8s%7s%9s%10s%10s"
          .formatted(
              "",
              "learned",
              "rate",
              "left",
              "version",
              "lag",
              "log-loss",
              "no change",
              "class fr.");

  private static final long REDRAW_NANOS = 200_000_000;

  private final Terminal terminal;
  private final boolean ends;
  private ReplayProgress last;
  private long drawn;

  /**
   * @param ends whether it ends by itself, so that there is a time left
   */
  public ProgressLine(final Terminal terminal, final boolean ends) {
    this.terminal = terminal;
    this.ends = ends;
  }

  /** Shows it now or, a moment after the last one, not at all. */
  public void show(final ReplayProgress progress) {
    final boolean first = last == null;
    last = progress;
    if (first) {
      terminal.writer().println(cut(HEADING, 0));
    }
    if (first || System.nanoTime() - drawn > REDRAW_NANOS) {
      draw();
    }
  }

  /** Shows the last one for good, and goes to the next line. */
  public void end() {
    if (last != null) {
      draw();
      terminal.writer().println();
      terminal.writer().flush();
    }
  }

  private void draw() {
    drawn = System.nanoTime();
    final DemoReport r = last.soFar();
    final String numbers =
        "%,9d%,8.0f/s%7s%8d%7s%9s%10s%10s"
            .formatted(
                r.examples(),
                r.examplesPerSecond(),
                ends && last.share() > 0 ? TimeLeft.of(last.share(), r.seconds()) : "-",
                r.versions(),
                Double.isNaN(last.lag()) ? "-" : "%,.0f".formatted(last.lag()),
                loss(r, r.progressiveLogLoss()),
                loss(r, r.baselines().noChange()),
                loss(r, r.baselines().classFrequency()));
    terminal.writer().print("\r" + terminal.bar(BAR, last.share()) + cut(numbers, BAR + 3));
    terminal.writer().flush();
  }

  /** What fits behind so many characters; the last column stays empty, so that nothing wraps. */
  private String cut(final String text, final int before) {
    return text.substring(0, Math.min(text.length(), Math.max(0, terminal.width() - 1 - before)));
  }

  private static String loss(final DemoReport r, final double loss) {
    return r.examples() == 0 ? "-" : "%.4f".formatted(loss);
  }
}
