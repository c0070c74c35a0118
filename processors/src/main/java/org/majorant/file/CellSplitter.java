package org.majorant.file;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the lines of a row into its cells, by RFC 4180: a cell that begins with a double quote ends
 * with one, and may hold delimiters and line ends; a quote within is doubled. A quote within
 * another cell is a character. Our own, because who finds that a quote was never closed must go
 * back to the line where it opened, and parsers of whole files have read on until then.
 */
final class CellSplitter {
  private static final char QUOTE = '"';

  /** Where in a cell the next character is. */
  private enum Place {
    BEFORE,
    PLAIN,
    QUOTED,
    /** After its closing quote, where only blanks may stand. */
    AFTER
  }

  private final char delimiter;
  private final List<String> cells = new ArrayList<>();
  private final StringBuilder cell = new StringBuilder();
  private Place place = Place.BEFORE;
  private boolean stray;

  CellSplitter(final char delimiter) {
    this.delimiter = delimiter;
  }

  /** The cells of a line in which quotes are characters. */
  static List<String> plain(final String line, final char delimiter) {
    final List<String> cells = new ArrayList<>();
    int from = 0;
    for (int to = line.indexOf(delimiter); to >= 0; to = line.indexOf(delimiter, from)) {
      cells.add(line.substring(from, to));
      from = to + 1;
    }
    cells.add(line.substring(from));
    return cells;
  }

  /** Takes the next line of the row. */
  void add(final String line) {
    if (place == Place.QUOTED) {
      cell.append('\n');
    }
    for (int i = 0; i < line.length(); i++) {
      final char c = line.charAt(i);
      if (place == Place.QUOTED) {
        if (c != QUOTE) {
          cell.append(c);
        } else if (i + 1 < line.length() && line.charAt(i + 1) == QUOTE) {
          cell.append(line.charAt(++i));
        } else {
          place = Place.AFTER;
        }
      } else if (c == delimiter) {
        end();
      } else if (place == Place.BEFORE && c == QUOTE) {
        place = Place.QUOTED;
      } else if (place == Place.AFTER) {
        stray |= !Character.isWhitespace(c);
      } else {
        cell.append(c);
        place = Place.PLAIN;
      }
    }
    if (place != Place.QUOTED) {
      end();
    }
  }

  private void end() {
    cells.add(cell.toString());
    cell.setLength(0);
    place = Place.BEFORE;
  }

  /** Whether a cell goes on in the next line. */
  boolean isOpen() {
    return place == Place.QUOTED;
  }

  /** Whether something stands after a closing quote. */
  boolean isStray() {
    return stray;
  }

  List<String> cells() {
    return cells;
  }
}
