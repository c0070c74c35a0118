package org.majorant.ops.options;

import org.majorant.file.evaluate.Rounds;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that simulate several workers over one file. */
public final class WorkerOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--workers",
      paramLabel = "W",
      description = "Simulate this many workers that learn together, as on this many partitions.")
  private Integer workers;

  @Option(
      names = "--sync",
      paramLabel = "S",
      defaultValue = "512",
      description = "The most examples that a worker learns in a round.")
  private int sync;

  @Option(
      names = "--delay",
      paramLabel = "R",
      defaultValue = "0",
      description = "The number of rounds by which bases come late.")
  private int delay;

  @Option(
      names = "--hold",
      paramLabel = "N",
      description =
          "The most examples that all workers together hold, when S examples come for each worker"
              + " in a round. Default: all data is there from the start, and waits.")
  private Long hold;

  @Option(
      names = "--async",
      paramLabel = "SEED",
      description = "Simulate workers with random speeds and random delays, from this seed.")
  private Long async;

  public Rounds rounds() {
    if (workers == null) {
      Usage.refuse(
          command, "is for --workers: give that, too", "--sync", "--delay", "--hold", "--async");
      return Rounds.ALONE;
    }
    Usage.require(command, workers >= 1, "--workers must be 1 or more");
    Usage.require(command, sync >= 1, "--sync must be 1 or more");
    Usage.require(command, delay >= 0, "--delay must be 0 or more");
    Usage.require(command, hold == null || hold >= workers, "--hold must be one a worker or more");
    return new Rounds(workers, sync, delay, hold == null ? Long.MAX_VALUE : hold, async, null);
  }
}
