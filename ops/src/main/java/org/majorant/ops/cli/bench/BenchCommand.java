package org.majorant.ops.cli.bench;

import picocli.CommandLine.Command;

/**
 * The commands that measure the learner beside other systems, so that its speed is a ratio and not
 * a number of one machine.
 */
@Command(
    name = "bench",
    description = {
      "Measure the learner's speed against what it stands on.",
      "Each prints ratios of medians, measured turn by turn in one run, with a description of the"
          + " machine and what others took of it meanwhile. Above 10 %% it says that its numbers are"
          + " not to be trusted."
    },
    subcommands = {
      BenchAllCommand.class,
      BenchLatencyCommand.class,
      BenchPipelineCommand.class,
      BenchQualityCommand.class,
      BenchScaleCommand.class,
      BenchSequenceCommand.class,
      BenchTrainCommand.class
    },
    footer = {
      "  ops/majorant bench pipeline --examples 100000 --rounds 1",
      "  ops/majorant bench all --quick"
    })
public final class BenchCommand {
  private BenchCommand() {}
}
