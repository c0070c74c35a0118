package org.majorant.ops.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.majorant.file.Format;
import org.majorant.ops.bench.DataSet;
import org.majorant.ops.bench.Measured;
import org.majorant.ops.bench.QualityBench;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.ops.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures how well the learner learns beside others. */
@Command(
    name = "quality",
    description = {
      "Measure how well one pass learns, beside other learners.",
      "It measures progressive and held-out log-loss with two labels: on Adult and on SMS spam, of"
          + " which a fifth is held out, or on a file. Vowpal Wabbit, MOA, Tribuo and liblinear"
          + " learn the same features with their defaults, each in a process of its own."
    },
    footer = {
      "  ops/majorant bench quality",
      "  ops/majorant bench quality --without-peers --rounds 1",
      "  ops/majorant bench quality --format csv --data examples.csv",
    })
final class BenchQualityCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private BenchOutput output;
  @Mixin private PeerOptions peers;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "Examples to learn instead of the data sets that are shipped.")
  private String data;

  @Option(
      names = "--format",
      paramLabel = "F",
      defaultValue = "libsvm",
      description = "Of --data: ${COMPLETION-CANDIDATES}; plain or gzip.")
  private Format format;

  @Option(
      names = "--test",
      paramLabel = "FILE",
      description = "Examples to score. Default: the last fifth of --data.")
  private String test;

  private BenchQualityCommand() {}

  /** What {@code --json} prints. */
  private record Result(List<QualityBench.Row> rows) {}

  @Override
  public Integer call() throws Exception {
    rounds.requireUsage();
    if (data == null) {
      Usage.refuse(command, "is for --data: give that, too", "--format", "--test");
    }
    final List<DataSet> sets =
        data == null
            ? List.of(DataSets.adult(), DataSets.sms())
            : List.of(
                DataSets.read(
                    Path.of(data).getFileName().toString(), FileOptions.of(format), data, test));
    for (final DataSet set : sets) {
      if (set.data().spec("bench", "auto").getLabels().size() != 2) {
        throw new CommandFailed("the peers learn two labels, and %s has others".formatted(data));
      }
    }
    final List<QualityBench> benches =
        sets.stream().map(set -> new QualityBench(set, rounds.count())).toList();
    final int all = benches.stream().mapToInt(QualityBench::learners).sum();
    try (ProgressBar progress = ProgressBar.of(command, "of %d learners".formatted(all))) {
      progress.show(0, 0);
      final Measured<Result> measured = Measured.of(() -> run(benches, progress, all));
      progress.clear();
      output.print(
          measured, (r, out) -> QualityTable.print(r.rows(), out, Terminal.width(command)));
    }
    return 0;
  }

  private Result run(final List<QualityBench> benches, final ProgressBar progress, final int all)
      throws Exception {
    final List<QualityBench.Row> rows = new ArrayList<>();
    for (final QualityBench bench : benches) {
      final int before = rows.size();
      rows.addAll(
          bench.run(
              peers.peers(), done -> progress.show((double) (before + done) / all, before + done)));
    }
    return new Result(rows);
  }
}
