package org.majorant.ops.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.majorant.model.SpecException;
import org.majorant.model.SpecFile;
import org.majorant.ops.CommandFailed;
import org.majorant.schema.ModelSpec;

/** Spec files named on the command line. */
final class SpecFiles {
  private SpecFiles() {}

  /**
   * @throws CommandFailed where the file cannot be read, or naming each wrong field
   */
  static ModelSpec read(final Path file) {
    try {
      return SpecFile.read(Files.readString(file));
    } catch (final SpecException e) {
      throw new CommandFailed(file + ": " + e.getMessage(), e);
    } catch (final IOException e) {
      throw new CommandFailed("cannot read the spec " + file, e);
    }
  }
}
