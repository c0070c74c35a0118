package org.majorant.row;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.majorant.schema.DecimalSign;

/**
 * A number as people write it, in a column whose decimal sign is known. Only that tells whether
 * {@code 1.250} is about one, or more than a thousand.
 *
 * <pre>
 *   point   $1,234.50   1 234.5   12.5 %   (3.20) is -3.20
 *   comma   € 1.234,50   1'234,5   12,5 %   1.250 is 1250
 * </pre>
 *
 * <p>Currencies and the percent sign are left out; a percentage is the number that stands there.
 */
public final class NumberCell {
  private static final Pattern AROUND =
      Pattern.compile(
          "([-+(]?)\\s*(?:\\p{Sc}|[A-Z]{3}(?=[\\s\\d-]))?\\s*([-+]?)([\\d.,'\u2019\\s\\h]+?)\\s*(?:\\p{Sc}|%|[A-Z]{3})?(\\)?)");

  private static final Pattern POINT = form("[.]", "[,]");
  private static final Pattern COMMA = form("[,]", "[.]");

  private NumberCell() {}

  private static Pattern form(final String decimal, final String group) {
    final String groups =
        "\\d{1,3}(?:"
            + group
            + "\\d{3})+|\\d{1,3}(?:['\u2019]\\d{3})+|\\d{1,3}(?:[\\s\\h]\\d{3})+|\\d+|";
    return Pattern.compile("(" + groups + ")(?:" + decimal + "(\\d*))?");
  }

  /** Empty where the cell, trimmed, is no number of that form. */
  public static OptionalDouble of(final String cell, final DecimalSign sign) {
    final Matcher around = AROUND.matcher(cell);
    if (!around.matches() || around.group(1).equals("(") == around.group(4).isEmpty()) {
      return Column.isNumber(cell)
          ? OptionalDouble.of(Double.parseDouble(cell))
          : OptionalDouble.empty();
    }
    final Matcher digits = (sign == DecimalSign.POINT ? POINT : COMMA).matcher(around.group(3));
    if (!digits.matches() || digits.group(1).isEmpty() && isEmpty(digits.group(2))) {
      return OptionalDouble.empty();
    }
    final String whole = digits.group(1).replaceAll("\\D", "");
    final String part = isEmpty(digits.group(2)) ? "0" : digits.group(2);
    final double value = Double.parseDouble((whole.isEmpty() ? "0" : whole) + "." + part);
    final boolean negative = !around.group(1).matches("[+]?") != around.group(2).equals("-");
    return OptionalDouble.of(negative ? -value : value);
  }

  private static boolean isEmpty(final String text) {
    return text == null || text.isEmpty();
  }
}
