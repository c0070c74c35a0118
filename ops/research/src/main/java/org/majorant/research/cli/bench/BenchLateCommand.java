package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.late.LateBench;
import org.majorant.research.bench.late.LateEvents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures what late labels cost, and what revising them wins back. */
@Command(
    name = "late",
    description = {
      "Measure what labels that come late cost, and what revising them wins back.",
      "Positive labels come after a delay with a long tail, a fifth of them after the wait. Naive"
          + " takes each event whose label is not there at once for a negative, ignore and revise"
          + " wait an hour, and the oracle knows all labels at once. Events are drawn, and those of"
          + " Adult. It measures the loss on held-out examples, when all labels have come."
    },
    footer = "  ops/majorant bench late --examples 100000")
final class BenchLateCommand implements Callable<Integer> {
  private static final int FEATURES = 30;

  @Spec private CommandSpec command;
  @Mixin private BenchOutput output;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "How many events are drawn.")
  private int examples;

  private BenchLateCommand() {}

  /** What {@code --json} prints. */
  private record Results(List<LateBench.Result> results) {}

  @Override
  public Integer call() throws Exception {
    Usage.require(command, examples >= 1000, "--examples must be 1000 or more");
    output.print(Measured.of(this::run), this::print);
    return 0;
  }

  private Results run() {
    final List<LateBench.Result> results = new ArrayList<>();
    for (final LateEvents events :
        List.of(
            LateEvents.drawn(examples, examples / 10, FEATURES),
            LateEvents.of("Adult", DataSets.adult()))) {
      for (final String curvature : List.of("full", "diagonal")) {
        results.add(new LateBench(events, curvature).run());
      }
    }
    return new Results(results);
  }

  private void print(final Results all, final PrintWriter out) {
    for (final LateBench.Result result : all.results()) {
      out.printf(
          "%s, %s: %,d events, %.1f %% of the positives late; revise / oracle %.4f%n",
          result.data(),
          result.curvature(),
          result.events(),
          100 * result.late(),
          result.toOracle());
      out.printf(
          "%-16s %9s %9s %9s %9s %8s%n",
          "", "held out", "of naive", "of ignore", "revised", "seconds");
      for (final LateBench.Row row : result.rows()) {
        out.printf(
            "%-16s %9.5f %9.3f %9.3f %9d %8.1f%n",
            row.way(), row.heldOut(), row.ofNaive(), row.ofIgnore(), row.revised(), row.seconds());
      }
      out.println();
    }
  }
}
