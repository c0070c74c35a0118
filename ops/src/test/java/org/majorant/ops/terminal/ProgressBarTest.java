package org.majorant.ops.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Help.Ansi;

class ProgressBarTest {
  private static final long SECOND = 1_000_000_000;

  private final StringWriter screen = new StringWriter();
  private final AtomicLong clock = new AtomicLong(42);

  @Test
  void bar_hasShareCountRateAndTimeLeft() {
    final ProgressBar bar = bar(80, Ansi.OFF);
    clock.addAndGet(10 * SECOND);
    bar.show(0.25, 12_000);

    assertThat(screen.toString())
        .isEqualTo("\r[=====               ] 12,000 examples  1,200/s  0:30 left");
  }

  @Test
  void share_unknown_isNoBar() {
    final ProgressBar bar = bar(80, Ansi.OFF);
    clock.addAndGet(10 * SECOND);
    bar.show(Double.NaN, 12_000);

    assertThat(screen.toString()).isEqualTo("\r12,000 examples  1,200/s");
  }

  @Test
  void redrawing_waitsAMoment() {
    final ProgressBar bar = bar(80, Ansi.OFF);
    bar.show(0.1, 1);
    final int length = screen.toString().length();
    bar.show(0.2, 2);
    assertThat(screen.toString()).hasSize(length).contains(" 1 examples");

    clock.addAndGet(SECOND);
    bar.show(0.2, 2);
    assertThat(screen.toString()).contains(" 2 examples");
  }

  @Test
  void end_wipesItOut() {
    try (ProgressBar bar = bar(80, Ansi.OFF)) {
      bar.show(0.5, 1);
    }
    final String[] drawn = screen.toString().split("\r");

    assertThat(drawn).hasSize(3);
    assertThat(drawn[2]).isBlank().hasSameSizeAs(drawn[1]);
    assertThat(screen.toString()).endsWith("\r");
  }

  @Test
  void terminal_narrow_getsNoBarButWhatFits() {
    final ProgressBar bar = bar(25, Ansi.OFF);
    clock.addAndGet(10 * SECOND);
    bar.show(0.5, 1_200_000);

    assertThat(screen.toString()).isEqualTo("\r1,200,000 examples  120,");
  }

  @Test
  void bar_inColour_isAsLongAsWithout() {
    final ProgressBar bar = bar(80, Ansi.ON);
    bar.show(0.5, 1);
    assertThat(screen.toString()).contains("\033[32m==========");
    bar.clear();

    assertThat(screen.toString()).endsWith("\r" + " ".repeat(33) + "\r");
  }

  @ParameterizedTest
  @CsvSource({"0.5, 7, 0:07", "0.01, 10, 16:30", "0.001, 10, 2h46", "1, 5, 0:00"})
  void timeLeft_isThatOfTheSamePace(final double share, final double seconds, final String left) {
    assertThat(TimeLeft.of(share, seconds)).isEqualTo(left);
  }

  private ProgressBar bar(final int width, final Ansi ansi) {
    final Terminal terminal = new Terminal(new PrintWriter(screen, true), width, ansi, true);
    return ProgressBar.of(terminal, "examples", clock::get);
  }
}
