package org.majorant.schema;

/**
 * A schema registry that cannot be asked, or does not take a schema. It says nothing about the
 * records: who reads them asks again, and must not take them for bad. That a registry does not have
 * the schema of a record is no such exception. The message is one line for people.
 */
public final class RegistryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RegistryException(final String message) {
    super(message);
  }

  public RegistryException(final String message, final Throwable cause) {
    super(message, cause);
  }
}
