package org.majorant.file;

import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file's bytes, and how many of them have been read. */
final class CountedFile extends FilterInputStream {
  private final long size;
  private long position;

  private CountedFile(final Path file) throws IOException {
    super(Files.newInputStream(file));
    size = Files.size(file);
  }

  /**
   * @throws FileNotFoundException where there is no file that can be read
   */
  static CountedFile open(final String path) throws IOException {
    final Path file = Path.of(path);
    if (Files.isDirectory(file) || !Files.isReadable(file)) {
      throw new FileNotFoundException(path + ": not a file that can be read");
    }
    return new CountedFile(file);
  }

  /** What has been read of it, 0 to 1; NaN of a file that claims to be empty, as pipes do. */
  double share() {
    return size == 0 ? Double.NaN : Math.min(1, (double) position / size);
  }

  @Override
  public int read() throws IOException {
    final int value = super.read();
    position += value >= 0 ? 1 : 0;
    return value;
  }

  @Override
  public int read(final byte[] bytes, final int offset, final int length) throws IOException {
    final int count = super.read(bytes, offset, length);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public long skip(final long count) throws IOException {
    final long skipped = super.skip(count);
    position += skipped;
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
