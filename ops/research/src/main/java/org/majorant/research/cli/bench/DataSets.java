package org.majorant.research.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.majorant.file.DataSummary;
import org.majorant.file.Format;
import org.majorant.ops.options.FeatureOptions;
import org.majorant.ops.options.FileOptions;
import org.majorant.ops.options.SpecSettings;
import org.majorant.ops.terminal.CommandFailed;
import org.majorant.research.bench.BenchData;
import org.majorant.research.bench.DataSet;

/** Reads the files that are learned: those that come with Majorant, or the user's. */
final class DataSets {
  private DataSets() {}

  /** Who earns over 50,000 dollars a year. */
  static DataSet adult() {
    return read(FileOptions.of(Format.LIBSVM), shipped("adult/a9a.gz"), shipped("adult/a9a.t.gz"));
  }

  /**
   * @param train path of the file to learn
   * @param test of the one that is held out; null: none
   */
  static DataSet read(final FileOptions files, final String train, final String test) {
    final DataSummary summary = new DataSummary(files.format(train), files.layout());
    final List<byte[]> learned = files.readAll(train, files.layout(), summary::add);
    if (learned.isEmpty()) {
      throw new CommandFailed(train + " has no examples: is it another file?");
    }
    final List<byte[]> heldOut =
        test == null ? List.of() : files.readAll(test, files.layout(), summary::add);
    final ObjectNode tree = FeatureOptions.asTheyAre().tree("bench", summary, new SpecSettings());
    return new DataSet(BenchData.repeated(tree, learned), learned, heldOut);
  }

  /** Path of a file that comes with Majorant. */
  static String shipped(final String file) {
    final Path home = Path.of(System.getProperty("majorant.home", "."));
    return home.resolve("ops/data").resolve(file).toString();
  }
}
