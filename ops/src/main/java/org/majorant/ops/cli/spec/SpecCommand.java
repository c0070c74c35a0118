package org.majorant.ops.cli.spec;

import picocli.CommandLine.Command;

/** Groups the commands about specs. */
@Command(
    name = "spec",
    description =
        "Write a spec for a file of your own, try a spec before anything is learned, and list what a"
            + " spec can say.",
    footer = {
      "  ops/majorant spec infer --data churn.csv --label-column churned > churn.yaml",
      "  ops/majorant spec check churn.yaml --data churn.csv",
      "  ops/majorant spec fields",
    },
    subcommands = {SpecInferCommand.class, SpecCheckCommand.class, SpecFieldsCommand.class})
public final class SpecCommand {
  private SpecCommand() {}
}
