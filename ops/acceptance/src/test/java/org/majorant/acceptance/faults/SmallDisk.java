package org.majorant.acceptance.faults;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory on a file system of its own in memory, which can be full or read-only. It is full
 * when it is made as small as what is on it, so that nobody has to fill it. Only who may mount
 * (root, in CI) can have one.
 */
final class SmallDisk {
  private static final String SIZE = "4g";
  private static final long PAGE = 4096; // a size of 0 would be none

  private final Path dir;

  /** Mounts it on a directory, which is made. */
  SmallDisk(final Path dir) throws IOException {
    this.dir = Files.createDirectories(dir).toAbsolutePath();
    run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "majorant", this.dir.toString());
  }

  /** Whether this user may mount; tried once in a directory that may be made. */
  static boolean isPermitted(final Path dir) {
    try {
      new SmallDisk(dir).close(false);
      return true;
    } catch (final IOException e) {
      return false;
    }
  }

  void fill() throws IOException {
    for (int attempt = 1; ; attempt++) {
      final FileStore store = Files.getFileStore(dir);
      final long used = Math.max(PAGE, store.getTotalSpace() - store.getUnallocatedSpace());
      try {
        remount("size=" + used);
        return;
      } catch (final IOException e) {
        if (attempt == 1000) {
          throw e; // until then more was written meanwhile
        }
      }
    }
  }

  void free() throws IOException {
    remount("size=" + SIZE);
  }

  /** Nothing on it may be open for writing. */
  void makeReadOnly() throws IOException {
    remount("ro");
  }

  void makeWritable() throws IOException {
    remount("rw");
  }

  /**
   * Unmounts it.
   *
   * @param kept whether a copy is left in its place
   */
  void close(final boolean kept) throws IOException {
    final String copy = dir + ".kept";
    if (kept) {
      run("cp", "-a", "--sparse=always", dir.toString(), copy);
    }
    run("umount", dir.toString());
    if (kept) {
      run("rmdir", dir.toString());
      run("mv", copy, dir.toString());
    }
  }

  private void remount(final String option) throws IOException {
    run("mount", "-o", "remount," + option, dir.toString());
  }

  private static void run(final String... command) throws IOException {
    final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    final String output = new String(process.getInputStream().readAllBytes());
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output.strip());
    }
  }
}
