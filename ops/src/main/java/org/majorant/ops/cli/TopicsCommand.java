package org.majorant.ops.cli;

import picocli.CommandLine.Command;

/** Groups the commands about topics. */
@Command(
    name = "topics",
    description = "Prepare Majorant's topics, and programs that read them.",
    footer = "  ops/majorant topics create",
    subcommands = {TopicsCreateCommand.class, TopicsSchemasCommand.class})
public final class TopicsCommand {
  private TopicsCommand() {}
}
