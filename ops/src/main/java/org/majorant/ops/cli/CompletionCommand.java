package org.majorant.ops.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command that prints the script by which a shell completes the other commands. */
@Command(
    name = "completion",
    description = {
      "Print a script by which bash and zsh complete commands, options and their values.",
      "For this shell only, type the first line below. For all later shells, write the script to a"
          + " file with the second line, and source that file in your ~/.bashrc or ~/.zshrc. It"
          + " completes 'ops/majorant' and 'majorant' alike."
    },
    footer = {
      "  source <(ops/majorant completion)",
      "  ops/majorant completion > ~/.majorant-completion",
    })
public final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  private CompletionCommand() {}

  @Override
  public Integer call() {
    final CommandLine root = command.root().commandLine();
    root.getOut().print(AutoComplete.bash(root.getCommandName(), root));
    root.getOut().flush();
    return 0;
  }
}
