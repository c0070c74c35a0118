package org.majorant.file.spec;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a column might be if its cells were written otherwise: dates and numbers as people write
 * them are read as categories, since 03/05 is the third of May in some countries, and 1,234 is
 * about one in others.
 */
final class CellHints {
  private static final Pattern DATE =
      Pattern.compile("\\d{1,4}([./-])\\d{1,2}\\1\\d{1,4}([ T].*)?");

  private static final Pattern NUMBER =
      Pattern.compile("[-+(]?+[\\p{Sc} ]*+\\d[\\d.,' \u00a0\u202f]*+[\\p{Sc}%)]*+");

  /** Most of the values that are known. */
  private static final double MOST = 0.9;

  private static final char NOT_UTF_8 = '\uFFFD';

  private CellHints() {}

  /** A part of a comment, after what the column is taken for; empty where nothing is to be said. */
  static String of(final ColumnProfile column) {
    final List<String> values = column.values();
    if (values.stream().anyMatch(value -> value.indexOf(NOT_UTF_8) >= 0)) {
      return "; some cells are not UTF-8: convert the file, as by iconv -f WINDOWS-1252 -t UTF-8";
    }
    if (are(DATE, values)) {
      return "; dates are read if they are written as 2024-05-31";
    }
    return are(NUMBER, values) ? "; numbers are read if they are written as 1234.5" : "";
  }

  private static boolean are(final Pattern form, final List<String> values) {
    final long of = values.stream().filter(value -> form.matcher(value).matches()).count();
    return of > 0 && of >= MOST * values.size();
  }
}
