package org.majorant.ops.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.majorant.ops.CommandFailed;
import org.majorant.ops.data.ExampleReader;
import org.majorant.ops.data.Format;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import picocli.CommandLine.Option;

/** How a file writes its examples. */
final class FileOptions {
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

  Format format() {
    return format;
  }

  /**
   * @throws CommandFailed where the file cannot be opened
   */
  ExampleReader open(final String path) {
    try {
      return ExampleReader.open(format, path, labelColumn);
    } catch (final IOException | IllegalArgumentException e) {
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
    final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
    final List<byte[]> records = new ArrayList<>();
    try (ExampleReader reader = open(path)) {
      for (LabeledExample e = reader.read(); e != null; e = reader.read()) {
        seen.accept(e);
        records.add(serde.encode(e));
      }
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
    return records;
  }
}
