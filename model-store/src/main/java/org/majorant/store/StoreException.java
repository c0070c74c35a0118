package org.majorant.store;

/**
 * Thrown where a topic cannot be read, or where its bytes make no sense. The message is one line
 * that says what to do.
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
