package org.majorant.ops.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.file.ExampleReader;
import org.majorant.file.Layout;
import org.majorant.file.evaluate.Evaluator;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.schema.AvroSerde;
import org.majorant.schema.LabeledExample;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Says on standard error which examples of a file do not fit a model. Where they stand nobody has
 * kept, because most files have none; so the file is read again, up to the last of them.
 */
final class RejectedRows {
  private final AvroSerde<LabeledExample> serde = AvroSerde.of(LabeledExample.class);
  private final CommandSpec command;
  private final FileOptions files;
  private final Layout layout;

  RejectedRows(final CommandSpec command, final FileOptions files, final Layout layout) {
    this.command = command;
    this.files = files;
    this.layout = layout;
  }

  /**
   * @param paths of the files that were read
   * @param first those that were rejected first
   * @param count how many examples do not fit
   */
  void tell(final List<String> paths, final List<Evaluator.Rejected> first, final long count) {
    final List<Evaluator.Rejected> left = new ArrayList<>(first);
    for (final String path : paths) {
      if (!left.isEmpty() && !path.equals(ExampleReader.STANDARD_INPUT)) {
        find(path, left);
      }
    }
    left.forEach(each -> FileOptions.tell(command, "rejected: " + each.reason()));
    if (count > first.size()) {
      FileOptions.tell(
          command,
          "%,d more are rejected: 'ops/majorant spec check' counts them by reason"
              .formatted(count - first.size()));
    }
  }

  /** Tells those that stand in a file, which are left no more. */
  private void find(final String path, final List<Evaluator.Rejected> left) {
    try (ExampleReader reader = files.open(path, layout)) {
      LabeledExample example = reader.read();
      while (example != null && !left.isEmpty()) {
        final byte[] record = serde.encode(example);
        for (int i = left.size() - 1; i >= 0; i--) {
          if (Arrays.equals(left.get(i).record(), record)) {
            final String reason = left.remove(i).reason();
            FileOptions.tell(command, reader.place() + ": " + reason);
            break;
          }
        }
        example = reader.read();
      }
    } catch (final IOException e) {
      throw new CommandFailed(e.getMessage(), e);
    }
  }
}
