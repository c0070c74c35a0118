package org.majorant.file;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.majorant.schema.RejectedExample;

/**
 * Lines of UTF-8 text, plain or gzip, which their first two bytes tell apart. A byte order mark is
 * passed over; bytes that are not UTF-8 become U+FFFD.
 */
final class Source implements Closeable {
  private static final int BUFFER = 1 << 16;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String name;
  private final InputStream in;
  private final BufferedReader reader;
  private long line;

  /**
   * @param name what errors call it
   */
  private Source(final String name, final InputStream in) throws IOException {
    this.name = name;
    this.in = in;
    reader =
        new BufferedReader(new InputStreamReader(inflated(in), StandardCharsets.UTF_8), BUFFER);
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
  }

  /**
   * Opens a file.
   *
   * @param path of the file, or {@link ExampleReader#STANDARD_INPUT}
   * @throws FileNotFoundException where there is no file that can be read
   */
  static Source open(final String path) throws IOException {
    if (path.equals(ExampleReader.STANDARD_INPUT)) {
      return of("standard input", System.in);
    }
    final File file = new File(path);
    if (file.isDirectory() || !file.canRead()) {
      throw new FileNotFoundException(path + ": not a file that can be read");
    }
    return of(path, new FileInputStream(file));
  }

  /** Reads from a stream, which is closed where that fails. */
  static Source of(final String name, final InputStream in) throws IOException {
    try {
      return new Source(name, in);
    } catch (final IOException e) {
      in.close();
      throw named(name, e);
    }
  }

  private static InputStream inflated(final InputStream in) throws IOException {
    final PushbackInputStream peeked = new PushbackInputStream(in, 2);
    final byte[] magic = peeked.readNBytes(2);
    peeked.unread(magic);
    final boolean gzip =
        magic.length == 2
            && ((magic[1] & 0xff) << 8 | magic[0] & 0xff) == GZIPInputStream.GZIP_MAGIC;
    return gzip ? new WholeGzip(peeked) : peeked;
  }

  /** A failure with the name of the file in it. */
  IOException named(final IOException e) {
    return named(name, e);
  }

  private static IOException named(final String name, final IOException e) {
    return e instanceof MalformedLine ? e : new IOException(name + ": " + e.getMessage(), e);
  }

  /**
   * What has been read of a file, 0 to 1; NaN of anything else, as of a pipe, which has no size.
   */
  double share() {
    if (!(in instanceof FileInputStream file)) {
      return Double.NaN;
    }
    try {
      final long size = file.getChannel().size();
      return size == 0 ? Double.NaN : Math.min(1, (double) file.getChannel().position() / size);
    } catch (final IOException e) {
      return Double.NaN; // it is closed
    }
  }

  /** All of the text, for a parser that counts the lines itself. */
  BufferedReader reader() {
    return reader;
  }

  /**
   * The next line that is not blank, which is read again after this. A line's end within double
   * quotes ends none. Nothing after it is waited for, since a pipe may be slow.
   *
   * @param most characters at most
   */
  String peekLine(final int most) throws IOException {
    final StringBuilder text = new StringBuilder();
    boolean quoted = false;
    reader.mark(most);
    for (int c = reader.read(); c >= 0 && text.length() < most - 1; c = reader.read()) {
      quoted ^= c == '"';
      if (!quoted && (c == '\n' || c == '\r') && !text.toString().isBlank()) {
        break;
      }
      text.append((char) c);
    }
    reader.reset();
    return text.toString();
  }

  /** The next line that is not blank, or null at the end. */
  String nextLine() throws IOException {
    String text;
    do {
      text = reader.readLine();
      line++;
    } while (text != null && text.isBlank());
    return text;
  }

  /** The next line even if it is blank, or null at the end. */
  String anyLine() throws IOException {
    line++;
    return reader.readLine();
  }

  /** Number of the line read last. */
  long line() {
    return line;
  }

  /** A fault of the line read last. */
  MalformedLine malformed(final String wrong, final String expected) {
    return malformed(line, wrong, expected);
  }

  /** A fault of the line of that number. */
  MalformedLine malformed(final long line, final String wrong, final String expected) {
    return new MalformedLine(name, line, wrong + "; expected " + expected);
  }

  /** A fault of the line read last, told in one. */
  MalformedLine malformed(final RejectedExample fault) {
    return new MalformedLine(name, line, fault.getMessage());
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
