package org.majorant.demo;

import java.nio.file.Path;
import org.majorant.file.Format;

/**
 * A data set that comes with Majorant.
 *
 * @param name of its folder, and of its model
 * @param trainFile what is replayed
 * @param testFile more of the same, never learned
 * @param sentence of those to watch while its model learns; null: there is none
 */
public record DataFiles(
    String name, Format format, String trainFile, String testFile, String sentence) {
  /**
   * The model's spec.
   *
   * @param home of Majorant, here and below
   */
  public Path spec(final Path home) {
    return folder(home).resolve(name + ".yaml");
  }

  /** What is replayed. */
  public Path train(final Path home) {
    return folder(home).resolve(trainFile);
  }

  /** More of the same, never learned. */
  public Path test(final Path home) {
    return folder(home).resolve(testFile);
  }

  private Path folder(final Path home) {
    return home.resolve("ops/data").resolve(name);
  }
}
