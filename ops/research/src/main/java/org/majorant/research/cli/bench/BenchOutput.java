package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.function.BiConsumer;
import org.majorant.ops.terminal.Json;
import org.majorant.research.bench.Measured;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How each bench prints what it measured. */
final class BenchOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  /**
   * Prints the result, the machine, and a warning where the numbers mean little.
   *
   * @param text prints the result for people
   */
  <T> void print(final Measured<T> measured, final BiConsumer<T, PrintWriter> text) {
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(measured));
      return;
    }
    text.accept(measured.result(), out);
    out.println(measured.conditions());
    measured.conditions().warning().ifPresent(out::println);
  }
}
