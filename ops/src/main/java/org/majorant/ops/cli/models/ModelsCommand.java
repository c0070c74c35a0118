package org.majorant.ops.cli.models;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.majorant.log.KafkaGapLog;
import org.majorant.ops.lineage.LineageReader;
import org.majorant.ops.lineage.LineageReport;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.read.DriftLine;
import org.majorant.ops.read.LineageCheck;
import org.majorant.ops.read.ModelLine;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.ops.terminal.Terminal;
import org.majorant.ops.terminal.TextTable;
import org.majorant.ops.terminal.TextTable.Column;
import org.majorant.schema.ModelHead;
import org.majorant.spec.SpecFile;
import org.majorant.store.Topics;
import org.majorant.tally.SliceTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that show the published models, their versions and what they learned from. */
@Command(
    name = "models",
    description = "Look at the published models and their versions, and change them.",
    subcommands = {
      ModelsAcceptLossCommand.class,
      ModelsAcceptRecreatedCommand.class,
      ModelsApplyCommand.class,
      ModelsCompareCommand.class,
      ModelsDeleteCommand.class,
      ModelsExportCommand.class,
      ModelsImportCommand.class,
      ModelsListCommand.class,
      ModelsPauseCommand.class,
      ModelsPromoteCommand.class,
      ModelsReplayCommand.class,
      ModelsResetCommand.class,
      ModelsResumeCommand.class,
      ModelsRollbackCommand.class,
      ModelsWeightsCommand.class
    },
    footer = {"  ops/majorant models list", "  ops/majorant models show adult"})
public final class ModelsCommand {

  @Spec private CommandSpec command;

  private ModelsCommand() {}

  @Command(
      name = "versions",
      description = "Show the versions of a model that are kept.",
      footer = {
        "  ops/majorant models versions adult",
        "  ops/majorant models versions adult --json",
      })
  int versions(
      @Mixin final ModelReading models,
      @Parameters(paramLabel = "MODEL", description = "Which model.") final String model,
      @Option(names = "--json", description = "Print JSON.") final boolean json)
      throws ExecutionException, InterruptedException {
    print(models.requireVersions(model), json);
    return 0;
  }

  @Command(
      name = "show",
      description = {
        "Show one version: its spec, losses, confusion, calibration, slices, members, objective and"
            + " bound; and who learns which partition now, and how far each is."
      },
      footer = "  ops/majorant models show adult")
  int show(
      @Mixin final ModelReading models,
      @Parameters(paramLabel = "MODEL", description = "Which model.") final String model,
      @Option(names = "--version", paramLabel = "V", description = "Default: the newest.")
          final Long version,
      @Option(names = "--json", description = "Print JSON.") final boolean json)
      throws ExecutionException, InterruptedException {
    final List<ModelHead> kept = models.requireVersionsUpTo(model, version);
    final ModelHead head = kept.get(kept.size() - 1);
    final ModelLine line = ModelLine.of(head);
    final LineageReport learners;
    try (LineageReader reader =
        new LineageReader(models.connection()::open, models.connection().clientProperties())) {
      learners = reader.read(head, kept, null, "the page of its learner says it");
    }
    if (json) {
      out().println(Json.line(new Shown(line, learners)));
    } else {
      print(List.of(head), false);
      out()
          .printf(
              "objective %.6f, bound %.6f, least slack %.3g, step norm %.4f%n",
              line.objective(), line.bound(), line.boundSlackMin(), line.stepNorm());
      line.alarms().stream()
          .limit(Math.max(0, line.alarms().size() - 1)) // the last one is below the version
          .map(DriftLine::line)
          .forEach(out()::println);
      if (line.confusion() != null) {
        line.confusion().lines(Terminal.width(command)).forEach(out()::println);
      }
      if (line.calibration() != null) {
        line.calibration().lines(head.getSpec().getLabels()).forEach(out()::println);
      }
      line.slices().forEach(this::print);
      if (line.mixture() != null) {
        line.mixture().lines().forEach(out()::println);
      }
      print(learners);
      line.learnedFrom().ifPresent(out()::println);
      out().print(SpecFile.write(head.getSpec()));
    }
    return 0;
  }

