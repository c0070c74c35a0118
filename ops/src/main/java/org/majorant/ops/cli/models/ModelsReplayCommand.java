package org.majorant.ops.cli.models;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.read.ReplayCheck;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.store.ModelVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that rebuilds a version from its summaries and compares it, bit for bit. */
@Command(
    name = "replay",
    description = {
      "Rebuild a version from its summaries, and compare it bit for bit.",
      "It merges the summaries again as the learner did, from the model's first base on. So all"
          + " summaries and rounds since then must still exist. They are kept for a day, unless"
          + " majorant-summaries and majorant-rounds have a longer retention. Nothing is written."
    },
    footer = {
      "  ops/majorant models replay adult --to-version 12",
      "  ops/majorant models replay adult --to-version 12 --json",
    })
final class ModelsReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(names = "--to-version", paramLabel = "V", required = true, description = "Which version.")
  private long version;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsReplayCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final Optional<ModelVersion> published = models.find(model, version);
    final ReplayCheck check = ReplayCheck.of(models.rebuild(model, version), published);
    final PrintWriter out = command.commandLine().getOut();
    out.println(json ? Json.line(check) : check.line());
    out.flush();
    if (!check.isIdentical()) {
      throw new CommandFailed(
          "version %d of %s is not what its summaries give: %s"
              .formatted(version, model, check.difference()));
    }
    return 0;
  }
}
