package org.majorant.file;

import java.io.Closeable;
import java.io.IOException;

/** A file of lines or records that is being read, for those who say where something stands. */
interface InputFile extends Closeable {
  /** What errors call it. */
  String name();

  /** Number of the line or record read last, from 1; 0 before. */
  long line();

  /** What has been read of it, 0 to 1; NaN where nobody knows. */
  double share();

  /** What was read that is no text, with file and line; null: nothing. */
  String fault();

  /** A failure with the name of the file in it. */
  default IOException named(final IOException e) {
    return e instanceof MalformedLine ? e : new IOException(name() + ": " + e.getMessage(), e);
  }

  /** A fault of a line, or of a record. */
  default MalformedLine malformed(final long line, final String wrong, final String expected) {
    return new MalformedLine(name(), line, wrong + "; expected " + expected);
  }
}
