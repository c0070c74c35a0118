package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.TrainBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures what a streaming pass saves a batch training. */
@Command(
    name = "train",
    description = {
      "Measure what a streaming pass saves a batch training.",
      "On Adult it compares Newton's method and L-BFGS after a streaming pass, whose time is"
          + " included, with L-BFGS from zero. liblinear is stopped at the same objective, in a"
          + " process of its own."
    },
    footer = "  ops/majorant bench train --l2 10")
final class BenchTrainCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private BenchOutput output;
  @Mixin private PeerOptions peers;

  @Option(
      names = "--l2",
      paramLabel = "TOTAL",
      defaultValue = "1",
      description = "λ of ½ λ |θ|² over all the data.")
  private double l2;

  @Option(
      names = "--gap",
      paramLabel = "G",
      defaultValue = "1e-6",
      description = "End at this relative gap to the optimum.")
  private double gap;

  private BenchTrainCommand() {}

  @Override
  public Integer call() throws Exception {
    rounds.requireUsage();
    Usage.require(command, l2 >= 0 && Double.isFinite(l2), "--l2 must be 0 or more");
    Usage.require(command, gap > 0, "--gap must be more than 0");
    final TrainBench bench = new TrainBench(DataSets.adult(), l2, gap, rounds.count());
    output.print(Measured.of(() -> bench.run(peers.peers())), this::print);
    return 0;
  }

  private void print(final TrainBench.Result r, final PrintWriter out) {
    out.printf(
        "%,d examples, to a relative gap of %.0e, medians of %d%n",
        r.examples(), gap, rounds.count());
    for (final TrainBench.Way way : r.ways()) {
      out.printf(
          "%-6s %-14s %4d iterations %4d passes %7.3f s%s%n",
          way.solver().name().toLowerCase(Locale.ROOT),
          way.warmStart() ? "after a stream" : "from zero",
          way.iterations(),
          way.passes(),
          way.seconds(),
          way.passesRatio() == null
              ? ""
              : "   passes %.2f   seconds %.2f".formatted(way.passesRatio(), way.secondsRatio()));
    }
    if (r.liblinearSeconds() != null) {
      out.printf(
          "liblinear %35s %7.3f s   newton after a stream takes %.2f of that%n",
          "", r.liblinearSeconds(), r.newtonToLiblinear());
    } else if (r.unavailable() != null) {
      out.println("liblinear was not measured: " + r.unavailable());
    }
  }
}
