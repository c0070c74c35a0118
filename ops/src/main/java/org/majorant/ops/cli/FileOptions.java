package org.majorant.ops.cli;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.data.ExampleReader;
import org.majorant.ops.data.Format;
import org.majorant.schema.LabeledExample;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a file writes its examples. */
final class FileOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "F",
      required = true,
      description = "${COMPLETION-CANDIDATES}; plain or gzip.")
  private Format format;

  @Option(
      names = "--label-column",
      paramLabel = "C",
      description = "csv, tsv: name or 0-based number; default the column 'label', else the first.")
  private String labelColumn;

  /** As of files that a command brings along. */
  static FileOptions of(final Format format) {
    final FileOptions options = new FileOptions();
    options.format = format;
    return options;
  }

  Format format() {
    return format;
  }

  /**
   * @throws CommandFailed where the file cannot be opened
   */
  ExampleReader open(final String path) {
    Usage.require(
        command,
        labelColumn == null || format == Format.CSV || format == Format.TSV,
        "--label-column is for csv and tsv, not for " + format);
    try {
      return ExampleReader.open(format, path, labelColumn);
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }

  /**
   * All examples of a file as they would stand on a topic.
   *
   * @param path of the file, - for standard input
   * @param seen is shown each example
   * @throws CommandFailed where the file cannot be read, naming the line
   */
  List<byte[]> readAll(final String path, final Consumer<LabeledExample> seen) {
    try (ExampleReader reader = open(path)) {
      return reader.readAll(seen);
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }
}
