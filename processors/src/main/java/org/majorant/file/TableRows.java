package org.majorant.file;

import static org.majorant.schema.RejectedExample.quote;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
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

/**
 * The rows of {@link Format#CSV} and {@link Format#TSV}, under a header line of column names.
 *
 * <p>Cells are trimmed. Cells in double quotes may hold delimiters and line breaks; a quote within
 * is doubled.
 *
 * <p>Where the decimal sign is a comma, spreadsheets put semicolons between cells. A CSV whose
 * header has more semicolons than commas is such a one, and {@code 3,14} is the number 3.14 there.
 * One whose header has more tabs than commas has tabs between cells.
 */
public final class TableRows implements Closeable {
  /** As much of the header as tells what is between its names. */
  private static final int PEEKED = 1 << 14;

  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+(\"|$)");

  private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?\\d*+,\\d++([eE][+-]?\\d++)?");

  private final Source source;
  private final boolean hasDecimalCommas;
  private final CSVParser parser;
  private final Iterator<CSVRecord> rows;
  private final List<String> columns;

  /** Number of the line that the row starts on. */
  private long line;

  /**
   * Opens a table of either format.
   *
   * @param path of the file, or {@link ExampleReader#STANDARD_INPUT}
   * @throws MalformedLine if its header is missing, or names a column twice
   */
  public static TableRows open(final Format format, final String path) throws IOException {
    return of(format, Source.open(path));
  }

  /**
   * Reads from a stream, as {@link #open} does; closing the table closes the stream.
   *
   * @param name what errors call the stream
   */
  public static TableRows of(final Format format, final String name, final InputStream in)
      throws IOException {
    return of(format, Source.of(name, in));
  }

  private static TableRows of(final Format format, final Source source) throws IOException {
    try {
      return new TableRows(source, format.delimiter());
    } catch (final IOException e) {
      source.close();
      throw e;
    }
  }

  TableRows(final Source source, final char delimiter) throws IOException {
    this.source = source;
    final char found = delimiter == ',' ? delimiter(source.peekLine(PEEKED)) : delimiter;
    hasDecimalCommas = found == ';';
    parser =
        CSVFormat.DEFAULT
            .builder()
            .setDelimiter(found)
            .setIgnoreEmptyLines(false)
            .get()
            .parse(source.reader());
    rows = parser.iterator();
    columns = header();
  }

  /** What a CSV has most of between its names; a comma where that is as many as others. */
  private static char delimiter(final String line) {
    final String header = QUOTED.matcher(line).replaceAll("");
    char most = ',';
    for (final char each : new char[] {';', '\t'}) {
      most = count(header, each) > count(header, most) ? each : most;
    }
    return most;
  }

  private static long count(final String text, final char wanted) {
    return text.chars().filter(c -> c == wanted).count();
  }

  private List<String> header() throws IOException {
    final List<String> names = nextRow();
    if (names == null) {
      throw source.malformed(1, "no header", "a line of column names");
    }
    final Set<String> distinct = new HashSet<>();
    for (final String name : names) {
      if (!distinct.add(name)) {
        throw malformed("two columns " + quote(name), "a name of its own for each");
      }
    }
    return names;
  }

  /** The names in the header. */
  public List<String> columns() {
    return columns;
  }

  /**
   * The next row, a cell a column, or null at the end.
   *
   * @throws MalformedLine if the next line is no row; the line after it can still be read
   */
  public List<String> next() throws IOException {
    final List<String> row = nextRow();
    if (row != null && row.size() != columns.size()) {
      throw malformed(row.size() + " cells", columns.size() + ", as in the header");
    }
    return row;
  }

  /** The next row that is not blank, or null at the end. */
  private List<String> nextRow() throws IOException {
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
        if (row == null) {
          return null;
        }
        if (row.size() > 1 || !row.get(0).isBlank()) {
          return row.stream().map(this::cell).toList();
        }
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof CSVException)) {
          throw e.getCause();
        }
        fault = malformed("a stray quote", "quotes around whole cells, doubled within");
      }
    }
  }

  private String cell(final String text) {
    final String cell = text.strip();
    return hasDecimalCommas && DECIMAL_COMMA.matcher(cell).matches()
        ? cell.replace(',', '.')
        : cell;
  }

  /** A fault of the row read last. */
  MalformedLine malformed(final String wrong, final String expected) {
    return source.malformed(line, wrong, expected);
  }

  /** What has been read of the file, 0 to 1; NaN where nobody knows, as of standard input. */
  public double share() {
    return source.share();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
