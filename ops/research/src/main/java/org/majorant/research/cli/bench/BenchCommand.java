package org.majorant.research.cli.bench;

import picocli.CommandLine.Command;

/**
 * The commands that measure the learner beside other systems, so that its speed is a ratio and not
 * a number of one machine.
 */
@Command(
    name = "bench",
    description = {
      "Measure the learner's speed, beside Kafka Streams and other learners.",
      "Each bench prints ratios of medians, which are measured alternately in one run. It also"
          + " describes the machine, and says how much processor time others took meanwhile. Above"
          + " 10 %% it says that the numbers are not to be trusted."
    },
    subcommands = {
      BenchAllCommand.class,
      BenchDriftCommand.class,
      BenchEventsCommand.class,
      BenchFleetCommand.class,
      BenchTrickleCommand.class,
      BenchLateCommand.class,
      BenchLatencyCommand.class,
      BenchLeagueCommand.class,
      BenchPipelineCommand.class,
      BenchQualityCommand.class,
      BenchScaleCommand.class,
      BenchSequenceCommand.class,
      BenchServeCommand.class,
      BenchTrainCommand.class
    },
    footer = {
      "  ops/majorant bench pipeline --examples 100000 --rounds 1",
      "  ops/majorant bench all --quick"
    })
public final class BenchCommand {
  private BenchCommand() {}
}
