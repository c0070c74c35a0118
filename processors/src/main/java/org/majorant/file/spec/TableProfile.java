package org.majorant.file.spec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.majorant.file.TableRows;
import org.majorant.file.UnusableData;
import org.majorant.file.kind.SparseCounts;
import org.majorant.file.spec.ColumnProfile.Kind;
import org.majorant.schema.RejectedExample;

/** What the columns of a table have been in one pass over its rows. */
public final class TableProfile {
  /** Different values that are kept in mind, of all columns together. */
  private static final int MOST_DISTINCT = 2_000_000;

  private static final int MOST_LABELS = 1000;

  /**
   * A weight of fewer missing cells learns little, and wide tables would have many such weights.
   */
  private static final double ENOUGH_MISSING = 0.02;

  private static final String LABEL = "label";

  private final List<ColumnProfile> columns;
  private final ColumnProfile label;
  private final Set<String> unwanted;
  private final long rows;
  private final String key; // null: none makes no features for being one

  /**
   * @param columns all of them, that of the label, too
   * @param key column by which labels find their rows; null: none is
   */
  TableProfile(
      final List<ColumnProfile> columns,
      final ColumnProfile label,
      final List<String> unwanted,
      final long rows,
      final String key) {
    this.columns = List.copyOf(columns);
    this.label = label;
    this.unwanted = Set.copyOf(unwanted);
    this.rows = rows;
    this.key = key;
    requireLabels();
  }

  private static ColumnProfile label(final String wanted, final List<ColumnProfile> columns) {
    return columns.stream()
        .filter(column -> column.name().equals(wanted))
        .findFirst()
        .or(() -> numbered(wanted, columns))
        .orElseThrow(
            () ->
                new UnusableData(
                    "the table has no column '%s': name that of the label by --label-column, one of %s"
                        .formatted(
                            wanted, names(columns.stream().map(ColumnProfile::name).toList()))));
  }

  /** A number is one from 0, where no column has it for a name. */
  private static Optional<ColumnProfile> numbered(
      final String wanted, final List<ColumnProfile> columns) {
    return wanted.matches("\\d{1,9}") && Integer.parseInt(wanted) < columns.size()
        ? Optional.of(columns.get(Integer.parseInt(wanted)))
        : Optional.empty();
  }

  private static void requireAll(final List<String> wanted, final List<String> names) {
    for (final String name : wanted) {
      if (!names.contains(name)) {
        throw new UnusableData(
            "the table has no column '%s' to ignore: it has %s".formatted(name, names(names)));
      }
    }
  }

  private static String names(final List<String> names) {
    return String.join(", ", names.stream().limit(30).map(RejectedExample::quote).toList());
  }

  /**
   * @param labelColumn null: {@code label}
   * @param unwanted columns that make no features, whatever they are
   * @throws IOException where a line is no row, or the file cannot be read
   * @throws UnusableData where there is no such column, or it can be no label
   */
  public static TableProfile of(
      final TableRows table, final String labelColumn, final List<String> unwanted)
      throws IOException {
    requireAll(unwanted, table.columns());
    final List<String> names = table.columns();
    final int each = Math.max(2_000, Math.min(100_000, MOST_DISTINCT / names.size()));
    final List<ColumnProfile> columns = new ArrayList<>();
    names.forEach(name -> columns.add(new ColumnProfile(name, each, table.hasDecimalCommas())));
    final ColumnProfile label = label(labelColumn == null ? LABEL : labelColumn, columns);
    long rows = 0;
    for (List<String> row = table.next(); row != null; row = table.next()) {
      rows++;
      for (int i = 0; i < row.size(); i++) {
        columns.get(i).add(table.usual(row.get(i)), row.get(i));
      }
    }
    return new TableProfile(columns, label, unwanted, rows, null);
  }

  private void requireLabels() {
    if (rows == 0) {
      throw new UnusableData("the table has no rows under its header: give it some examples");
    }
    final int labels = label.different();
    if (labels < 2) {
      throw new UnusableData(
          "the column '%s' has the values %s, but a label has two at least: name another by --label-column"
              .formatted(label.name(), label.values()));
    }
    if (labels > MOST_LABELS || 2L * labels > rows && labels > 10) {
      throw new UnusableData(
          "the column '%s' has %,d different values in %,d rows, too many for a label: name another by --label-column"
              .formatted(label.name(), labels, rows));
    }
  }

  /** Those of the label's column. */
  public List<String> labels() {
    return label.values();
  }

  /** Which columns make features of the same name, in one line; null: none. */
  public String shared() {
    return new InferredFeatures(this, true).shared();
  }

  long rows() {
    return rows;
  }

  ColumnProfile label() {
    return label;
  }

  /** How many columns have no name, and so make no features. */
  long nameless() {
    return columns.stream().filter(column -> column.name().isEmpty()).count();
  }

  /** All columns but the label's and those without a name. */
  List<ColumnProfile> features() {
    return columns.stream().filter(column -> column != label && !column.name().isEmpty()).toList();
  }

  /** Of all columns but the label's and those that are not wanted, the ones of a kind. */
  List<ColumnProfile> features(final Kind kind) {
    return features().stream()
        .filter(column -> !isUnwanted(column) && !isKey(column) && column.kind() == kind)
        .toList();
  }

  /** Dates whose day is no number, because it grows with the rows. */
  List<ColumnProfile> growing() {
    return features(Kind.DATE).stream().filter(ColumnProfile::grows).toList();
  }

  /** Whether somebody has said that it makes no features. */
  boolean isUnwanted(final ColumnProfile column) {
    return unwanted.contains(column.name());
  }

  /** Whether labels find their rows by it. */
  boolean isKey(final ColumnProfile column) {
    return column.name().equals(key);
  }

  /** Whether it makes no features. */
  boolean isIgnored(final ColumnProfile column) {
    return isUnwanted(column)
        || isKey(column)
        || column.kind() == Kind.CONSTANT
        || column.kind() == Kind.IDENTIFIER
        || column.kind() == Kind.COUNTER;
  }

  /** Columns of numbers or dates that lack so many that a missing one says something. */
  List<ColumnProfile> withMissing() {
    final Set<String> gaps = gaps();
    return Stream.of(Kind.NUMBER, Kind.DATE)
        .flatMap(kind -> features(kind).stream())
        .filter(column -> column.missing(gaps) >= ENOUGH_MISSING)
        .toList();
  }

  /** Whether it is a wide table of {@link SparseCounts} alone, as of words in texts. */
  boolean isOfCounts() {
    final List<ColumnProfile> numbers = features(Kind.NUMBER);
    final boolean alone =
        Stream.of(Kind.CATEGORY, Kind.TEXT, Kind.DATE).allMatch(kind -> features(kind).isEmpty());
    if (!alone
        || numbers.size() < SparseCounts.LEAST_COLUMNS
        || !numbers.stream().allMatch(ColumnProfile::mayBeCounts)) {
      return false;
    }
    final SparseCounts counts = new SparseCounts(rows);
    numbers.forEach(column -> column.countIn(counts));
    return counts.hold();
  }

  /** Cells that stand for no value in columns of numbers or dates. */
  Set<String> gaps() {
    final Set<String> gaps = new LinkedHashSet<>();
    features(Kind.NUMBER).forEach(column -> gaps.addAll(column.gaps()));
    features(Kind.DATE).forEach(column -> gaps.addAll(column.gaps()));
    return gaps;
  }
}
