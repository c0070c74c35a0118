package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.drift.DriftBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures how soon drift is told, and how often wrongly. */
@Command(
    name = "drift",
    description = {
      "Measure how soon the tests of drift notice a change, and how often they are wrong.",
      "Eleven drawn streams change at known places, and five do not. Each is learned, and its"
          + " progressive losses, labels and features are tested as a learner tests them; ADWIN of MOA reads"
          + " the same losses."
    },
    footer = "  ops/majorant bench drift --examples 100000 --without-peers")
final class BenchDriftCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private PeerOptions peers;
  @Mixin private BenchOutput output;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "2000000",
      description = "Examples of each stream that does not change.")
  private long examples;

  private BenchDriftCommand() {}

  /** What {@code --json} prints. */
  private record Results(List<DriftBench.Row> streams) {}

  @Override
  public Integer call() throws Exception {
    rounds.requireUsage();
    Usage.require(command, examples >= 1, "--examples must be 1 or more");
    final DriftBench bench = new DriftBench(rounds.count(), examples, peers.peers());
    final int all = bench.streams();
    try (ProgressBar progress = ProgressBar.of(command, "of %d streams".formatted(all))) {
      progress.show(0, 0);
      final int[] over = {0};
      final Measured<Results> measured =
          Measured.of(
              () ->
                  new Results(bench.run(row -> progress.show((double) ++over[0] / all, over[0]))));
      progress.clear();
      output.print(measured, this::print);
    }
    return 0;
  }

  private void print(final Results results, final PrintWriter out) {
    out.printf(
        "%-36s %9s %7s %7s %7s   %5s %7s %5s %5s   %5s %7s %5s %5s%n",
        "stream",
        "examples",
        "loss",
        "after",
        "forget",
        "told",
        "delay",
        "more",
        "wrong",
        "ADWIN",
        "delay",
        "more",
        "wrong");
    for (final DriftBench.Row row : results.streams()) {
      out.printf(
          "%-36s %,9d %7.4f %7s %7s   %s   %s%n",
          row.stream(),
          row.examples(),
          row.loss(),
          row.after() == null ? "" : "%.4f".formatted(row.after()),
          row.forgetting() == null ? "" : "%.4f".formatted(row.forgetting()),
          cells(row.changes(), row.alarms()),
          row.adwin() == null ? "" : cells(row.changes(), row.adwin()));
    }
  }

  private static String cells(final int changes, final DriftBench.Alarms alarms) {
    return "%5s %7s %5d %5d"
        .formatted(
            changes == 0 ? "" : alarms.told() + "/" + changes,
            alarms.delay() == null ? "" : "%,d".formatted(alarms.delay()),
            alarms.more(),
            alarms.wrong());
  }
}
