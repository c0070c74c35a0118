package org.majorant.research.cli.bench;

import org.majorant.ops.options.Usage;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How often each thing is measured, for a median. */
final class RoundsOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often each thing is measured.")
  private int rounds;

  int count() {
    return rounds;
  }

  void requireUsage() {
    Usage.require(command, rounds >= 1, "--rounds must be 1 or more");
  }
}
