package org.majorant.schema;

/**
 * A schema registry that cannot be asked, or does not take a schema. It says nothing about the
 * records: who reads them asks again, and must not take them for bad. That a registry does not have
 * the schema of a record is no such exception.
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
