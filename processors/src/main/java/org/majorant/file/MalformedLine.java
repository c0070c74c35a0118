package org.majorant.file;

import java.io.IOException;

/**
 * A line that is no example. Its message is one line for people: file, line number, what is wrong
 * and what was expected. The reader that threw it stands at the next line and can go on.
 */
public final class MalformedLine extends IOException {
  private static final long serialVersionUID = 1L;

  private final long line;

  MalformedLine(final String file, final long line, final String message) {
    super(file + ":" + line + ": " + message);
    this.line = line;
  }

  /** The line's number in the file, from 1; of a table row over several lines, the first. */
  public long line() {
    return line;
  }
}
