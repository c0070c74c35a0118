package org.majorant.replay;

/** A version cannot be rebuilt; the message says why in one line. */
public final class ReplayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReplayException(final String message) {
    super(message);
  }
}
