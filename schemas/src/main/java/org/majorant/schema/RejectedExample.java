package org.majorant.schema;

import java.util.regex.Pattern;

/** An example that cannot be learned from; it goes to the dead letters with reason and message. */
public final class RejectedExample extends Exception {
  private static final long serialVersionUID = 1L;

  private static final int LONGEST_QUOTE = 40;
  private static final int LONGEST_MESSAGE = 500;

  /** What breaks a line, steers a terminal, turns text around, or is half a character. */
  private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

  private final Rejection reason;

  /**
   * @param reason the kind of fault, a label of the metrics
   * @param message one line for people; made safe for it, since it may quote the example
   */
  public RejectedExample(final Rejection reason, final String message) {
    super(safe(message, LONGEST_MESSAGE), null, false, false);
    this.reason = reason;
  }

  /**
   * An example whose reading ends in an error that nobody foresaw. It is rejected as any other is:
   * an error that came through would end the stream here, and here again after each restart.
   *
   * @param error a {@link RuntimeException} or a {@link StackOverflowError}
   */
  public static RejectedExample unforeseen(final Throwable error) {
    return failed(Rejection.UNDECODABLE, "reading", error);
  }

  /**
   * An example that is well-formed, but whose learning ends in an error that nobody foresaw.
   *
   * @param error as of {@link #unforeseen}
   */
  public static RejectedExample unlearnable(final Throwable error) {
    return failed(Rejection.VALUE, "learning", error);
  }

  private static RejectedExample failed(
      final Rejection reason, final String doing, final Throwable error) {
    final String message = error.getMessage() == null ? "" : " " + quote(error.getMessage());
    final StackTraceElement[] trace = error.getStackTrace();
    final String place =
        trace.length == 0 ? "" : " at " + trace[0].getFileName() + ":" + trace[0].getLineNumber();
    return new RejectedExample(
        reason,
        doing
            + " it fails with "
            + error.getClass().getSimpleName()
            + message
            + place
            + ": report this together with the record");
  }

  /** A piece of an example, made safe for a message: short, and no control characters. */
  public static String quote(final String text) {
    return "'" + safe(text, LONGEST_QUOTE) + "'";
  }

  private static String safe(final String text, final int longest) {
    final String shown = text.length() <= longest ? text : text.substring(0, longest) + "…";
    return UNSAFE.matcher(shown).replaceAll(" ");
  }

  /** The kind of fault. */
  public Rejection reason() {
    return reason;
  }
}
