package org.majorant.input;

/** A topic is not the log that a model has learned from; the message is one line for people. */
public final class OtherLog extends RuntimeException {
  private static final long serialVersionUID = 1L;

  OtherLog(final String message) {
    super(message);
  }
}
