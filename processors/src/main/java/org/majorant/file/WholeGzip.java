package org.majorant.file;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Gzip data of one member or several, as {@code cat a.gz b.gz} makes them. {@link GZIPInputStream}
 * takes whatever is no header for the end, so that the rest of a file that was damaged between two
 * members would be missing without a word. Here that is an error, as is a member that breaks off.
 */
public final class WholeGzip extends GZIPInputStream {
  /** Unpacked at once, bytes. */
  private static final int BUFFER = 1 << 13;

  /** Checksum and length at the end of a member, bytes. */
  private static final int TRAILER = 8;

  private long before; // bytes of the input that were read when the buffer was filled last

  public WholeGzip(final InputStream in) throws IOException {
    super(new Counted(in), BUFFER);
  }

  @Override
  protected void fill() throws IOException {
    super.fill();
    before = ((Counted) in).count;
  }

  @Override
  public int read(final byte[] bytes, final int offset, final int length) throws IOException {
    final int read;
    try {
      read = super.read(bytes, offset, length);
    } catch (final EOFException e) {
      throw new EOFException("its gzip data breaks off: fetch the whole file");
    }
    if (read < 0 && length > 0) {
      requireEnd();
    }
    return read;
  }

  /** The trailer lies in the buffer, or after it; what was read beyond was no header. */
  private void requireEnd() throws IOException {
    final long beyond = inf.getRemaining() + ((Counted) in).count - before;
    if (beyond > TRAILER) {
      throw new IOException(
          "there is more after its gzip data, which is none: fetch the file again");
    }
  }

  /**
   * Input that counts what is read. {@link GZIPInputStream} takes 0 available bytes at the end of a
   * member for the end of the file, while a pipe may merely have none yet.
   */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(final InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      final int read = super.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
      final int read = super.read(bytes, offset, length);
      count += Math.max(0, read);
      return read;
    }

    @Override
    public int available() throws IOException {
      return Math.max(1, super.available());
    }
  }
}
