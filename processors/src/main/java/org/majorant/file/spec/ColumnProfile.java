package org.majorant.file.spec;

import java.time.ZoneOffset;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.majorant.file.kind.SparseCounts;
import org.majorant.row.Column;
import org.majorant.row.DateCell;
import org.majorant.row.NumberCell;
import org.majorant.schema.DecimalSign;

/** What the cells of one column of a table have been, as far as they were seen. */
final class ColumnProfile {
  /** What a column is taken for. */
  enum Kind {
    /** No cell differs from another one: nothing can be learned of it. */
    CONSTANT,
    /** Nearly all values differ, and would be learned by heart. */
    IDENTIFIER,
    /** A number that only grows from row to row. */
    COUNTER,
    NUMBER,
    DATE,
    TEXT,
    CATEGORY
  }

  /** Cells that programs write where they have no value. */
  private static final Set<String> GAPS =
      Set.of("NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "none", "-", "\\N");

  private static final Set<String> EMPTY = Set.of("", "?");
  private static final Pattern WORD = Pattern.compile("\\S*\\p{L}{2}\\S*");
  private static final Pattern IDENTIFIER_NAME =
      Pattern.compile("(?i)(.*[^a-z])?(id|uuid|guid|key|nr|no|number)|.*[a-z](Id|ID|Key|Nr)");

  /** Most of a column: what it is taken for may have exceptions, which are categories. */
  private static final double MOST = 0.95;

  /** With fewer rows nobody can tell an identifier. */
  private static final int FEW = 20;

  private static final int ENOUGH = 100;

  /** Times the mean: of 1,000 exponential values the largest is 7 times. */
  private static final double SKEWED = 30;

  private static final int WORDS_OF_TEXT = 3;

  /** Of texts as short as titles, most of which come once. */
  private static final int WORDS_OF_TITLE = 2;

  private static final double MOST_OF_TITLES = 0.5;

  private final String name;
  private final DistinctValues distinct;
  private long rows;
  private long empty;
  private boolean bag;
  private long gaps;
  private final SeenNumbers numbers;
  private final NumberForms forms;
  private final RowOrder order = new RowOrder();
  private long dates;
  private long words;
  private boolean ascending = true;
  private boolean timed;

  /**
   * @param mostDistinct different values that are kept in mind
   * @param decimalCommas whether a comma is the decimal sign, unless the spec says another
   */
  ColumnProfile(final String name, final int mostDistinct, final boolean decimalCommas) {
    this.name = name;
    numbers = new SeenNumbers(mostDistinct);
    distinct = new DistinctValues(mostDistinct);
    forms = new NumberForms(decimalCommas);
  }

  /**
   * @param cell as it is read where nobody says anything of the column
   * @param written as it is written
   */
  void add(final String cell, final String written) {
    rows++;
    if (EMPTY.contains(cell)) {
      empty++;
      return;
    }
    distinct.add(cell);
    if (GAPS.contains(cell)) {
      gaps++;
    } else if (Column.isNumber(cell)) {
      addNumber(cell);
      forms.add(written);
    } else {
      final Optional<DateCell> date = DateCell.of(cell);
      if (date.isPresent()) {
        dates++;
        timed |= date.get().timed();
        order.add(rows, date.get().at().toEpochSecond(ZoneOffset.UTC));
      } else {
        words += WORD.matcher(cell).results().count();
        forms.add(written);
      }
    }
  }

  /** A row that has several texts there, each of which is a category. */
  void addBag(final List<String> elements) {
    rows++;
    bag = true;
    elements.forEach(distinct::add);
    words += elements.stream().flatMap(each -> WORD.matcher(each).results()).count();
  }

  /** Rows of which nobody has told anything, before the one of that number. */
  void skipTo(final long row) {
    empty += row - rows;
    rows = row;
  }

  private void addNumber(final String cell) {
    final double value = Double.parseDouble(cell);
    ascending &= value > numbers.all().getMax();
    numbers.add(cell, value);
    order.add(rows, value);
  }

  String name() {
    return name;
  }

  Kind kind() {
    final long values = distinct.all() - gaps;
    if (distinct.size() == 0 || distinct.size() == 1 && empty == 0) {
      return Kind.CONSTANT;
    }
    if (values > 0 && (dates >= MOST * values || isEpoch())) {
      return Kind.DATE;
    }
    if (values > 0 && numbers.all().getCount() >= MOST * values) {
      return isNumbering(values)
          ? Kind.IDENTIFIER
          : order.growsAlways() ? Kind.COUNTER : Kind.NUMBER;
    }
    if (values > 0 && decimalSign() != null) {
      return Kind.NUMBER;
    }
    if (words >= WORDS_OF_TEXT * values && distinct.size() > FEW) {
      return Kind.TEXT;
    }
    if (values >= FEW && distinct.share() >= MOST) {
      return Kind.IDENTIFIER;
    }
    return words >= WORDS_OF_TITLE * values
            && distinct.size() > FEW
            && distinct.share() > MOST_OF_TITLES
        ? Kind.TEXT
        : Kind.CATEGORY;
  }

  /** Seconds, milliseconds, microseconds or nanoseconds since 1970, from 2001 to 2039. */
  boolean isEpoch() {
    final long values = distinct.all() - gaps;
    if (!numbers.areWhole() || numbers.all().getCount() < MOST * values || values < FEW) {
      return false;
    }
    for (double unit = 1; unit <= 1e9; unit *= 1000) {
      if (numbers.all().getMin() >= 1e9 * unit && numbers.all().getMax() < 2.2e9 * unit) {
        return true;
      }
    }
    return false;
  }

  /** Whether its values grow with the rows, as those of a clock. */
  boolean grows() {
    return order.grows();
  }

  /**
   * The decimal sign with which most cells are numbers, where they are none as programs write them;
   * null: there is none.
   */
  DecimalSign decimalSign() {
    final long values = distinct.all() - gaps;
    if (numbers.all().getCount() >= MOST * values && !forms.areGrouped()) {
      return null;
    }
    return forms.sign(MOST * values);
  }

  /** Whether its points may group thousands: {@code 1.250} among {@code 950} with semicolons. */
  boolean isAmbiguous() {
    return kind() == Kind.NUMBER && forms.areAmbiguous();
  }

  /** Whether few of its numbers are so large that a logarithm would say more. */
  boolean isSkewed() {
    return kind() == Kind.NUMBER
        && least() >= 0
        && read().getCount() >= ENOUGH
        && greatest() > SKEWED * read().getAverage();
  }

  /** Whether two of its numbers are the same to the learner, which has 32 bits for each. */
  boolean isTooFine() {
    return numbers.areTooFine() && kind() == Kind.NUMBER && decimalSign() == null;
  }

  /** Whole numbers that are not negative, and are written as programs do. */
  boolean mayBeCounts() {
    return kind() == Kind.NUMBER && decimalSign() == null && numbers.mayBeCounts();
  }

  /** Its numbers as a feature: those that are zero are not there. */
  void countIn(final SparseCounts counts) {
    counts.add(numbers.present(), numbers.other());
  }

  /** Whole numbers that all differ, and that a name or their order tells from measurements. */
  private boolean isNumbering(final long values) {
    return values >= FEW
        && numbers.areWhole()
        && distinct.share() == 1
        && (ascending
            || greatest() - least() < 4.0 * values
            || IDENTIFIER_NAME.matcher(name).matches());
  }

  /** Whether there may be more different values than are known. */
  boolean isFull() {
    return distinct.isFull();
  }

  int different() {
    return distinct.size();
  }

  /** Its values, the most frequent first. */
  List<String> values() {
    return distinct.byCount();
  }

  int count(final String value) {
    return distinct.count(value);
  }

  /**
   * Share of its rows without a value.
   *
   * @param taken the cells that the table takes for none
   */
  double missing(final Set<String> taken) {
    final boolean measured = kind() == Kind.NUMBER || kind() == Kind.DATE;
    final long without = measured ? gaps : taken.stream().mapToLong(this::count).sum();
    return (double) (empty + without) / Math.max(1, rows);
  }

  /** Cells that stand for no value among numbers or dates. */
  List<String> gaps() {
    return gaps == 0 ? List.of() : distinct.inOrder().stream().filter(GAPS::contains).toList();
  }

  /** Whether a row may have several of its values. */
  boolean isBag() {
    return bag;
  }

  boolean hasNumbers() {
    return numbers.all().getCount() > 0;
  }

  double least() {
    return read().getMin();
  }

  double greatest() {
    return read().getMax();
  }

  private DoubleSummaryStatistics read() {
    final DecimalSign sign = decimalSign();
    return sign == null ? numbers.all() : forms.read(sign);
  }

  /** Whether a cell is a number to the column. */
  boolean isNumber(final String cell) {
    final DecimalSign sign = decimalSign();
    return sign == null ? Column.isNumber(cell) : NumberCell.of(cell, sign).isPresent();
  }

  boolean isTimed() {
    return timed || isEpoch();
  }
}
