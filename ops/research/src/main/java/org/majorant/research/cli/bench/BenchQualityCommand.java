package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.majorant.file.DataSummary;
import org.majorant.ops.options.FeatureOptions;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.SpecSettings;
import org.majorant.ops.options.SplitOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.ops.terminal.Terminal;
import org.majorant.research.bench.BenchData;
import org.majorant.research.bench.DataSet;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.QualityBench;
import org.majorant.research.bench.QualityRow;
import org.majorant.schema.Task;
import org.majorant.spec.Spelling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command that measures how well the learner learns beside others. */
@Command(
    name = "quality",
    description = {
      "Measure how well one pass learns a file, beside other learners.",
      "It measures progressive and held-out log-loss. Vowpal Wabbit, MOA, Tribuo and liblinear learn"
          + " the same features in the same order with their defaults, each in a process of its own.",
      "Rows in hindsight, the batch optimum among them, have the setting with the least held-out"
          + " loss of those tried. They are marks to compare with: no learner finds them by itself."
    },
    footer = {
      "  ops/majorant bench quality --format libsvm --data ops/data/adult/a9a.gz \\",
      "      --test ops/data/adult/a9a.t.gz",
      "  ops/majorant bench quality --format text \\",
      "      --data ops/data/sms/SMSSpamCollection.gz --shuffle 1 --holdout 0.2",
      "  ops/majorant bench quality --format csv --data examples.csv \\",
      "      --label-column class --holdout 0.2 --without-peers",
    })
final class BenchQualityCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private BenchOutput output;
  @Mixin private PeerOptions peers;
  @Mixin private FileOptions files;
  @Mixin private SpecSettings settings;
  @Mixin private FeatureOptions features;
  @Mixin private SplitOptions split;

  private BenchQualityCommand() {}

  /** What {@code --json} prints. */
  private record Result(int examples, int heldOut, int labels, List<QualityRow> rows) {}

  @Override
  public Integer call() throws Exception {
    rounds.requireUsage();
    split.requireUsage();
    Usage.require(
        command,
        split.holdsOut(),
        "learners are compared on examples that none has learned: give --test or --holdout");
    features.read(features.trial(settings));
    final DataSet set = read();
    final QualityBench bench = new QualityBench(set, rounds.count());
    final int all = bench.learners();
    try (ProgressBar progress = ProgressBar.of(command, "of %d learners".formatted(all))) {
      progress.show(0, 0);
      final Measured<Result> measured =
          Measured.of(
              () ->
                  result(
                      set,
                      bench.run(peers.peers(), done -> progress.show((double) done / all, done))));
      progress.clear();
      output.print(measured, this::print);
    }
    return 0;
  }

  private DataSet read() {
    final DataSummary summary = new DataSummary(files.format(split.data()), files.layout());
    final SplitOptions.Split examples = split.read(files, files.layout(), summary);
    if (summary.task() != Task.MULTICLASS) {
      throw new CommandFailed(
          "%s has examples of 'task: %s', and the peers learn a label each; sentences are for"
                  .formatted(split.data(), Spelling.of(summary.task()))
              + " 'bench sequence'");
    }
    return new DataSet(
        BenchData.repeated(
            settings.in(features.tree("bench", summary, settings)), examples.train()),
        examples.train(),
        examples.test());
  }

  private static Result result(final DataSet set, final List<QualityRow> rows) {
    final int labels = set.data().spec("bench", "auto").getLabels().size();
    return new Result(set.train().size(), set.test().size(), labels, rows);
  }

  private void print(final Result r, final PrintWriter out) {
    out.printf(
        "%,d examples learned, %,d held out, %d labels; log-loss, nats an example%n",
        r.examples(), r.heldOut(), r.labels());
    QualityTable.print(r.rows(), out, Terminal.width(command));
  }
}
