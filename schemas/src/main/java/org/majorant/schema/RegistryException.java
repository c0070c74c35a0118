package org.majorant.schema;

/**
 * A schema registry that cannot be asked, or says no. It says nothing about the records: who reads
 * them asks again, and must not take them for bad.
 */
public final class RegistryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line for people
   */
  public RegistryException(final String message) {
    super(message);
  }

  /**
   * @param message one line for people
   * @param cause what failed
   */
  public RegistryException(final String message, final Throwable cause) {
    super(message, cause);
  }
}
