package org.majorant.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.majorant.file.evaluate.BaselineLosses;
import org.majorant.ops.terminal.Terminal;
import picocli.CommandLine.Help.Ansi;

class ProgressLineTest {
  private final StringWriter terminal = new StringWriter();

  @Test
  void line_isWrittenOverAndEndsWithTheLast() {
    final ProgressLine line = line(80, Ansi.OFF);
    line.show(progress(0, 0, 10));
    line.show(progress(500, 0.5, 5));
    line.show(progress(32_561, 1, 0));
    line.end();

    final String[] lines = terminal.toString().split("\\R");
    final String[] drawn = lines[lines.length - 1].split("\r");
    assertThat(terminal.toString()).endsWith(System.lineSeparator()).doesNotContain("\033");
    assertThat(drawn[drawn.length - 1])
        .startsWith("[======]    32,561   6,512/s   0:00")
        .endsWith("0   0.3352    0.6575    0.5525");
    for (final String text : terminal.toString().split("[\r\n]+")) {
      assertThat(text.length()).as(text).isIn(0, 79);
    }
  }

  @Test
  void losses_nothingLearned_areNoNumbers() {
    final ProgressLine line = line(80, Ansi.OFF);
    line.show(progress(0, 0, 10));

    assertThat(terminal.toString()).endsWith("10        -         -         -");
  }

  @Test
  void bar_withColours_isGreen() {
    final ProgressLine line = line(80, Ansi.ON);
    line.show(progress(500, 0.5, 5));

    assertThat(terminal.toString()).contains("\033[32m===");
  }

  @Test
  void line_narrowTerminal_isCutNotWrapped() {
    final ProgressLine line = line(40, Ansi.OFF);
    line.show(progress(500, 0.5, 5));
    line.end();

    assertThat(terminal.toString().split("[\r\n]+"))
        .allSatisfy(text -> assertThat(text.length()).isIn(0, 39));
    assertThat(terminal.toString()).contains("[===   ]       500     100/s   0:05");
  }

  private ProgressLine line(final int width, final Ansi ansi) {
    return new ProgressLine(new Terminal(new PrintWriter(terminal, true), width, ansi, true), true);
  }

  private static ReplayProgress progress(
      final long examples, final double share, final double lag) {
    final BaselineLosses baselines = new BaselineLosses(0.6575, 0.5525);
    return new ReplayProgress(
        new DemoReport(
            examples,
            null,
            3,
            0,
            0.3352,
            0.8437,
            null,
            null,
            null,
            baselines,
            List.of(),
            Map.of(),
            0,
            5,
            examples / 5.0),
        share,
        lag);
  }
}
