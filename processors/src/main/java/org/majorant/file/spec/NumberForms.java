package org.majorant.file.spec;

import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.majorant.row.NumberCell;
import org.majorant.schema.DecimalSign;

/** How the numbers of a column are written, by those cells that are numbers in some form. */
final class NumberForms {
  private static final Pattern DIGITS = Pattern.compile("\\d{1,15}");
  private static final Pattern GROUPED = Pattern.compile("[+-]?\\d{1,3}(\\.\\d{3})+");

  private final boolean decimalCommas;
  private final Map<DecimalSign, DoubleSummaryStatistics> read = new EnumMap<>(DecimalSign.class);
  private long grouped;
  private long pointed;
  private long commas;

  /**
   * @param decimalCommas whether a comma is the decimal sign, unless the spec says another
   */
  NumberForms(final boolean decimalCommas) {
    this.decimalCommas = decimalCommas;
    for (final DecimalSign sign : DecimalSign.values()) {
      read.put(sign, new DoubleSummaryStatistics());
    }
  }

  void add(final String cell) {
    if (DIGITS.matcher(cell).matches()) {
      read.values().forEach(all -> all.accept(Double.parseDouble(cell)));
      return;
    }
    read.forEach((sign, all) -> NumberCell.of(cell, sign).ifPresent(all::accept));
    commas += cell.indexOf(',') >= 0 ? 1 : 0;
    if (cell.indexOf('.') >= 0) {
      pointed++;
      grouped += GROUPED.matcher(cell).matches() ? 1 : 0;
    }
  }

  /** The sign with which at least so many cells are numbers; null: with none. */
  DecimalSign sign(final double least) {
    final long points = read(DecimalSign.POINT).getCount();
    final long commas = read(DecimalSign.COMMA).getCount();
    if (Math.max(points, commas) < least) {
      return null;
    }
    return points > commas || points == commas && !decimalCommas
        ? DecimalSign.POINT
        : DecimalSign.COMMA;
  }

  DoubleSummaryStatistics read(final DecimalSign sign) {
    return read.get(sign);
  }

  /** Whether points group thousands with semicolons, where commas are before decimals. */
  boolean areGrouped() {
    return mayBeGrouped() && commas > 0;
  }

  /** Whether they may: {@code 1.250} among {@code 950}, and no comma. */
  boolean areAmbiguous() {
    return mayBeGrouped() && commas == 0;
  }

  private boolean mayBeGrouped() {
    return decimalCommas && grouped > 0 && grouped == pointed;
  }
}
