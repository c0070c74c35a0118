package org.majorant.ops.cli.deadletters;

import picocli.CommandLine.Command;

/** Groups the commands about what could not be learned from. */
@Command(
    name = "dead-letters",
    description = "Look at the records that were rejected, and replay them after a fix.",
    footer = {
      "  ops/majorant dead-letters list",
      "  ops/majorant dead-letters show 17",
      "  ops/majorant dead-letters replay --reason label --yes",
    },
    subcommands = {
      DeadLettersListCommand.class,
      DeadLettersShowCommand.class,
      DeadLettersReplayCommand.class
    })
public final class DeadLettersCommand {
  private DeadLettersCommand() {}
}
