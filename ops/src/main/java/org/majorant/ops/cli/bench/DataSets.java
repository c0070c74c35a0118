package org.majorant.ops.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.majorant.file.DataSummary;
import org.majorant.file.Format;
import org.majorant.ops.bench.BenchData;
import org.majorant.ops.bench.DataSet;
import org.majorant.ops.client.CommandFailed;
import org.majorant.ops.options.FeatureOptions;
import org.majorant.ops.options.FileOptions;

/** Reads the files that are learned: those that come with Majorant, or the user's. */
final class DataSets {
  /** Of a file without another one to score, its end. */
  private static final double HELD_OUT = 0.2;

  private DataSets() {}

  /** Who earns over 50,000 dollars a year. */
  static DataSet adult() {
    return read(
        "adult", FileOptions.of(Format.LIBSVM), shipped("adult/a9a.gz"), shipped("adult/a9a.t.gz"));
  }

  /** Which messages are spam. */
  static DataSet sms() {
    return read("sms", FileOptions.of(Format.TEXT), shipped("sms/SMSSpamCollection.gz"), null);
  }

  /**
   * @param train path of the file to learn
   * @param test of the one that is held out; null: a fifth of the first, its end
   */
  static DataSet read(
      final String name, final FileOptions files, final String train, final String test) {
    final DataSummary summary = new DataSummary(files.format(), files.templates());
    final List<byte[]> learned = files.readAll(train, summary::add);
    if (learned.isEmpty()) {
      throw new CommandFailed(train + " has no examples: is it another file?");
    }
    final List<byte[]> heldOut = test == null ? List.of() : files.readAll(test, summary::add);
    final ObjectNode tree = FeatureOptions.asTheyAre().tree("bench", summary);
    final BenchData data = BenchData.repeated(tree, learned);
    if (test != null) {
      return new DataSet(name, data, learned, heldOut);
    }
    final int kept = (int) Math.round(learned.size() * (1 - HELD_OUT));
    return new DataSet(name, data, learned.subList(0, kept), learned.subList(kept, learned.size()));
  }

  /** Path of a file that comes with Majorant. */
  static String shipped(final String file) {
    final Path home = Path.of(System.getProperty("majorant.home", "."));
    return home.resolve("ops/data").resolve(file).toString();
  }
}
