package org.majorant.stream;

/** Why an instance cannot learn, in one line that says what to do. */
public final class CannotLearn extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotLearn(final String message, final Throwable cause) {
    super(message, cause);
  }
}
