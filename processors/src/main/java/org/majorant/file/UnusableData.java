package org.majorant.file;

/** Nothing can be learned or scored from what was given; the message says what to do. */
public final class UnusableData extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line, without a full stop
   */
  public UnusableData(final String message) {
    super(message);
  }
}
