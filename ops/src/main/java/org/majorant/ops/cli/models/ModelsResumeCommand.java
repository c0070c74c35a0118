package org.majorant.ops.cli.models;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.ops.operate.SpecChanges;
import org.majorant.ops.options.AppliedModels;
import org.majorant.ops.read.AppliedLine;
import org.majorant.ops.terminal.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that has a fleet learn a paused model again. */
@Command(
    name = "resume",
    description = {
      "Have a fleet learn a model again that was paused, or that failed.",
      "It goes on where it was, and first catches up on what has come meanwhile."
    },
    footer = "  ops/majorant models resume adult")
final class ModelsResumeCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private AppliedModels models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsResumeCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final AppliedLine line =
        models.change(model, before -> SpecChanges.resume(before, System.currentTimeMillis()));
    command.commandLine().getOut().println(json ? Json.line(line) : line.line());
    return 0;
  }
}
