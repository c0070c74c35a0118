package org.majorant.ops.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.majorant.file.DataSummary;
import org.majorant.file.Format;
import org.majorant.ops.bench.PipelineBench;
import org.majorant.ops.bench.SequenceBench;
import org.majorant.ops.bench.TrainBench;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.options.FeatureOptions;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.ModelOptions;
import org.majorant.ops.options.Usage;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.ProgressBar;
import org.majorant.schema.ModelSpec;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Task;
import org.majorant.spec.SpecFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command that measures the learner beside the systems that it is built on, so that its speed
 * is a ratio and not a number of one machine.
 */
@Command(
    name = "bench",
    description = "Measure the learner's speed against what it stands on.",
    footer = "  ops/majorant bench pipeline --examples 100000 --rounds 1")
public final class BenchCommand {
  @Spec private CommandSpec command;

  private BenchCommand() {}

  @Command(
      name = "pipeline",
      description = {
        "Measure the learner against Kafka Streams.",
        "The same topic is read by a plain consumer that only decodes, by a Streams thread that"
            + " does nothing, and by the whole learner with diagonal curvature, on a broker of its"
            + " own."
      },
      footer = "  ops/majorant bench pipeline --examples 100000 --rounds 1")
  int pipeline(
      @Option(
              names = "--examples",
              paramLabel = "N",
              defaultValue = "400000",
              description = "On the topic.")
          final int examples,
      @Option(
              names = "--rounds",
              paramLabel = "N",
              defaultValue = "3",
              description = "Turns of each of the three.")
          final int rounds,
      @Option(
              names = "--pack",
              paramLabel = "N",
              defaultValue = "1",
              description = "Examples of a record, 1 to 1000.")
          final int pack,
      @Option(names = "--json", description = "Print one JSON object.") final boolean json)
      throws IOException, InterruptedException {
    Usage.require(command("pipeline"), examples >= 1, "--examples must be 1 or more");
    Usage.requireRounds(command("pipeline"), rounds);
    Usage.requirePack(command("pipeline"), pack);
    final Path dir = Files.createTempDirectory("majorant-bench-");
    final PipelineBench.Result r;
    try (ProgressBar progress = ProgressBar.of(command, "of %d turns".formatted(3 * rounds))) {
      progress.show(0, 0);
      final PipelineBench bench = new PipelineBench(dir, examples, rounds, pack);
      r = bench.run(turns -> progress.show(turns / (3.0 * rounds), turns));
    }
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(r));
      return 0;
    }
    out.printf("examples of %.0f bytes, medians of %d rounds%n", r.exampleBytes(), rounds);
    out.printf("a  consumer that decodes         %,10.0f/s%n", r.decode());
    out.printf("b  Streams thread doing nothing  %,10.0f/s%n", r.streams());
    out.printf("c  learner, diagonal             %,10.0f/s%n", r.learner());
    out.printf("c/b %.2f   c/a %.2f%n", r.learnerToStreams(), r.learnerToDecode());
    return 0;
  }

  @Command(
      name = "sequence",
      description = {
        "Measure learning sequences against scoring them.",
        "CPU time of a pass over labeled sentences that scores them by a finished model, beside one"
            + " that learns them for the second time."
      },
      footer = {
        "  ops/majorant bench sequence --format conll \\",
        "      --data ops/data/wikigold/train.conll.gz"
      })
  int sequence(
      @Mixin final FileOptions files,
      @Mixin final ModelOptions model,
      @Option(
              names = "--data",
              paramLabel = "FILE",
              required = true,
              description = "Labeled sentences.")
          final String data,
      @Option(
              names = "--rounds",
              paramLabel = "N",
              defaultValue = "3",
              description = "Turns of each of the two.")
          final int rounds,
      @Option(names = "--json", description = "Print one JSON object.") final boolean json)
      throws RejectedExample {
    Usage.requireRounds(command("sequence"), rounds);
    model.trial();
    final DataSummary summary = new DataSummary(files.format(), files.templates());
    final List<byte[]> records = files.readAll(data, summary::add);
    final ModelSpec spec = model.spec("bench", summary);
    if (spec.getTask() != Task.SEQUENCE) {
      throw new CommandFailed(data + " has no sequences");
    }
    final SequenceBench.Result r = new SequenceBench(spec, records).run(rounds);
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(r));
      return 0;
    }
    out.printf(
        "%,d sentences of %,d tokens, %d labels, medians of %d rounds%n",
        r.sequences(), r.tokens(), r.labels(), rounds);
    out.printf("a  read and score   %,8.0f ns of CPU a token%n", r.scoreNanos());
    out.printf("b  read and learn   %,8.0f ns%n", r.learnNanos());
    out.printf("b/a %.2f%n", r.learnToScore());
    out.printf("the learner's memory  %.1f bytes a parameter%n", r.parameterBytes());
    return 0;
  }

  @Command(
      name = "train",
      description = {
        "Measure what a streaming pass saves a batch training.",
        "On Adult: Newton's method and L-BFGS after a streaming pass, which counts, against L-BFGS"
            + " from zero."
      },
      footer = "  ops/majorant bench train --l2 10")
  int train(
      @Option(
              names = "--l2",
              paramLabel = "TOTAL",
              defaultValue = "1",
              description = "λ of ½ λ |θ|² over all the data.")
          final double l2,
      @Option(
              names = "--gap",
              paramLabel = "G",
              defaultValue = "1e-6",
              description = "End at this relative gap to the optimum.")
          final double gap,
      @Option(
              names = "--rounds",
              paramLabel = "N",
              defaultValue = "5",
              description = "Turns of each of the three that count.")
          final int rounds,
      @Option(names = "--json", description = "Print one JSON array.") final boolean json) {
    Usage.require(command("train"), l2 >= 0 && Double.isFinite(l2), "--l2 must be 0 or more");
    Usage.require(command("train"), gap > 0, "--gap must be more than 0");
    Usage.requireRounds(command("train"), rounds);
    final List<byte[]> records = new ArrayList<>();
    final ModelSpec spec = adult(records);
    final List<TrainBench.Way> ways = new TrainBench(spec, records, l2, gap, rounds).run();
    if (json) {
      command.commandLine().getOut().println(Json.line(ways));
      return 0;
    }
    command
        .commandLine()
        .getOut()
        .printf(
            "%,d examples, to a relative gap of %.0e, medians of %d%n",
            records.size(), gap, rounds);
    ways.forEach(this::print);
    return 0;
  }

  /** Reads the Adult data set, and says its spec with diagonal curvature. */
  private static ModelSpec adult(final List<byte[]> records) {
    final Path home = Path.of(System.getProperty("majorant.home", "."));
    final String file = home.resolve("ops/data/adult/a9a.gz").toString();
    final DataSummary summary = new DataSummary(Format.LIBSVM);
    records.addAll(FileOptions.of(Format.LIBSVM).readAll(file, summary::add));
    final ObjectNode spec = new FeatureOptions().tree("bench", summary);
    spec.putObject("curvature").put("memory", "diagonal");
    return SpecFile.read(spec);
  }

  private void print(final TrainBench.Way way) {
    command
        .commandLine()
        .getOut()
        .printf(
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

  private CommandSpec command(final String name) {
    return command.subcommands().get(name).getCommandSpec();
  }
}
