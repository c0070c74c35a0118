package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.research.bench.FleetBench;
import org.majorant.research.bench.Measured;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures what many models of one topic cost in one application. */
@Command(
    name = "fleet",
    description = {
      "Measure many models of one topic in one application, beside one model.",
      "All learn the examples of Adult, packed, with diagonal curvature, without members and with"
          + " them, and beside one more model that makes each record a dead letter. A fleet's rate"
          + " counts each example once for each model that learns it. It also measures how much live"
          + " heap a model takes."
    },
    footer = {
      "  ops/majorant bench fleet --models 20 --examples 20000 --rounds 1",
      "  MAJORANT_OPTS='-XX:+UseSerialGC -Xmx1g' ops/majorant bench fleet"
    })
final class BenchFleetCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private BenchOutput output;

  @Option(
      names = "--models",
      paramLabel = "N",
      defaultValue = "300",
      description = "Models of the fleet.")
  private int models;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Examples that each of them learns; a model alone learns ten times as many.")
  private int examples;

  @Option(
      names = "--pack",
      paramLabel = "N",
      defaultValue = "100",
      description = "Examples in each record, 1 to 1000.")
  private int pack;

  private BenchFleetCommand() {}

  @Override
  public Integer call() throws Exception {
    rounds.requireUsage();
    Usage.require(command, models >= 1, "--models must be 1 or more");
    Usage.require(
        command, examples >= 1000 && examples <= 100_000_000, "--examples must be 1000 to 10⁸");
    Usage.requirePack(command, pack);
    final var settings = new FleetBench.Settings(models, examples, pack, rounds.count());
    final int measurements = settings.measurements();
    try (ProgressBar progress =
        ProgressBar.of(command, "of %d measurements".formatted(measurements))) {
      progress.show(0, 0);
      final FleetBench bench = new FleetBench(DataSets.adult().data(), settings);
      final Measured<FleetBench.Result> measured =
          Measured.of(() -> bench.run(over -> progress.show((double) over / measurements, over)));
      progress.clear();
      output.print(measured, this::print);
    }
    return 0;
  }

  private void print(final FleetBench.Result r, final PrintWriter out) {
    out.printf(
        "%,d models, %,d examples each, medians of %d rounds; examples x models a second%n",
        models, examples, rounds.count());
    out.printf("a  one model, without members    %,10.0f/s%n", r.one());
    out.printf(
        "b  all models, without members   %,10.0f/s   b/a %.2f%n", r.fleet(), r.fleetToOne());
    out.printf(
        "c  beside one of dead letters    %,10.0f/s   c/b %.2f%n",
        r.besidePoison(), r.besidePoisonToFleet());
    out.printf("d  one model, with members       %,10.0f/s%n", r.oneWithMembers());
    out.printf(
        "e  all models, with members      %,10.0f/s   e/d %.2f%n",
        r.fleetWithMembers(), r.fleetToOneWithMembers());
    out.printf("live heap of a model             %10.2f MB%n", r.heapOfModel());
  }
}
