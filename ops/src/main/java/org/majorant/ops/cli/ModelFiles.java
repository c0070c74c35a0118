package org.majorant.ops.cli;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.majorant.model.Model;
import org.majorant.model.ModelFile;
import org.majorant.model.SpecException;
import org.majorant.ops.CommandFailed;

/** Model files named on the command line. */
final class ModelFiles {
  private ModelFiles() {}

  /**
   * @throws CommandFailed where there is no such file, or it is no model
   */
  static Model read(final Path file) {
    try (Reader in = Files.newBufferedReader(file)) {
      return ModelFile.read(in);
    } catch (final IOException | SpecException e) {
      throw new CommandFailed(
          "cannot read the model %s (%s): write one with 'ops/majorant models export MODEL --out %s'"
              .formatted(file, e.getMessage(), file),
          e);
    }
  }

  /**
   * @param head what is known of the model's origin
   * @throws CommandFailed where the file cannot be written
   */
  static void write(final Path file, final Model model, final Object head) {
    try (Writer out = Files.newBufferedWriter(file)) {
      ModelFile.write(model, head, out);
      out.write("\n");
    } catch (final IOException e) {
      throw new CommandFailed(
          "cannot write %s (%s): name another by --out".formatted(file, e.getMessage()), e);
    }
  }
}
