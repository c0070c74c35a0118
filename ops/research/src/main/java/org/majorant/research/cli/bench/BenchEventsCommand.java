package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.research.bench.EventsBench;
import org.majorant.research.bench.Measured;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures what events in a schema of their own cost. */
@Command(
    name = "events",
    description = {
      "Measure what it costs to learn events in a schema of their own.",
      "The same drawn events are on three topics of a broker of its own: as examples, in Avro and in"
          + " JSON. A plain consumer decodes each with the library for its format, and examples by"
          + " hand; the whole learner learns each."
    },
    footer = "  ops/majorant bench events --examples 100000 --rounds 1")
final class BenchEventsCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private BenchOutput output;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "400000",
      description = "Events on each topic.")
  private int examples;

  private BenchEventsCommand() {}

  @Override
  public Integer call() throws Exception {
    rounds.requireUsage();
    Usage.require(command, examples >= 1, "--examples must be 1 or more");
    final EventsBench bench = new EventsBench(examples, rounds.count());
    final int measurements = bench.measurements();
    try (ProgressBar progress =
        ProgressBar.of(command, "of %d measurements".formatted(measurements))) {
      progress.show(0, 0);
      final Measured<EventsBench.Result> measured =
          Measured.of(() -> bench.run(over -> progress.show((double) over / measurements, over)));
      progress.clear();
      output.print(measured, this::print);
    }
    return 0;
  }

  private void print(final EventsBench.Result result, final PrintWriter out) {
    out.printf("%,d events, medians of %d rounds%n", examples, rounds.count());
    out.printf("%-8s %6s %12s %12s %12s%n", "", "bytes", "decode", "learner", "to examples");
    for (final EventsBench.Row row : result.rows()) {
      out.printf(
          "%-8s %6.0f %,10.0f/s %,10.0f/s %12.2f%n",
          row.format(), row.bytes(), row.decode(), row.learner(), row.learnerToExamples());
    }
  }
}
