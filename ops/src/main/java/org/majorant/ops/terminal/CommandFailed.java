package org.majorant.ops.terminal;

/** A command cannot go on, and its user can do something about it: the message says what. */
public final class CommandFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line, without a full stop
   */
  public CommandFailed(final String message) {
    super(message);
  }

  /**
   * @param message one line, without a full stop
   * @param cause for those who ask for the stack trace
   */
  public CommandFailed(final String message, final Throwable cause) {
    super(message, cause);
  }
}
