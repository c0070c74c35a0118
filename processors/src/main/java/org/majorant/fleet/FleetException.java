package org.majorant.fleet;

/** Why a fleet or a model of one cannot be what was asked, in one line that says what to do. */
public final class FleetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FleetException(final String message) {
    super(message);
  }

  FleetException(final String message, final Throwable cause) {
    super(message, cause);
  }
}
