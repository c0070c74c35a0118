package org.majorant.file;

import static org.majorant.schema.RejectedExample.quote;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of {@link Format#CSV} and {@link Format#TSV}, under a header line of column names.
 *
 * <p>Cells are trimmed. Cells in double quotes may hold delimiters and line breaks; a quote within
 * is doubled. A quote that is not closed where it should be takes the lines after it for a cell. So
 * a row may have 20 lines at most, and the lines of one that is faulty are read again, from the
 * second on. That also holds where each of these lines has as many cells as the header.
 *
 * <p>Where the decimal sign is a comma, spreadsheets put semicolons between cells. A CSV whose
 * header has more semicolons than commas is such a one, and {@code 3,14} is the number 3.14 there.
 * One whose header has more tabs than commas has tabs between cells.
 */
public final class TableRows implements Closeable {
  private static final String QUOTES = "quotes around whole cells, doubled within";

  /** As much of the header as tells what is between its names. */
  private static final int PEEKED = 1 << 14;

  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+(\"|$)");

  private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?\\d*+,\\d++([eE][+-]?\\d++)?");

  /** A quote that nobody closed would swallow all that follows. */
  private static final int MOST_LINES = 20;

  /** Columns whose number no text within a cell has by chance, line for line. */
  private static final int MANY_COLUMNS = 4;

  private final Source source;
  private final char delimiter;
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
    this.delimiter = delimiter == ',' ? delimiter(source.peekLine(PEEKED)) : delimiter;
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
    List<String> names;
    do {
      names = cells();
    } while (isBlank(names));
    if (names == null) {
      throw source.malformed(1, "no header", "a line of column names");
    }
    final Set<String> distinct = new HashSet<>();
    for (final String name : names) {
      if (!name.isEmpty() && !distinct.add(name)) {
        throw malformed("two columns " + quote(name), "a name of its own for each");
      }
    }
    return names;
  }

  /** The names in the header; an empty one is of a column that has none. */
  public List<String> columns() {
    return columns;
  }

  /**
   * The next row, a cell a column, as it is written, or null at the end. Of a table of one column a
   * blank line is a row, of others it is none.
   *
   * @throws MalformedLine if the next line is no row; the line after it can still be read
   */
  public List<String> next() throws IOException {
    List<String> row = cells();
    while (columns.size() > 1 && isBlank(row)) {
      row = cells();
    }
    while (row != null && row.size() < columns.size()) {
      row.add(""); // of a column without a name
    }
    return row;
  }

  private static boolean isBlank(final List<String> row) {
    return row != null && row.size() == 1 && row.get(0).isEmpty();
  }

  /** The cells of the next line, and of those after it as far as a quoted cell reaches. */
  private List<String> cells() throws IOException {
    final String first = source.anyLine();
    line = source.line();
    if (first == null) {
      return null;
    }
    final CellSplitter row = new CellSplitter(delimiter);
    final List<String> more = new ArrayList<>();
    row.add(first);
    while (row.isOpen() && more.size() < MOST_LINES - 1) {
      final String next = source.anyLine();
      if (next == null) {
        break;
      }
      more.add(next);
      row.add(next);
    }
    final MalformedLine fault = fault(row, more, first);
    if (fault != null) {
      source.unread(more);
      throw fault;
    }
    return row.cells().stream().map(String::strip).collect(Collectors.toList());
  }

  private MalformedLine fault(final CellSplitter row, final List<String> more, final String first) {
    if (row.isOpen() && more.size() == MOST_LINES - 1) {
      return malformed(
          "a quote that none of the %d lines after it closes".formatted(more.size()), QUOTES);
    }
    if (row.isOpen() || row.isStray()) {
      return malformed("a stray quote", QUOTES);
    }
    final int size = row.cells().size();
    if (columns == null || size == 1 && row.cells().get(0).isBlank()) {
      return null;
    }
    if (!more.isEmpty() && areRows(first, more)) {
      return malformed(
          "a quote that opens here and closes in line " + (line + more.size()), QUOTES);
    }
    return size > columns.size() || columns.stream().skip(size).anyMatch(name -> !name.isEmpty())
        ? malformed(size + " cells", columns.size() + ", as in the header")
        : null;
  }

  /** Whether each line of what a quoted cell has made one row would be a row of its own. */
  private boolean areRows(final String first, final List<String> more) {
    return (delimiter == '\t' || columns.size() >= MANY_COLUMNS)
        && columns.size() > 1
        && Stream.concat(Stream.of(first), more.stream())
            .allMatch(each -> CellSplitter.plain(each, delimiter).size() == columns.size());
  }

  /** A cell of which nobody has said how its numbers are written. */
  public String usual(final String cell) {
    return hasDecimalCommas() && DECIMAL_COMMA.matcher(cell).matches()
        ? cell.replace(',', '.')
        : cell;
  }

  /** Whether a comma is the decimal sign where nobody has said anything else. */
  public boolean hasDecimalCommas() {
    return delimiter == ';';
  }

  /** The line that the row read last begins on. */
  long line() {
    return line;
  }

  /** Lines read so far. */
  public long lines() {
    return source.line();
  }

  /** What was read that is no text, with its line; null: nothing. */
  public String fault() {
    return source.fault();
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
