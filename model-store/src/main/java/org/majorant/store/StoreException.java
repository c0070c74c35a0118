package org.majorant.store;

/**
 * A topic that cannot be read, or bytes on it that make no sense; one line that says what to do.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line for people
   */
  public StoreException(final String message) {
    super(message);
  }

  /**
   * @param message one line for people
   * @param cause what Kafka said
   */
  public StoreException(final String message, final Throwable cause) {
    super(message, cause);
  }
}
