package org.majorant.research.reproduce;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.majorant.ops.terminal.CommandFailed;

/** A file of a picture. */
final class PngFile {
  private PngFile() {}

  /**
   * Writes it.
   *
   * @throws CommandFailed where it cannot be written
   */
  static void write(final BufferedImage image, final Path file) {
    try (OutputStream stream = Files.newOutputStream(file)) {
      ImageIO.write(image, "png", stream);
    } catch (final IOException e) {
      throw new CommandFailed(
          "cannot write %s (%s): name another by --out".formatted(file, e.getMessage()), e);
    }
  }
}
