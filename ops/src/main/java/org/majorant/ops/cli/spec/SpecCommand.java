package org.majorant.ops.cli.spec;

import picocli.CommandLine.Command;

/** Groups the commands about specs. */
@Command(
    name = "spec",
    description = "Write a spec for a file of your own, and try a spec before anything is learned.",
    footer = {
      "  ops/majorant spec infer --data churn.csv --label-column churned > churn.yaml",
      "  ops/majorant spec check churn.yaml --data churn.csv",
    },
    subcommands = {SpecInferCommand.class, SpecCheckCommand.class})
public final class SpecCommand {
  private SpecCommand() {}
}
