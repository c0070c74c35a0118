package org.majorant.file.kind;

import java.util.List;
import org.majorant.schema.Transform;

/** What the values of a file's feature vectors are, which says what is done to them. */
public enum ValueKind {
  /** All are 0 or 1. */
  INDICATORS("All values are 0 or 1, and stay as they are"),

  /** The same of a table of some columns: two of them may have an effect only together. */
  CATEGORIES("All values are 0 or 1, and a view has their pairs, too"),

  /** {@link SparseCounts}: a word that comes ten times does not say ten times as much. */
  COUNTS("Values are sparse and not negative, as counts of words: logarithms, rows of length 1"),

  /** Each has a unit of its own. */
  NUMBERS("Values are numbers: in units of their deviation from their mean, of the first 1000"),

  /** Sparse, and none of these; or vectors of which an example has several. */
  OTHERS("Values stay as they are");

  private final String why;

  ValueKind(final String why) {
    this.why = why;
  }

  /** What they are, and what is therefore done to them: a line for a comment. */
  public String why() {
    return why;
  }

  /** How they are transformed, in order. */
  public List<Transform> transforms() {
    return this == COUNTS ? List.of(Transform.LOG1P, Transform.UNIT) : List.of();
  }
}
