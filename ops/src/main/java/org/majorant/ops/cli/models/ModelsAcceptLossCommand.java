package org.majorant.ops.cli.models;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.lineage.LineageGap;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.operate.SummaryWriter;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.read.NewestBase;
import org.majorant.ops.read.RecordedSummaries;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelHead;
import org.majorant.schema.SurrogateHead;
import org.majorant.store.Topics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command by which an operator accepts that offsets are lost for good, so that the learner goes
 * on after them.
 */
@Command(
    name = "accept-loss",
    description = {
      "Say which offsets a model has lost for good, and go on without them.",
      "If summaries were refused, or were deleted before they were merged, all later ones of their"
          + " partition are refused, too, because they would leave a gap in the lineage. This"
          + " command says which offsets no version will ever contain; with --yes it declares them"
          + " lost, so that the partition goes on. Each version then counts them as lost."
    },
    footer = {
      "  ops/majorant models accept-loss adult",
      "  ops/majorant models accept-loss adult --yes",
    })
final class ModelsAcceptLossCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(names = "--yes", description = "Declare the offsets lost.")
  private boolean yes;

  @Option(names = "--json", description = "Print the ranges as JSON.")
  private boolean json;

  private ModelsAcceptLossCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelHead version = models.requireHead(model, null);
    final SurrogateHead base =
        NewestBase.requireHead(
            models.connection().clientProperties(), model, models.connection().timeout());
    final List<LineageGap> gaps = gaps(base);
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(gaps));
    } else {
      print(gaps, Topics.learned(version.getSpec()), out);
    }
    if (!gaps.isEmpty()) {
      if (!yes) {
        throw new CommandFailed("nothing was changed: add --yes to go on without these offsets");
      }
      declare(gaps, base, version);
      command
          .commandLine()
          .getErr()
          .println("Declared lost. The partitions go on with the next base of a running learner.");
    }
    return 0;
  }

  private void print(final List<LineageGap> gaps, final String input, final PrintWriter out) {
    if (gaps.isEmpty()) {
      out.printf("No partition of %s has a gap.%n", model);
    }
    for (final LineageGap gap : gaps) {
      out.printf(
          "%s-%d: %,d offsets are lost, [%d, %d): no version of %s will contain them%n",
          input, gap.partition(), gap.offsets(), gap.from(), gap.to(), model);
    }
  }

  private List<LineageGap> gaps(final SurrogateHead base)
      throws ExecutionException, InterruptedException {
    try (Admin admin = models.connection().connect()) {
      models.connection().requireTopics(admin, Topics.SUMMARIES);
    }
    try (KafkaGapLog log = new KafkaGapLog(models.connection().clientProperties(), "none")) {
      final RecordedSummaries summaries = RecordedSummaries.read(log, base);
      return LineageGap.find(base.getLineage(), summaries.all(), summaries.taken());
    }
  }

  private void declare(
      final List<LineageGap> gaps, final SurrogateHead base, final ModelHead version)
      throws ExecutionException, InterruptedException {
    for (final LineageGap gap : gaps) {
      SummaryWriter.write(
          models.connection().clientProperties(), model, gap.declaration(base, version.getSpec()));
    }
  }
}
