package org.majorant.ops.cli.models;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.lineage.LearnedState;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.client.NewestBase;
import org.majorant.ops.client.Rollback;
import org.majorant.ops.client.SummaryWriter;
import org.majorant.ops.options.ModelFiles;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.options.StateFiles;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelHead;
import org.majorant.schema.ModelSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that takes back what a model has learned since a file of it was written. */
@Command(
    name = "rollback",
    description = {
      "Take back what a model has learned since a file of it was exported.",
      "The model goes on from the file's state, in a new version. Offsets that were learned since"
          + " are not learned again: each version counts their examples as undone. Without --yes"
          + " the command only says what it would do."
    },
    footer = {
      "  ops/majorant models rollback adult --to adult.json.gz",
      "  ops/majorant models rollback adult --to adult.json.gz --yes",
    })
final class ModelsRollbackCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(
      names = "--to",
      paramLabel = "FILE",
      required = true,
      description = "A file that 'models export --with-curvature' wrote of this model.")
  private Path file;

  @Option(names = "--yes", description = "Do it.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsRollbackCommand() {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ModelSpec spec = ModelFiles.read(file).spec();
    final LearnedState state = StateFiles.read(file, spec);
    final ModelHead newest = models.requireHead(model, null);
    final var client = models.connection().clientProperties();
    final Rollback rollback =
        Rollback.of(
            newest,
            NewestBase.require(client, model, models.connection().timeout()).head(),
            spec,
            state);
    final PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(Json.line(rollback));
    } else {
      rollback.lines(newest.getSpec().getInput()).forEach(out::println);
    }
    out.flush();
    if (!yes) {
      throw new CommandFailed("nothing was changed: add --yes to take it back");
    }
    SummaryWriter.write(client, model, state.restart(file + ", of version " + rollback.to()));
    command
        .commandLine()
        .getErr()
        .println("Rolled back with the next base of its learner, which has to run within a day.");
    return 0;
  }
}
