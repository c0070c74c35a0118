package org.majorant.ops.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class TerminalTest {
  @Test
  void wrapped_breaksBetweenWords_whereTheLineIsFull() {
    final Terminal terminal = new Terminal(new PrintWriter(new StringWriter()), 20, Ansi.OFF, true);
    final String sentence = "no broker has answered since noon: start it";
    final List<String> lines = terminal.wrapped(sentence);

    assertThat(lines).hasSize(3).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(20));
    assertThat(lines.stream().map(String::strip).collect(Collectors.joining(" ")))
        .isEqualTo(sentence);
  }
}
