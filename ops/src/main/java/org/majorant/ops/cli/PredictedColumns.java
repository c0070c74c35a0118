package org.majorant.ops.cli;

import java.util.LinkedHashSet;
import java.util.Set;
import org.majorant.file.EachVector;
import org.majorant.file.ExampleReader;
import org.majorant.ops.terminal.Json;
import org.majorant.row.KnownColumns;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.RejectedExample;

/** Says of the rows of a file that is predicted what they have that the model does not know. */
final class PredictedColumns {
  private static final int MOST_SEEN = 10_000;

  private final KnownColumns known;
  private final ExampleReader reader;
  private final boolean strict;
  private final Set<String> seen = new LinkedHashSet<>();

  /**
   * @param reader of the file
   * @param strict whether such rows are refused
   */
  PredictedColumns(final KnownColumns known, final ExampleReader reader, final boolean strict) {
    this.known = known;
    this.reader = reader;
    this.strict = strict;
  }

  /** Sees the columns of a row; of an example that brings its features, of what they are. */
  void see(final LabeledExample example) {
    if (reader.columns() != null) {
      seen.addAll(reader.columns());
    } else if (seen.size() < MOST_SEEN) {
      EachVector.of(
          example.getStructure(),
          vector -> {
            if (vector instanceof NamedFeatures named) {
              named.getNames().forEach(name -> seen.add(known.of(name)));
            }
          });
    }
  }

  /**
   * The answer to the example read last, with what it has and lacks if it is a row.
   *
   * @throws RejectedExample where such rows are refused
   */
  String with(final String answer) throws RejectedExample {
    if (reader.columns() == null) {
      return answer;
    }
    final KnownColumns.Told told = known.of(reader.columns());
    if (strict) {
      told.refuse("leave --strict out");
    }
    return Json.with(Json.with(answer, "unknown", told.unknown()), "missing", told.missing());
  }

  /** What is to be said of the whole file; null: nothing. */
  String told(final String file) {
    return known.told(file, seen, reader.isTable());
  }
}
