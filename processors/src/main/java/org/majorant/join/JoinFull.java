package org.majorant.join;

/** What waits in a join does not fit into the memory that it may have; nothing was dropped. */
public final class JoinFull extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message in one line, with what to do
   */
  public JoinFull(final String message) {
    super(message);
  }
}
