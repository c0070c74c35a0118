package org.majorant.research.cli.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import org.majorant.research.bench.DataSet;
import org.majorant.research.bench.Measured;
import org.majorant.research.bench.ServeBench;
import org.majorant.research.bench.ServeBench.Answers;
import org.majorant.schema.Members;
import org.majorant.schema.ModelSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures how fast predictions are answered over HTTP. */
@Command(
    name = "serve",
    description = {
      "Measure how fast 'serve' predicts rows of Adult.",
      "It learns Adult on a broker of its own, ends the learner, and starts a server. The floor is"
          + " the same server answering /healthz."
    },
    footer = {
      "  ops/majorant bench serve",
      "  ops/majorant bench serve --without-members --seconds 30 --json"
    })
final class BenchServeCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private BenchOutput output;

  @Option(
      names = "--without-members",
      description = "Predict by the weights alone, not by a mixture.")
  private boolean withoutMembers;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Of each of the three measurements, and of the warm-up before it.")
  private int seconds;

  private BenchServeCommand() {}

  @Override
  public Integer call() throws Exception {
    Usage.require(command, seconds >= 1, "--seconds must be 1 or more");
    final DataSet adult = DataSets.adult();
    final ModelSpec spec = adult.data().spec("adult", "auto");
    spec.setMembers(withoutMembers ? Members.NONE : Members.AUTO);
    final ServeBench bench = new ServeBench(spec, adult.train(), Duration.ofSeconds(seconds));
    output.print(Measured.of(bench::run), BenchServeCommand::print);
    return 0;
  }

  private static void print(final ServeBench.Result result, final PrintWriter out) {
    out.println(
        result.members() == 1
            ? "the weights alone predict"
            : "a mixture of %d members predicts".formatted(result.members()));
    print("floor", result.floor(), 1, out);
    print("1 row", result.one(), 1, out);
    print("100 rows", result.hundred(), ServeBench.BATCH, out);
    out.printf("one row to floor  %.2f%n", result.oneToFloor());
  }

  private static void print(
      final String name, final Answers answers, final int rows, final PrintWriter out) {
    out.printf(
        "%-9s %,8.0f requests/s  %,9.0f rows/s  median %.2f ms, 99%% %.2f ms%n",
        name, answers.perSecond(), rows * answers.perSecond(), answers.median(), answers.p99());
  }
}
