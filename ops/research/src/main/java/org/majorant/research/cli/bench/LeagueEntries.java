package org.majorant.research.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.majorant.file.DataSummary;
import org.majorant.file.ExampleReader;
import org.majorant.file.Layout;
import org.majorant.file.TableRows;
import org.majorant.file.spec.InferredSpec;
import org.majorant.file.spec.InferredViews;
import org.majorant.file.spec.TableProfile;
import org.majorant.ops.options.FeatureOptions;
import org.majorant.ops.options.SpecSettings;
import org.majorant.research.bench.LeagueBench.Entry;
import org.majorant.research.bench.LeagueSet;
import org.majorant.schema.Columns;
import org.majorant.spec.SpecFile;

/**
 * Reads a set of the league as a user would who edits nothing: by the spec that {@code spec infer}
 * writes, and by the same without views.
 */
final class LeagueEntries {
  private static final String MODEL = "league";
  private static final long SEED = 1;
  private static final double LEARNED = 0.8;

  private LeagueEntries() {}

  /**
   * @param rows at most; all others are left out
   */
  static Entry read(final LeagueSet set, final Path file, final int rows) throws IOException {
    return set.format().isTable() && set.categories().isEmpty()
        ? table(set, file, rows)
        : others(set, file, rows);
  }

  private static Entry table(final LeagueSet set, final Path file, final int rows)
      throws IOException {
    final String path = file.toString();
    final TableProfile profile;
    try (TableRows all = TableRows.open(set.format(), path)) {
      profile = TableProfile.of(all, set.label(), List.of());
    }
    final String yaml =
        InferredSpec.of(
            MODEL, InferredSpec.Origin.table(set.file()), profile, InferredSpec.Wishes.NONE);
    final ObjectNode tree = SpecFile.parse(yaml);
    try (ExampleReader reader =
        ExampleReader.open(set.format(), path, Layout.of(SpecFile.read(tree)))) {
      final ObjectNode linear = tree.deepCopy();
      linear.remove("views");
      return split(set, tree, linear, reader.readAll(example -> {}), rows);
    }
  }

  private static Entry others(final LeagueSet set, final Path file, final int rows)
      throws IOException {
    final Layout layout =
        set.categories().isEmpty()
            ? Layout.USUAL
            : Layout.USUAL.with(Columns.newBuilder().setCategory(set.categories()).build());
    final DataSummary summary = new DataSummary(set.format(), layout);
    try (ExampleReader reader = ExampleReader.open(set.format(), file.toString(), layout)) {
      final List<byte[]> all = reader.readAll(summary::add);
      final ObjectNode linear = new FeatureOptions().tree(MODEL, summary, new SpecSettings());
      final ObjectNode tree = linear.deepCopy();
      InferredViews.put(tree, summary.kind(), summary.rows());
      return split(set, tree, linear, all, rows);
    }
  }

  private static Entry split(
      final LeagueSet set,
      final ObjectNode tree,
      final ObjectNode linear,
      final List<byte[]> all,
      final int rows) {
    if (!set.inOrder()) {
      Collections.shuffle(all, new Random(SEED));
    }
    final List<byte[]> taken = all.subList(0, Math.min(rows, all.size()));
    final int learned = (int) Math.round(taken.size() * LEARNED);
    return new Entry(
        set,
        SpecFile.read(tree),
        SpecFile.read(linear),
        taken.subList(0, learned),
        taken.subList(learned, taken.size()));
  }
}
