package org.majorant.file;

import static org.majorant.file.ExampleReader.CONVERT;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.majorant.schema.RejectedExample;

/**
 * Lines of text, plain or gzip, which their first two bytes tell apart. The text is UTF-8, or
 * UTF-16 where a byte order mark says so; the mark is passed over. Bytes that are neither become
 * U+FFFD, and the first of them is {@link #fault}.
 */
final class Source implements InputFile {
  private static final int BUFFER = 1 << 16;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String name;
  private final InputStream in;
  private final DecodedText text;
  private final BufferedReader reader;
  private final Deque<String> unread = new ArrayDeque<>();
  private long line;
  private String fault;

  /**
   * @param name what errors call it
   */
  private Source(final String name, final InputStream in) throws IOException {
    this.name = name;
    this.in = in;
    final PushbackInputStream bytes = new PushbackInputStream(inflated(in), 2);
    text = new DecodedText(bytes, charset(bytes));
    reader = new BufferedReader(text, BUFFER);
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
      throw new IOException(name + ": " + e.getMessage(), e);
    }
  }

  /** UTF-16 without its mark is told by a zero beside the first letter. */
  private static Charset charset(final PushbackInputStream in) throws IOException {
    final byte[] first = in.readNBytes(2);
    in.unread(first);
    if (first.length < 2) {
      return StandardCharsets.UTF_8;
    }
    if (first[0] == 0 || first[1] == 0) {
      throw new IOException(
          "it begins with a zero byte, as no text in UTF-8 does: convert it, as by iconv -f UTF-16LE"
              + " -t UTF-8");
    }
    return switch ((first[0] & 0xff) << 8 | first[1] & 0xff) {
      case 0xFEFF -> StandardCharsets.UTF_16BE;
      case 0xFFFE -> StandardCharsets.UTF_16LE;
      default -> StandardCharsets.UTF_8;
    };
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

  /**
   * What has been read of a file, 0 to 1; NaN of anything else, as of a pipe, which has no size.
   */
  @Override
  public double share() {
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

  /**
   * The next line that is not blank, which is read again after this. A line's end within double
   * quotes ends none. Nothing after it is waited for, since a pipe may be slow.
   *
   * @param most characters at most
   */
  String peekLine(final int most) throws IOException {
    final StringBuilder peeked = new StringBuilder();
    boolean quoted = false;
    reader.mark(most);
    for (int c = reader.read(); c >= 0 && peeked.length() < most - 1; c = reader.read()) {
      quoted ^= c == '"';
      if (!quoted && (c == '\n' || c == '\r') && !peeked.toString().isBlank()) {
        break;
      }
      peeked.append((char) c);
    }
    reader.reset();
    return peeked.toString();
  }

  /** The next line that is not blank, or null at the end. */
  String nextLine() throws IOException {
    String next = anyLine();
    while (next != null && next.isBlank()) {
      next = anyLine();
    }
    return next;
  }

  /** The next line even if it is blank, or null at the end. */
  String anyLine() throws IOException {
    final String next = unread.isEmpty() ? reader.readLine() : unread.pop();
    line += next == null ? 0 : 1;
    if (fault == null && next != null && next.indexOf(DecodedText.REPLACEMENT) >= 0) {
      fault =
          text.fault() == null ? null : name + ":" + line + ": " + text.fault() + ": " + CONVERT;
    }
    return next;
  }

  /** Lines that were read last, which are read again. */
  void unread(final List<String> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      unread.push(lines.get(i));
    }
    line -= lines.size();
  }

  /** The first byte that is not of the text's encoding, with its line; null: there is none. */
  @Override
  public String fault() {
    return fault;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long line() {
    return line;
  }

  /** A fault of the line read last. */
  MalformedLine malformed(final String wrong, final String expected) {
    return malformed(line, wrong, expected);
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
