package org.majorant.ops.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.majorant.ops.options.Usage;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that shows the help of another; picocli's own knows no commands of groups. */
@Command(
    name = "help",
    description = "Show the help of a command, as its option --help does.",
    footer = {
      "  ops/majorant help",
      "  ops/majorant help models export",
    })
public final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The words of the command. Default: none, which lists the commands.")
  private List<String> words = List.of();

  private HelpCommand() {}

  @Override
  public Integer call() {
    CommandLine named = command.root().commandLine();
    for (final String word : words) {
      final CommandLine sub = named.getSubcommands().get(word);
      Usage.require(
          named.getCommandSpec(),
          sub != null,
          "no command '%s %s'".formatted(named.getCommandSpec().qualifiedName(), word));
      named = sub;
    }
    named.usage(command.commandLine().getOut(), command.commandLine().getColorScheme());
    return 0;
  }
}
