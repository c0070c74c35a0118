package org.majorant.ops.cli;

import picocli.CommandLine.Command;

/** Groups the commands about topics. */
@Command(
    name = "topics",
    description =
        "Create Majorant's topics, follow an input that has got partitions, and write the schemas for"
            + " other programs.",
    footer = "  ops/majorant topics create",
    subcommands = {
      TopicsCreateCommand.class,
      TopicsExpandCommand.class,
      TopicsSchemasCommand.class
    })
public final class TopicsCommand {
  private TopicsCommand() {}
}
