package org.majorant.research.reproduce;

import java.util.List;
import java.util.function.Consumer;
import org.majorant.ops.terminal.TextTable.Column;

/** A table or figure of a paper, as a computation. */
public sealed interface Reproduction
    permits Table1, Table2, Figure1, House, Horses, MatchingEstimators, Roommates {
  /** A line of the table; its fields are those of the JSON. */
  sealed interface Row
      permits Table1.Row,
          Table2.Row,
          Figure1.Row,
          House.Row,
          Horses.Row,
          MatchingEstimators.Row,
          Roommates.Row {
    /** For people, one for each of {@link Reproduction#columns}. */
    List<String> cells();
  }

  /** Of the table for people. */
  List<Column> columns();

  /** How many rows there will be. */
  int size();

  /** What the columns mean, and what does not reproduce and why; a sentence or two each. */
  List<String> notes();

  /**
   * Computes.
   *
   * @param each sees every row as soon as it is known
   * @throws org.majorant.ops.terminal.CommandFailed where a file is missing or cannot be read or
   *     written
   */
  void run(Consumer<Row> each);
}
