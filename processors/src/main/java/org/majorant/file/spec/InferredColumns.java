package org.majorant.file.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.majorant.file.spec.ColumnProfile.Kind;
import org.majorant.spec.Spelling;

/** What an inferred spec says of columns, each with the reason. */
final class InferredColumns {
  private final TableProfile table;
  private final boolean closed;
  private final Set<String> gaps;
  private final CommentedYaml lines;

  /**
   * @param closed whether the spec lists all features
   */
  InferredColumns(final TableProfile table, final boolean closed, final CommentedYaml lines) {
    this.table = table;
    this.closed = closed;
    this.lines = lines;
    gaps = table.gaps();
  }

  /**
   * @param labeled whether the label is a column
   */
  void write(final boolean labeled) {
    lines.add("");
    lines.add("columns:");
    if (labeled) {
      lines.add("  label: " + CommentedYaml.quoted(table.label().name()));
    }
    if (table.nameless() > 0) {
      lines.add("  # %,d without a name: no features".formatted(table.nameless()));
    }
    addColumns(
        "ignore", table.features().stream().filter(table::isIgnored).toList(), this::whyIgnored);
    addCategories();
    addColumns(
        "text", table.features(Kind.TEXT), column -> "each word is a feature" + missing(column));
    addColumns(
        "date",
        table.features(Kind.DATE),
        column ->
            (column.grows() ? "" : "day as a number, ")
                + (column.isTimed() ? "weekday and hour" : "weekday")
                + (column.isEpoch() ? ", of numbers since 1970" : "")
                + missing(column));
    addMonths();
    addGrowing();
    addNumbers();
    addMissing();
    final List<ColumnProfile> others = new ArrayList<>(table.features(Kind.NUMBER));
    others.addAll(table.features(Kind.CATEGORY));
    if (!others.isEmpty()) {
      lines.add(
          "  # Other columns are what their cells are; numbers that are codes go to 'category':");
      others.forEach(
          column ->
              lines.add(
                  "  #   " + CommentedYaml.oneLine(column.name()) + ": " + described(column)));
    }
  }

  private void addCategories() {
    final List<String> mixed =
        table.features(Kind.CATEGORY).stream()
            .filter(ColumnProfile::hasNumbers)
            .map(ColumnProfile::name)
            .toList();
    if (!mixed.isEmpty()) {
      lines.add("  # Some values of a column are numbers, and are categories here, too:");
      lines.addList("  category: [", mixed.stream().map(CommentedYaml::quoted).toList(), "]");
    }
  }

  /** Little comes back each year, and who knows that something does asks for months. */
  private void addMonths() {
    final List<ColumnProfile> dates = table.features(Kind.DATE);
    if (!dates.isEmpty()) {
      lines.add(
          "  # Months, too, for what comes back each year%s:"
              .formatted(closed ? ", with their names below" : ""));
      lines.addList("  # month: [", quotedNames(dates), "]");
    }
  }

  private void addGrowing() {
    if (!table.growing().isEmpty()) {
      lines.add(
          "  # The rows are in the order of these dates. So each later row has a day that is");
      lines.add("  # larger than all that were learned, of which nothing is known:");
      lines.addList("  no-day: [", quotedNames(table.growing()), "]");
    }
  }

  private void addNumbers() {
    final List<ColumnProfile> numbers = table.features(Kind.NUMBER);
    final List<String> signs =
        numbers.stream()
            .filter(column -> column.decimalSign() != null)
            .map(
                column ->
                    CommentedYaml.quoted(column.name()) + ": " + Spelling.of(column.decimalSign()))
            .toList();
    if (!signs.isEmpty()) {
      lines.add("  # Numbers as people write them; the other sign, and blanks, group thousands:");
      lines.addList("  decimal: {", signs, "}");
    }
    final List<ColumnProfile> ambiguous =
        numbers.stream().filter(ColumnProfile::isAmbiguous).toList();
    if (!ambiguous.isEmpty()) {
      lines.add("  # Here 1.250 is read as about one. If it is more than a thousand, say so:");
      lines.addList(
          "  # decimal: {",
          ambiguous.stream()
              .map(column -> CommentedYaml.oneLine(CommentedYaml.quoted(column.name())) + ": comma")
              .toList(),
          "}");
    }
    final List<ColumnProfile> skewed = numbers.stream().filter(ColumnProfile::isSkewed).toList();
    if (!skewed.isEmpty()) {
      lines.add(
          "  # Few of these numbers are far larger than the others. A logarithm may say more:");
      lines.addList(
          "  # log1p: [", quotedNames(skewed).stream().map(CommentedYaml::oneLine).toList(), "]");
    }
  }

  private void addMissing() {
    if (!gaps.isEmpty()) {
      lines.add("  # These cells stand for no value among numbers or dates:");
      lines.addList("  missing: [", gaps.stream().map(CommentedYaml::quoted).toList(), "]");
    }
    if (!table.withMissing().isEmpty()) {
      lines.add("  # A missing cell has a weight of its own; it would count as zero otherwise:");
      lines.addList("  indicate-missing: [", quotedNames(table.withMissing()), "]");
    }
  }

  private static List<String> quotedNames(final List<ColumnProfile> columns) {
    return columns.stream().map(column -> CommentedYaml.quoted(column.name())).toList();
  }

  private String whyIgnored(final ColumnProfile column) {
    if (table.isUnwanted(column)) {
      return "by --ignore-columns";
    }
    if (table.isKey(column)) {
      return "the key, by which labels find their events";
    }
    if (column.kind() == Kind.COUNTER) {
      return "it only grows from row to row, and would be larger in each later one";
    }
    if (column.kind() == Kind.IDENTIFIER) {
      return "nearly all values differ, and would be learned by heart" + CellHints.of(column);
    }
    return column.different() == 0
        ? "it is empty"
        : "it is always " + CommentedYaml.oneLine(CommentedYaml.quoted(column.values().get(0)));
  }

  private String described(final ColumnProfile column) {
    if (column.kind() == Kind.NUMBER) {
      return "number, %s to %s%s%s"
          .formatted(
              InferredSpec.rounded(column.least()),
              InferredSpec.rounded(column.greatest()),
              missing(column),
              column.isTooFine() ? "; some differ by less than 32 bits tell apart" : "");
    }
    final long count = categories(column).count();
    return "%scategory, %s%,d %s, as %s%s%s"
        .formatted(
            column.isBag() ? "bag of a " : "",
            column.isFull() ? "more than " : "",
            count,
            count == 1 ? "value" : "values",
            CommentedYaml.oneLine(
                categories(column)
                    .limit(3)
                    .map(CommentedYaml::quoted)
                    .collect(Collectors.joining(", "))),
            missing(column),
            CellHints.of(column));
  }

  private Stream<String> categories(final ColumnProfile column) {
    return column.values().stream().filter(value -> !gaps.contains(value));
  }

  private String missing(final ColumnProfile column) {
    final double missing = column.missing(gaps);
    return missing == 0 ? "" : "; %.1f %% missing".formatted(100 * missing);
  }

  private void addColumns(
      final String field,
      final List<ColumnProfile> columns,
      final Function<ColumnProfile, String> why) {
    if (!columns.isEmpty()) {
      lines.add("  " + field + ":");
      columns.forEach(
          column ->
              lines.add("  - " + CommentedYaml.quoted(column.name()) + "  # " + why.apply(column)));
    }
  }
}
