package org.majorant.ops.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What option values must be, beyond their types. */
final class Usage {
  private Usage() {}

  /**
   * @param message one line, without a full stop
   * @throws ParameterException with the message where it does not hold
   */
  static void require(final CommandSpec command, final boolean holds, final String message) {
    if (!holds) {
      throw new ParameterException(command.commandLine(), message);
    }
  }

  static void requirePort(final CommandSpec command, final String option, final int port) {
    require(command, port >= 0 && port <= 65_535, option + " must be 0 to 65535");
  }

  static void requirePartitions(final CommandSpec command, final int partitions) {
    require(command, partitions >= 1, "--partitions must be 1 or more");
  }

  static void requireRate(final CommandSpec command, final double rate) {
    require(
        command,
        rate >= 0 && Double.isFinite(rate),
        "--rate must be 0 or more examples a second; 0 is as fast as it goes");
  }
}
