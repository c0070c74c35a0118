package org.majorant.ops.cli.models;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.majorant.fleet.Specs;
import org.majorant.ops.operate.ModelEnd;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.options.ModelReading;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.ModelHead;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that ends a model. */
@Command(
    name = "delete",
    description = {
      "Delete a model: its versions, its state, and its offsets.",
      "Stop its learners first; a fleet stops a model of it by itself. A model that is learned later under the same name begins from"
          + " nothing, but with the next version number, so that services which still have the old"
          + " model take the new one. If the command is killed, type it again."
    },
    footer = {"  ops/majorant models delete adult", "  ops/majorant models delete adult --yes"})
final class ModelsDeleteCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private ModelReading models;

  @Parameters(paramLabel = "MODEL", description = "Which model.")
  private String model;

  @Option(
      names = "--yes",
      description = "Delete the model. Without this option the command only says what it would do.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsDeleteCommand() {}

  private record Deleted(String model, long version, long examples) {}

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ConnectionOptions connection = models.connection();
    final ModelHead newest = newest();
    final Deleted what =
        newest == null
            ? new Deleted(model, 0, 0)
            : new Deleted(model, newest.getVersion(), newest.getTally().getExamples());
    command
        .commandLine()
        .getOut()
        .println(
            json
                ? Json.line(what)
                : "%s has %d versions and learned %,d examples: all of that is deleted"
                    .formatted(model, what.version(), what.examples()));
    if (!yes) {
      throw new CommandFailed("nothing was changed: add --yes to delete it");
    }
    try (Admin admin = connection.connect()) {
      new ModelEnd(admin, connection.clientProperties(), connection.timeout())
          .delete(model, newest);
    }
    return 0;
  }

  /** The newest version; null where a model has none, but is applied. */
  private ModelHead newest() throws ExecutionException, InterruptedException {
    final Optional<ModelHead> newest = models.newestHead(model);
    if (newest.isPresent()) {
      return newest.get();
    }
    try (Specs specs = new Specs(models.connection().clientProperties())) {
      return specs.read().applied(model).isPresent() ? null : models.requireHead(model, null);
    }
  }
}
