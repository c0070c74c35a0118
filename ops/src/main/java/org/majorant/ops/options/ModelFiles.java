package org.majorant.ops.options;

import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;
import org.majorant.features.FeatureNames;
import org.majorant.file.WholeGzip;
import org.majorant.model.Model;
import org.majorant.model.ModelFile;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.spec.SpecException;

/** Reads model files that are named on the command line. */
public final class ModelFiles {
  private ModelFiles() {}

  /**
   * @throws CommandFailed where there is no such file, or it is no model
   */
  public static Model read(final Path file) {
    try (Reader in = reader(file)) {
      return ModelFile.read(in);
    } catch (final IOException | SpecException e) {
      final String why =
          e instanceof NoSuchFileException ? "no such file" : e.getMessage().replace("\n", "; ");
      throw new CommandFailed(
          "cannot read the model %s (%s): write one with 'ops/majorant models export MODEL --out %s'"
              .formatted(file, why, file),
          e);
    }
  }

  /** The text of a file; what ends in .gz is unpacked. */
  static Reader reader(final Path file) throws IOException {
    return isPacked(file)
        ? new InputStreamReader(new WholeGzip(Files.newInputStream(file)), StandardCharsets.UTF_8)
        : Files.newBufferedReader(file);
  }

  private static Writer writer(final Path file) throws IOException {
    return isPacked(file)
        ? new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)
        : Files.newBufferedWriter(file);
  }

  private static boolean isPacked(final Path file) {
    return file.toString().endsWith(".gz");
  }

  /**
   * Sees to it that {@link #write} will not fail after hours of training; the file stays as it is.
   *
   * @throws CommandFailed where the file cannot be written
   */
  public static void requireWritable(final Path file) {
    try {
      final boolean there = Files.exists(file);
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
      if (!there) {
        Files.delete(file);
      }
    } catch (final IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /**
   * @param names the names of its features
   * @param head what is known of the model's origin
   * @throws CommandFailed where the file cannot be written
   */
  public static void write(
      final Path file, final Model model, final FeatureNames names, final Object head) {
    write(file, model, names, head, null);
  }

  /**
   * The same with what a model needs to go on learning.
   *
   * @param curvature null: none
   */
  public static void write(
      final Path file,
      final Model model,
      final FeatureNames names,
      final Object head,
      final StateFiles.Curvature curvature) {
    try (Writer out = writer(file)) {
      ModelFile.write(model, names, head, curvature, out);
      out.write("\n");
    } catch (final IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /**
   * Writes a model in a format of its own.
   *
   * @throws CommandFailed where the file cannot be written
   */
  public static void write(final Path file, final MessageLite message) {
    try (OutputStream out = Files.newOutputStream(file)) {
      message.writeTo(out);
    } catch (final IOException e) {
      throw cannotWrite(file, e);
    }
  }

  private static CommandFailed cannotWrite(final Path file, final IOException e) {
    final String why =
        e instanceof NoSuchFileException
            ? "there is no such directory"
            : e instanceof FileSystemException f && f.getReason() != null
                ? f.getReason()
                : e.getMessage();
    return new CommandFailed("cannot write %s (%s): name another by --out".formatted(file, why), e);
  }
}
