package org.majorant.schema;

/** An example that cannot be learned from; it goes to the dead letters with reason and message. */
public final class RejectedExample extends Exception {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST_QUOTE = 40;

  private final Rejection reason;

  /**
   * @param reason the kind of fault, a label of the metrics
   * @param message one line for people
   */
  public RejectedExample(final Rejection reason, final String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  /** A piece of an example, made safe for a message: short, and no control characters. */
  public static String quote(final String text) {
    final String shown =
        text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
    return "'" + shown.replaceAll("\\p{Cntrl}", " ") + "'";
  }

  /** The kind of fault. */
  public Rejection reason() {
    return reason;
  }
}
