package org.majorant.ops.terminal;

import java.util.Optional;
import java.util.function.LongSupplier;
import picocli.CommandLine.Model.CommandSpec;

/**
 * How far long work is, on a line of the terminal that is written over and in the end wiped out.
 * Where there is no terminal, it says nothing.
 */
public final class ProgressBar implements AutoCloseable {
  private static final int BAR = 20;
  private static final long REDRAW_NANOS = 200_000_000;
  private static final double FIRST_GUESS_SECONDS = 1;

  private final Optional<Terminal> terminal;
  private final String unit;
  private final LongSupplier nanos;
  private final long start;
  private long drawn;
  private int length;

  private ProgressBar(
      final Optional<Terminal> terminal, final String unit, final LongSupplier nanos) {
    this.terminal = terminal;
    this.unit = unit;
    this.nanos = nanos;
    start = nanos.getAsLong();
    drawn = start - REDRAW_NANOS - 1;
  }

  /**
   * @param unit of what is counted, in the plural
   */
  public static ProgressBar of(final CommandSpec command, final String unit) {
    return new ProgressBar(Terminal.of(command), unit, System::nanoTime);
  }

  /** One that is never shown. */
  public static ProgressBar none() {
    return new ProgressBar(Optional.empty(), "", System::nanoTime);
  }

  /** With a clock of the caller's, nanoseconds. */
  public static ProgressBar of(
      final Terminal terminal, final String unit, final LongSupplier nanos) {
    return new ProgressBar(Optional.of(terminal), unit, nanos);
  }

  /**
   * Shows it now or, a moment after the last one, not at all.
   *
   * @param share that is done, 0 to 1; NaN where nobody knows
   * @param done units
   */
  public void show(final double share, final long done) {
    if (terminal.isPresent() && nanos.getAsLong() - drawn > REDRAW_NANOS) {
      draw(terminal.get(), share, text(share, done, (nanos.getAsLong() - start) / 1e9));
    }
  }

  /** Wipes it out, so that something else can be printed; the next one is shown at once. */
  public void clear() {
    if (length > 0) {
      draw(terminal.get(), Double.NaN, "");
      terminal.get().writer().print("\r");
      terminal.get().writer().flush();
    }
    drawn = nanos.getAsLong() - REDRAW_NANOS - 1;
  }

  @Override
  public void close() {
    clear();
  }

  private void draw(final Terminal t, final double share, final String text) {
    drawn = nanos.getAsLong();
    final boolean wide = share >= 0 && t.width() > BAR + 3 + text.length();
    final String shown = text.substring(0, Math.min(text.length(), t.width() - 1));
    final int columns = (wide ? BAR + 3 : 0) + shown.length();
    final String before = wide ? t.bar(BAR, share) : "";
    t.writer().print("\r" + before + shown + " ".repeat(Math.max(0, length - columns)));
    t.writer().flush();
    length = columns;
  }

  /** Rates and times of the first moment would be guesses. */
  private String text(final double share, final long done, final double seconds) {
    final StringBuilder text = new StringBuilder("%,d %s".formatted(done, unit));
    if (seconds >= FIRST_GUESS_SECONDS && done > seconds) {
      text.append("  %,.0f/s".formatted(done / seconds));
    }
    if (seconds >= FIRST_GUESS_SECONDS && share > 0) {
      text.append("  %s left".formatted(TimeLeft.of(share, seconds)));
    }
    return text.toString();
  }
}
