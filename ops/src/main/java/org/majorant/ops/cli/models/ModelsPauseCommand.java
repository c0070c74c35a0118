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

/** The command that has a fleet learn a model no more, and keep what it knows. */
@Command(
    name = "pause",
    description = {
      "Have a fleet stop to learn a model for a while.",
      "The model keeps what it has learned, and its versions stay. Other models of the fleet learn on."
          + " After 'models resume' it goes on where it is."
    },
    footer = {
      "  ops/majorant models pause adult --reason costs",
    })
final class ModelsPauseCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private AppliedModels models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why, for those who see it paused in 'models list' and on the page.")
  private String reason;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsPauseCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final AppliedLine line =
        models.change(
            model, before -> SpecChanges.pause(before, reason, System.currentTimeMillis()));
    command.commandLine().getOut().println(json ? Json.line(line) : line.line());
    return 0;
  }
}
