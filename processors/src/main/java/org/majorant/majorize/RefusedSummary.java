package org.majorant.majorize;

/** A summary that is not merged, and why. */
public final class RefusedSummary extends Exception {
  private static final long serialVersionUID = 1L;

  private final Refusal reason;

  /**
   * @param message one line for people
   */
  RefusedSummary(final Refusal reason, final String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public Refusal reason() {
    return reason;
  }
}
