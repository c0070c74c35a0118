package org.majorant.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.majorant.json.FeatureList;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;

/**
 * Reads {@link Format#CSV} and {@link Format#TSV}: a header line, then a row an example. Every
 * column but the label's is a feature, whatever its name:
 *
 * <ul>
 *   <li>a number is the value of the feature {@code column};
 *   <li>any other text is the category {@code column=text}, with value 1;
 *   <li>an empty cell or {@code ?} is missing, and zero teaches nothing: no feature.
 * </ul>
 *
 * <p>This is decided cell by cell, never column by column, so that a stream needs no look-ahead. A
 * column of numeric codes is therefore a number; who means categories writes {@code c7}, not {@code
 * 7}. {@code NaN} and {@code Infinity} are numbers, for the learner to refuse.
 *
 * <p>Cells are trimmed. Cells in double quotes may hold delimiters and line breaks; a quote within
 * is doubled.
 */
final class TableReader extends ExampleReader {
  /** Of what {@link Float#parseFloat} takes, not the {@code 3f} and {@code 0x1p3} of Java. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(NaN|Infinity|(\\d++\\.?\\d*+|\\.\\d++)([eE][+-]?\\d++)?)");

  private static final Pattern COLUMN_NUMBER = Pattern.compile("\\d{1,9}");

  private final CSVParser parser;
  private final Iterator<CSVRecord> rows;
  private final List<String> columns;
  private final int labelColumn;

  /** Number of the line that the row starts on. */
  private long line;

  TableReader(final Source source, final char delimiter, final String labelColumn)
      throws IOException {
    super(source);
    parser =
        CSVFormat.DEFAULT
            .builder()
            .setDelimiter(delimiter)
            .setIgnoreEmptyLines(false)
            .get()
            .parse(source.reader());
    rows = parser.iterator();
    columns = header();
    this.labelColumn = labelColumn(labelColumn);
  }

  private List<String> header() throws IOException {
    final CSVRecord header = nextRow();
    if (header == null) {
      throw source.malformed(1, "no header", "a line of column names");
    }
    final List<String> names = header.stream().map(String::strip).toList();
    final Set<String> distinct = new HashSet<>();
    for (final String name : names) {
      if (!distinct.add(name)) {
        throw malformed("two columns " + MalformedLine.quote(name), "a name of its own for each");
      }
    }
    return names;
  }

  private int labelColumn(final String wanted) throws MalformedLine {
    if (wanted == null) {
      return Math.max(0, columns.indexOf("label"));
    }
    if (columns.contains(wanted)) {
      return columns.indexOf(wanted);
    }
    if (COLUMN_NUMBER.matcher(wanted).matches() && Integer.parseInt(wanted) < columns.size()) {
      return Integer.parseInt(wanted);
    }
    throw malformed(
        "no label column " + MalformedLine.quote(wanted),
        "a name in the header or a number from 0 to " + (columns.size() - 1));
  }

  @Override
  LabeledExample next() throws IOException {
    final CSVRecord row = nextRow();
    if (row == null) {
      return null;
    }
    if (row.size() != columns.size()) {
      throw malformed(row.size() + " cells", columns.size() + ", as in the header");
    }
    final FeatureList<String> features = new FeatureList<>();
    for (int i = 0; i < row.size(); i++) {
      if (i != labelColumn) {
        addCell(features, columns.get(i), row.get(i).strip());
      }
    }
    return example(
        new NamedFeatures(features.keys(), features.values()), label(row.get(labelColumn)));
  }

  private static void addCell(
      final FeatureList<String> features, final String column, final String cell) {
    if (NUMBER.matcher(cell).matches()) {
      final float value = Float.parseFloat(cell);
      if (value != 0) {
        features.add(column, value);
      }
    } else if (!cell.isEmpty() && !cell.equals("?")) {
      features.add(column + "=" + cell, 1);
    }
  }

  /** The next row that is not blank, or null at the end. */
  private CSVRecord nextRow() throws IOException {
    MalformedLine fault = null;
    while (true) {
      try {
        if (fault == null) {
          line = parser.getCurrentLineNumber() + 1;
        }
        final CSVRecord row = rows.hasNext() ? rows.next() : null;
        if (fault != null) {
          throw fault; // the rest of the line, just read, is no row of its own
        }
        if (row == null || row.size() > 1 || !row.get(0).isBlank()) {
          return row;
        }
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof CSVException)) {
          throw e.getCause();
        }
        fault = malformed("a stray quote", "quotes around whole cells, doubled within");
      }
    }
  }

  private MalformedLine malformed(final String wrong, final String expected) {
    return source.malformed(line, wrong, expected);
  }
}
