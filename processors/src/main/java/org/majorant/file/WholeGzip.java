package org.majorant.file;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Gzip data of one member or several, as {@code cat a.gz b.gz} makes them. The JDK's own stream
 * takes whatever is no header for the end, so that the rest of a file that was damaged between two
 * members would be missing without a word. Here that is an error, as is a member that breaks off.
 */
public final class WholeGzip extends FilterInputStream {
  public WholeGzip(final InputStream in) throws IOException {
    super(
        GzipCompressorInputStream.builder()
            .setInputStream(in)
            .setDecompressConcatenated(true)
            .get());
  }

  @Override
  public int read(final byte[] bytes, final int offset, final int length) throws IOException {
    try {
      return super.read(bytes, offset, length);
    } catch (final EOFException e) {
      throw new EOFException("its gzip data breaks off: fetch the whole file");
    } catch (final IOException e) {
      throw new IOException(
          "its gzip data cannot be read to the end (%s): fetch the file again"
              .formatted(e.getMessage()),
          e);
    }
  }
}
