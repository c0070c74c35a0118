package org.majorant.store;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.majorant.schema.RegistryException;

/**
 * Thrown where a topic cannot be read, or where its bytes make no sense. The message is one line
 * that says what to do.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(final String message) {
    super(message);
  }

  public StoreException(final String message, final Throwable cause) {
    super(message, cause);
  }

  /** Why a topic could not be read, in one line. */
  static String why(final Throwable e) {
    return (isForPeople(e) ? e.getMessage() : e.toString()).lines().findFirst().orElse("");
  }

  /** Whether its message says enough without a stack trace. */
  static boolean isForPeople(final Throwable e) {
    return e instanceof StoreException
        || e instanceof RegistryException
        || e instanceof AuthenticationException
        || e instanceof AuthorizationException;
  }
}
