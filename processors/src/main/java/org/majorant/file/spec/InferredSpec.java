package org.majorant.file.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.majorant.file.DataSummary;
import org.majorant.file.spec.ColumnProfile.Kind;
import org.majorant.spec.SpecFile;
import org.majorant.spec.Spelling;

/**
 * A spec for a table, written as YAML that people edit: each choice has a comment that says why.
 */
public final class InferredSpec {
  private static final int SHOWN = 6;

  private final String model;
  private final String file;
  private final TableProfile table;
  private final boolean balanced;
  private final Set<String> gaps;
  private final InferredFeatures features;
  private final CommentedYaml lines = new CommentedYaml();

  private InferredSpec(
      final String model, final String file, final TableProfile table, final boolean balanced) {
    this.model = model;
    this.file = file;
    this.table = table;
    this.balanced = balanced;
    gaps = table.gaps();
    features = new InferredFeatures(table);
  }

  /**
   * @param model its name
   * @param file what comments call the file
   * @param balanced whether each label is to count as much as any other
   */
  public static String of(
      final String model, final String file, final TableProfile table, final boolean balanced) {
    final String yaml = new InferredSpec(model, file, table, balanced).write();
    SpecFile.read(yaml);
    return yaml;
  }

  private String write() {
    lines.add(
        "# Inferred from %s, %,d rows. Every line may be edited; try the result by"
            .formatted(CommentedYaml.oneLine(file), table.rows()));
    lines.add(
        "#   ops/majorant spec check " + model + ".yaml --data " + CommentedYaml.oneLine(file));
    lines.add("model: " + CommentedYaml.quoted(model));
    writeLabels();
    writeColumns();
    features.write(lines);
    features.writePrior(lines);
    return lines.toString();
  }

  private void writeLabels() {
    final ColumnProfile label = table.label();
    final List<String> labels = DataSummary.sorted(label.values());
    final double labeled = labels.stream().mapToLong(label::count).sum();
    lines.add("");
    lines.add(
        labels.stream()
            .limit(SHOWN)
            .map(
                each ->
                    "%s %,d (%.1f %%)"
                        .formatted(
                            CommentedYaml.oneLine(each),
                            label.count(each),
                            100 * label.count(each) / labeled))
            .collect(
                Collectors.joining(
                    ", ", "# Rows of each label: ", labels.size() > SHOWN ? ", ..." : "")));
    lines.addList("labels: [", labels.stream().map(CommentedYaml::quoted).toList(), "]");
    lines.add(
        "# With the weights below each label counts as much as any other. Probabilities are then");
    lines.add(
        "# no longer those of the data. If only the decision is to be another one, leave them out,");
    lines.add("# and give 'ops/majorant predict --cost' what each label costs where it is missed.");
    final Map<String, Long> counts = new LinkedHashMap<>();
    labels.forEach(each -> counts.put(each, (long) label.count(each)));
    final List<String> weights = new ArrayList<>();
    BalancedWeights.of(counts)
        .forEach((each, w) -> weights.add(CommentedYaml.quoted(each) + ": " + rounded(w)));
    lines.addList(balanced ? "weights: {" : "# weights: {", weights, "}");
  }

  private void writeColumns() {
    lines.add("");
    lines.add("columns:");
    lines.add("  label: " + CommentedYaml.quoted(table.label().name()));
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
              .formatted(features.isClosed() ? ", with their names below" : ""));
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
              rounded(column.least()),
              rounded(column.greatest()),
              missing(column),
              column.isTooFine() ? "; some differ by less than 32 bits tell apart" : "");
    }
    final long count = categories(column).count();
    return "category, %s%,d %s, as %s%s%s"
        .formatted(
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

  /** Three digits are enough to balance by, and to know a range. */
  private static String rounded(final double number) {
    return Double.isFinite(number)
        ? new BigDecimal(number).round(new MathContext(3)).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }
}