  /** What {@code models show --json} says. */
  private record Shown(@JsonUnwrapped ModelLine line, @JsonProperty LineageReport learners) {}

  private void print(final SliceTable slice) {
    out().printf("loss by %s, %.4f in all:%n", slice.feature(), slice.loss());
    final int longest =
        slice.values().stream().mapToInt(row -> row.value().length()).max().orElse(0);
    final TextTable table =
        new TextTable(
            out(),
            Terminal.width(command),
            List.of(
                Column.text(slice.feature(), longest),
                Column.number("examples", 11),
                Column.number("loss", 8),
                Column.number("difference", 10)));
    table.header();
    for (final SliceTable.Row row : slice.values()) {
      table.row(
          List.of(
              row.value(),
              "%,d".formatted(row.examples()),
              "%.4f".formatted(row.loss()),
              "%+.4f".formatted(row.difference())));
    }
  }

  private void print(final LineageReport learners) {
    final TextTable table = new TextTable(out(), Terminal.width(command), learners.columns());
    if (!learners.partitions().isEmpty()) {
      table.header();
      learners.rows().forEach(table::row);
    }
    learners.lines().forEach(out()::println);
  }

  @Command(
      name = "lineage",
      description = {
        "Show the offsets from which a version has learned.",
        "With --verify the input topic is read up to them, and its records are counted again: the"
            + " command fails if they are not those that the version counts."
      },
      footer = {
        "  ops/majorant models lineage adult",
        "  ops/majorant models lineage adult --verify"
      })
  int lineage(
      @Mixin final ModelReading models,
      @Parameters(paramLabel = "MODEL", description = "Which model.") final String model,
      @Option(names = "--version", paramLabel = "V", description = "Default: the newest.")
          final Long version,
      @Option(names = "--verify", description = "Count the records on the input topic again.")
          final boolean verify,
      @Option(names = "--json", description = "Print JSON.") final boolean json)
      throws ExecutionException, InterruptedException {
    final ModelHead head = models.requireHead(model, version);
    final ModelLine line = ModelLine.of(head);
    if (verify) {
      verify(head, models, json);
    } else if (json) {
      out().println(Json.line(new Learned(line.lineage(), line.topicId(), line.epoch())));
    } else {
      line.lineage()
          .forEach(
              (p, next) ->
                  out().printf("%s-%d  up to %,d%n", Topics.learned(head.getSpec()), p, next));
      line.counts().lines().forEach(out()::println);
      line.learnedFrom().ifPresent(out()::println);
      if (head.getTally().getImported() > 0) {
        out().printf("%,d examples were learned before%n", head.getTally().getImported());
      }
    }
    return 0;
  }

  /**
   * What {@code models lineage --json} says.
   *
   * @param lineage partition → next offset
   */
  private record Learned(
      @JsonProperty Map<Integer, Long> lineage,
      @JsonInclude(Include.NON_NULL) String topicId,
      @JsonInclude(Include.NON_NULL) Integer epoch) {}

  private void verify(final ModelHead head, final ModelReading models, final boolean json) {
    final LineageCheck check;
    try (KafkaGapLog log = new KafkaGapLog(models.connection().clientProperties(), "none")) {
      check = LineageCheck.of(head, log);
    }
    if (json) {
      out().println(Json.line(check));
    } else {
      out()
          .printf(
              "version %d counts %,d records; %s has %,d before its offsets%n",
              head.getVersion(), check.records(), Topics.learned(head.getSpec()), check.found());
      if (check.origins() != null) {
        out().println(check.origins());
      }
    }
    out().flush();
    if (!check.isVerified()) {
      throw new CommandFailed(check.failure(head));
    }
  }

  private void print(final List<ModelHead> heads, final boolean json) {
    final List<ModelLine> lines = heads.stream().map(ModelLine::of).toList();
    if (json) {
      out().println(Json.line(lines));
    } else {
      final int longest = lines.stream().mapToInt(line -> line.model().length()).max().orElse(0);
      final TextTable table =
          new TextTable(out(), Terminal.width(command), ModelLine.columns(longest));
      table.header();
      ModelLine above = null;
      for (final ModelLine line : lines) {
        table.row(line.cells());
        line.below(above).forEach(out()::println);
        above = line;
      }
    }
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }
}
