package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.ScaleBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures how the cost of learning grows. */
@Command(
    name = "scale",
    description = {
      "Measure how the cost of learning grows.",
      "It measures the CPU time of an example while one size grows and the others stay: the"
          + " features of an example, those of the model, or the classes. The exponent is the slope"
          + " of log time by log size: 1 means that the cost grows in proportion."
    },
    footer = {
      "  ops/majorant bench scale",
      "  ops/majorant bench scale --examples 2000 --rounds 1"
    })
final class BenchScaleCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private BenchOutput output;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Examples that are drawn and learned at each size.")
  private int examples;

  private BenchScaleCommand() {}

  @Override
  public Integer call() throws Exception {
    rounds.requireUsage();
    Usage.require(command, examples >= 1, "--examples must be 1 or more");
    final ScaleBench bench = new ScaleBench(examples, rounds.count());
    final int measurements = bench.measurements();
    try (ProgressBar progress =
        ProgressBar.of(command, "of %d measurements".formatted(measurements))) {
      progress.show(0, 0);
      final Measured<ScaleBench.Result> measured =
          Measured.of(() -> bench.run(over -> progress.show((double) over / measurements, over)));
      progress.clear();
      output.print(measured, this::print);
    }
    return 0;
  }

  private void print(final ScaleBench.Result r, final PrintWriter out) {
    out.printf("%,d examples at each size, medians of %d rounds%n", r.examples(), rounds.count());
    for (final ScaleBench.Axis axis : r.axes()) {
      out.printf("%-9s  exponent %.2f%n", axis.name(), axis.exponent());
      for (final ScaleBench.Size size : axis.sizes()) {
        out.printf("%,11d %,12.0f ns of CPU an example%n", size.size(), size.nanos());
      }
    }
  }
}
