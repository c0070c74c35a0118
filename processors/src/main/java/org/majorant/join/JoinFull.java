package org.majorant.join;

/** What waits in a join fits neither into its memory nor onto its disk; nothing was dropped. */
public final class JoinFull extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message in one line, with what to do
   */
  public JoinFull(final String message) {
    this(message, null);
  }

  /** The same, with the failure of a disk. */
  JoinFull(final String message, final Throwable cause) {
    super(message, cause);
  }
}
