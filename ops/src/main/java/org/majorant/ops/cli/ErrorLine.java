package org.majorant.ops.cli;

import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.majorant.ops.CommandFailed;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Says any error in one line on standard error, with the stack trace only for those who ask. */
public final class ErrorLine implements IParameterExceptionHandler, IExecutionExceptionHandler {
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
    print(command, "%s (see '%s --help')".formatted(e.getMessage(), name), e);
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(
      final Exception e, final CommandLine command, final ParseResult result) {
    final Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
    final String hint = verbose.getAsBoolean() ? "" : " (set MAJORANT_DEBUG=1 for the stack trace)";
    print(command, cause instanceof CommandFailed ? cause.getMessage() : cause + hint, e);
    return ExitCode.SOFTWARE;
  }

  private void print(final CommandLine command, final String message, final Exception e) {
    command.getErr().println("majorant: " + message.strip().replaceAll("\\s*\\R\\s*", "; "));
    if (verbose.getAsBoolean()) {
      e.printStackTrace(command.getErr());
    }
    command.getErr().flush();
  }
}
