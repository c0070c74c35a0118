package org.majorant.ops.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.majorant.file.UnusableData;
import org.majorant.fleet.FleetException;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.RegistryException;
import org.majorant.spec.SpecException;
import org.majorant.store.StoreException;
import org.majorant.stream.CannotLearn;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says any error in one line on standard error, and the faults of a file in a line each, with the
 * stack trace only for those who ask.
 */
public final class ErrorLine implements IParameterExceptionHandler, IExecutionExceptionHandler {
  /** Commands of modules that are not shipped. */
  private static final Set<String> OF_THE_REPOSITORY =
      Set.of("demo", "broker", "bench", "reproduce", "maxent", "bound");

  private final BooleanSupplier verbose;

  /**
   * @param verbose whether to print stack traces, asked when there is one
   */
  public ErrorLine(final BooleanSupplier verbose) {
    this.verbose = verbose;
  }

  @Override
  public int handleParseException(final ParameterException e, final String[] args) {
    final CommandLine command = e.getCommandLine();
    final String name = command.getCommandSpec().qualifiedName();
    final String message = e.getMessage().replaceFirst("^Error: ", ""); // of groups of options
    final String line =
        "%s%s%s (see 'ops/%s --help')".formatted(message, origin(e, args), meant(e), name);
    print(command, List.of(line), e);
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(
      final Exception e, final CommandLine command, final ParseResult result) {
    final Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
    final boolean faults = cause.getCause() instanceof SpecException;
    print(command, faults ? message(cause).lines().toList() : List.of(message(cause)), e);
    return ExitCode.SOFTWARE;
  }

  private String message(final Throwable cause) {
    final Optional<AuthorizationException> denied = behind(cause, AuthorizationException.class);
    if (denied.isPresent()) {
      return "the broker does not allow it (%s): give this client the rights that ops/OPERATIONS.md lists"
          .formatted(denied.get().getMessage());
    }
    if (cause instanceof CommandFailed
        || cause instanceof CannotLearn
        || cause instanceof FleetException
        || cause instanceof UnusableData
        || cause instanceof StoreException
        || cause instanceof RegistryException) {
      return cause.getMessage();
    }
    final Optional<ConfigException> wrong = behind(cause, ConfigException.class);
    if (wrong.isPresent()) {
      return "correct the Kafka client's properties: " + wrong.get().getMessage();
    }
    if (cause instanceof ApiException) {
      return "the broker refuses: %s: find the cause with 'ops/majorant doctor'"
          .formatted(cause.getMessage());
    }
    return verbose.getAsBoolean()
        ? cause.toString()
        : cause + " (set MAJORANT_DEBUG=1 for the stack trace)";
  }

  /** The failure of a kind, whoever passes it on; empty where it is something else that failed. */
  private static <E extends Exception> Optional<E> behind(
      final Throwable failure, final Class<E> kind) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst();
  }

  /** Where a wrong value is from that was not typed; empty where it was. */
  private static String origin(final ParameterException e, final String[] args) {
    return e.getArgSpec() instanceof OptionSpec option
            && Arrays.stream(args).noneMatch(arg -> arg.startsWith(option.longestName()))
        ? Settings.of(option).map(found -> " (from %s)".formatted(found.origin())).orElse("")
        : "";
  }

  /** What a wrong word may have meant, behind a comma; empty where nothing is near. */
  private static String meant(final ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    final String word = unmatched.getUnmatched().get(0);
    if (e.getCommandLine().getParent() == null && OF_THE_REPOSITORY.contains(word)) {
      return ", a release has no command %s: use ops/majorant of Majorant's repository"
          .formatted(word);
    }
    final List<String> near = unmatched.getSuggestions();
    return near.isEmpty() ? "" : ", did you mean " + near.get(0) + "?";
  }

  private void print(final CommandLine command, final List<String> messages, final Exception e) {
    for (final String message : messages) {
      command.getErr().println("majorant: " + message.strip().replaceAll("\\s*\\R\\s*", "; "));
    }
    if (verbose.getAsBoolean()) {
      e.printStackTrace(command.getErr());
    }
    command.getErr().flush();
  }
}
