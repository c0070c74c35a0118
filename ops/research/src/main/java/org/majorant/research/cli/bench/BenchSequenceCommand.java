package org.majorant.research.cli.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.majorant.file.DataSummary;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.ModelOptions;
import org.majorant.ops.options.SpecSettings;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Terminal;
import org.majorant.research.bench.DataSet;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.QualityBench;
import org.majorant.research.bench.QualityRow;
import org.majorant.research.bench.SequenceBench;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures what learning a sequence costs beside scoring it. */
@Command(
    name = "sequence",
    description = {
      "Measure learning sequences against scoring them.",
      "It measures the CPU time of a pass that scores labeled sentences by a finished model, and of"
          + " one that learns them for the second time.",
      "With --test it also prints the losses of one pass, beside MALLET, which trains on the same"
          + " features in a process of its own."
    },
    footer = {
      "  ops/majorant bench sequence --format conll \\",
      "      --data ops/data/wikigold/train.conll.gz",
      "  ops/majorant bench sequence --format conll \\",
      "      --data ops/data/wikigold/train.conll.gz \\",
      "      --test ops/data/wikigold/test.conll.gz"
    })
final class BenchSequenceCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private RoundsOption rounds;
  @Mixin private BenchOutput output;
  @Mixin private PeerOptions peers;
  @Mixin private FileOptions files;
  @Mixin private SpecSettings settings;
  @Mixin private ModelOptions model;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "Labeled sentences.")
  private String data;

  @Option(
      names = "--test",
      paramLabel = "FILE",
      description = "Labeled sentences that are only scored.")
  private String test;

  private BenchSequenceCommand() {}

  @Override
  public Integer call() throws Exception {
    rounds.requireUsage();
    model.trial(settings);
    final DataSummary summary = new DataSummary(files.format(data), files.layout());
    final List<byte[]> records = files.readAll(data, files.layout(), summary::add);
    final ModelSpec spec = model.spec("bench", summary, settings);
    if (spec.getTask() != Task.SEQUENCE) {
      throw new CommandFailed(data + " has no sequences");
    }
    final SequenceBench bench = new SequenceBench(spec, records);
    output.print(Measured.of(() -> new Result(bench.run(rounds.count()), quality())), this::print);
    return 0;
  }

  /** What {@code --json} prints. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Result(@JsonUnwrapped SequenceBench.Result sequence, List<QualityRow> rows) {}

  /** Null where nothing is held out. */
  private List<QualityRow> quality() throws Exception {
    if (test == null) {
      return null;
    }
    final DataSet set = DataSets.read(files, data, test);
    return new QualityBench(set, rounds.count()).run(peers.peers(), done -> {});
  }

  private void print(final Result result, final PrintWriter out) {
    final SequenceBench.Result r = result.sequence();
    out.printf(
        "%,d sentences of %,d tokens, %d labels, medians of %d rounds%n",
        r.sequences(), r.tokens(), r.labels(), rounds.count());
    out.printf("a  read and score   %,8.0f ns of CPU a token%n", r.scoreNanos());
    out.printf("b  read and learn   %,8.0f ns%n", r.learnNanos());
    out.printf("b/a %.2f%n", r.learnToScore());
    out.printf("the learner's memory  %.1f bytes a parameter%n", r.parameterBytes());
    if (result.rows() != null) {
      QualityTable.print(result.rows(), out, Terminal.width(command));
    }
  }
}
