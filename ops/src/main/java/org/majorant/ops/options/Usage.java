package org.majorant.ops.options;

import java.util.List;
import org.majorant.schema.ValueDecoder;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Checks of option values that go beyond their types; a value that fails is bad usage. */
public final class Usage {
  private Usage() {}

  /**
   * @param message one line, without a full stop
   * @throws ParameterException with the message where it does not hold
   */
  public static void require(final CommandSpec command, final boolean holds, final String message) {
    if (!holds) {
      throw new ParameterException(command.commandLine(), message);
    }
  }

  /**
   * Refuses options that would be ignored.
   *
   * @param because why, and what to do, after the option's name: "is not for --model: leave it out"
   * @param names options by name, or all those of a mixin by the name of its field
   * @throws ParameterException for the first that was typed
   */
  public static void refuse(
      final CommandSpec command, final String because, final String... names) {
    final ParseResult typed = command.commandLine().getParseResult();
    for (final String name : names) {
      final CommandSpec mixin = command.mixins().get(name);
      final List<OptionSpec> options =
          mixin == null ? List.of(command.findOption(name)) : mixin.options();
      for (final OptionSpec option : options) {
        require(command, !typed.hasMatchedOption(option), option.longestName() + " " + because);
      }
    }
  }

  public static void requirePort(final CommandSpec command, final String option, final int port) {
    require(command, port >= 0 && port <= 65_535, option + " must be 0 to 65535");
  }

  public static void requirePartitions(final CommandSpec command, final int partitions) {
    require(command, partitions >= 1, "--partitions must be 1 or more");
  }

  public static void requirePack(final CommandSpec command, final int pack) {
    require(
        command,
        pack >= 1 && pack <= ValueDecoder.MOST_EXAMPLES,
        "--pack must be 1 to " + ValueDecoder.MOST_EXAMPLES);
  }

  public static void requireRate(final CommandSpec command, final double rate) {
    require(
        command,
        rate >= 0 && Double.isFinite(rate),
        "--rate must be 0 or more examples a second; 0 is as fast as it goes");
  }
}
