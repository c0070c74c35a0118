package org.majorant.ops.cli.models;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.majorant.fleet.Specs;
import org.majorant.fleet.SpecsTable;
import org.majorant.ops.operate.Exchange;
import org.majorant.ops.options.AppliedModels;
import org.majorant.ops.options.ConnectionOptions;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.ops.terminal.Json;
import org.majorant.schema.AppliedSpec;
import org.majorant.schema.ModelSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command by which a challenger takes its champion's place. */
@Command(
    name = "promote",
    description = {
      "Have a challenger take its champion's place, and the champion the challenger's.",
      "What both have learned, their lineages and their specs are exchanged; names and numbers of"
          + " versions stay, so that whoever reads the champion's versions goes on with the next one. A"
          + " new comparison begins, and the same command undoes the exchange. 'models compare' says"
          + " whether the challenger is better, and with 'promote: when-better' a fleet does this itself. If the"
          + " command is killed, type it again."
    },
    footer = {
      "  ops/majorant models promote adult-views",
      "  ops/majorant models promote adult-views --yes",
    })
final class ModelsPromoteCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private AppliedModels models;

  @Parameters(paramLabel = "MODEL", description = "The challenger.")
  private String model;

  @Option(
      names = "--yes",
      description = "Do it. Without this option the command only says what it would do.")
  private boolean yes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private ModelsPromoteCommand() {}

  private record Promoted(String champion, String challenger) {
    String line() {
      return "%s takes the place of %s, which challenges it from then on under the name %s"
          .formatted(challenger, champion, challenger);
    }
  }

  @Override
  public Integer call() throws ExecutionException, InterruptedException {
    final ConnectionOptions connection = models.connection();
    final AppliedSpec challenger;
    final AppliedSpec champion;
    try (Specs specs = models.open()) {
      final SpecsTable now = specs.read();
      challenger = AppliedModels.require(now, model);
      champion = AppliedModels.require(now, champion(challenger.getSpec()));
    }
    final Promoted what = new Promoted(champion.getModel(), model);
    command.commandLine().getOut().println(json ? Json.line(what) : what.line());
    if (!yes) {
      throw new CommandFailed("nothing was changed: add --yes to exchange them");
    }
    final boolean exchanged =
        new Exchange(connection.clientProperties(), connection.timeout()).run(champion, challenger);
    command
        .commandLine()
        .getErr()
        .println(
            exchanged
                ? "They have changed places."
                : "Somebody else has had them change places meanwhile.");
    return 0;
  }

  private String champion(final ModelSpec challenger) {
    if (challenger.getChallenges() == null) {
      throw new CommandFailed(
          "'%s' challenges no model, whose place it could take".formatted(model));
    }
    return challenger.getChallenges();
  }
}
