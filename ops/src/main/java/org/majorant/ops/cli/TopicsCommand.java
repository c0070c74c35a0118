package org.majorant.ops.cli;

import picocli.CommandLine.Command;

/** Groups the commands about topics. */
@Command(
    name = "topics",
    description = "Create Majorant's topics, and write their schemas for other programs.",
    footer = "  ops/majorant topics create",
    subcommands = {TopicsCreateCommand.class, TopicsSchemasCommand.class})
public final class TopicsCommand {
  private TopicsCommand() {}
}
