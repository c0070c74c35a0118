package org.majorant.file;

import static org.majorant.schema.RejectedExample.quote;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.majorant.row.Column;
import org.majorant.row.RowFeatures;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.RejectedExample;

/**
 * Reads {@link Format#CSV} and {@link Format#TSV}: a row an example, its label in one column, its
 * {@link RowFeatures} in the others.
 *
 * <p>A column without a name makes no features: such a one is the index that pandas writes first.
 *
 * <p>No column is taken for the label's because of where it stands: an identifier often comes
 * first, and would be learned by heart.
 */
final class TableReader extends ExampleReader {
  private static final Pattern COLUMN_NUMBER = Pattern.compile("\\d{1,9}");
  private static final String LABEL = "label";
  private static final int MOST_NAMED = 12;

  private final TableRows rows;
  private final List<Column> columns = new ArrayList<>();

  /** Those that the layout names and the table lacks, whose cells are missing. */
  private final List<String> absent;

  private final Set<String> featured;
  private final SharedFeatures shared;
  private final int label;
  private final int weight; // -1: each row counts once

  TableReader(final Source source, final char delimiter, final Layout layout) throws IOException {
    super(source);
    rows = new TableRows(source, delimiter);
    label = label(layout);
    if (layout.columns() != null && layout.labeled()) {
      requireColumns(layout.columns().getIgnore());
      requireColumns(RowFeatures.columns(layout.columns()));
    }
    weight = layout.columns() == null ? -1 : weight(layout);
    final RowFeatures features = new RowFeatures(layout.columns());
    for (int i = 0; i < rows.columns().size(); i++) {
      final String name = rows.columns().get(i);
      columns.add(i == label || i == weight || name.isEmpty() ? null : features.column(name));
    }
    absent =
        RowFeatures.columns(layout.columns()).stream()
            .filter(name -> !rows.columns().contains(name))
            .toList();
    featured =
        IntStream.range(0, rows.columns().size())
            .filter(i -> columns.get(i) != null && !columns.get(i).isIgnored())
            .mapToObj(rows.columns()::get)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    absent.forEach(name -> columns.add(features.column(name)));
    shared = new SharedFeatures(layout.columns());
  }

  /** Position of the label's column; -1 where there is none, and need not be. */
  private int label(final Layout layout) throws MalformedLine {
    final String wanted = layout.label() == null ? LABEL : layout.label();
    final List<String> columns = rows.columns();
    if (columns.contains(wanted)) {
      return columns.indexOf(wanted);
    }
    if (COLUMN_NUMBER.matcher(wanted).matches() && Integer.parseInt(wanted) < columns.size()) {
      return Integer.parseInt(wanted);
    }
    if (!layout.labeled()) {
      return -1;
    }
    throw layout.label() == null
        ? rows.malformed(
            "no column 'label' among " + columnNames(),
            "the label's name by --label-column, or in the spec by 'columns: {label: ...}'")
        : rows.malformed(
            "no label column " + quote(wanted) + " among " + columnNames(),
            "a name in the header or a number from 0 to " + (columns.size() - 1));
  }

  /** Position of the weight's column; -1 where there is none. */
  private int weight(final Layout layout) throws MalformedLine {
    final String name = layout.columns().getWeight();
    if (name != null && layout.labeled()) {
      requireColumns(List.of(name));
    }
    return rows.columns().indexOf(name);
  }

  private void requireColumns(final List<String> named) throws MalformedLine {
    for (final String column : named) {
      if (!rows.columns().contains(column)) {
        throw rows.malformed(
            "no column " + quote(column) + " among " + columnNames(),
            "all columns that the spec or the options name");
      }
    }
  }

  private String columnNames() {
    final List<String> columns = rows.columns();
    final String first =
        String.join(", ", columns.stream().limit(MOST_NAMED).map(RejectedExample::quote).toList());
    return columns.size() <= MOST_NAMED
        ? first
        : first + " and " + (columns.size() - MOST_NAMED) + " more";
  }

  @Override
  public Set<String> columns() {
    return featured;
  }

  @Override
  public String shared() {
    return shared.told();
  }

  @Override
  public boolean isTable() {
    return true;
  }

  @Override
  long line() {
    return rows.line();
  }

  @Override
  LabeledExample next() throws IOException {
    final List<String> cells = rows.next();
    if (cells == null) {
      return null;
    }
    final String answer = label < 0 ? null : label(cells.get(label));
    for (int i = 0; i < cells.size(); i++) {
      if (columns.get(i) != null && !columns.get(i).hasDecimalSign()) {
        cells.set(i, rows.usual(cells.get(i)));
      }
    }
    if (shared.begin(featured)) {
      IntStream.range(0, rows.columns().size())
          .filter(i -> columns.get(i) != null)
          .forEach(i -> shared.cell(rows.columns().get(i), cells.get(i)));
    }
    absent.forEach(column -> cells.add(""));
    final LabeledExample example = example(RowFeatures.of(columns, cells), answer);
    if (weight >= 0) {
      example.setWeight(weight(cells.get(weight).strip()));
    }
    return example;
  }

  /** How many times a row counts; once, where its weight is missing. */
  private double weight(final String cell) throws MalformedLine {
    final String usual = rows.usual(cell);
    if (!usual.isEmpty() && !Column.isNumber(usual)) {
      throw rows.malformed("weight " + quote(cell), "a number");
    }
    return usual.isEmpty() ? 1 : Double.parseDouble(usual);
  }
}
