package org.majorant.acceptance.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.majorant.demo.broker.BrokerProcess;
import org.majorant.ops.Majorant;

/**
 * A command that an operator has given, and what became of it.
 *
 * @param line its words
 * @param printed all that it printed
 */
public record OperatorRun(List<String> line, int exitCode, String printed) {
  /** Gives a command that asks a broker. */
  public static OperatorRun of(final BrokerProcess broker, final String... words) {
    final List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--bootstrap-server", broker.bootstrapServers(), "--timeout", "1m"));
    final StringWriter printed = new StringWriter();
    final PrintWriter printer = new PrintWriter(printed);
    final int exitCode =
        Majorant.commandLine().setOut(printer).setErr(printer).execute(line.toArray(String[]::new));
    return new OperatorRun(line, exitCode, printed.toString());
  }

  /** What it printed; it must have ended so. */
  public String requireCode(final int code) {
    assertThat(exitCode).as("%s: %s", line, printed).isEqualTo(code);
    return printed;
  }
}
