package org.majorant.file.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.majorant.file.DataSummary;
import org.majorant.file.spec.ColumnProfile.Kind;
import org.majorant.spec.SpecFile;
import org.majorant.template.RowFeatures;

/**
 * A spec for a table, written as YAML that people edit: each choice has a comment that says why.
 *
 * <p>Features are a closed list of names while they are few or most columns are numbers, since only
 * such features can be standardized. Else they are hashed.
 */
public final class InferredSpec {
  private static final int FEW = 300;
  private static final int MANY = 5_000;
  private static final int LEAST_BITS = 14;
  private static final int TEXT_BITS = 18;
  private static final int MOST_BITS = 24;
  private static final int SHOWN = 6;

  private final String model;
  private final String file;
  private final TableProfile table;
  private final Set<String> gaps;
  private final CommentedYaml lines = new CommentedYaml();

  private InferredSpec(final String model, final String file, final TableProfile table) {
    this.model = model;
    this.file = file;
    this.table = table;
    gaps = table.gaps();
  }

  /**
   * @param model its name
   * @param file what comments call the file
   */
  public static String of(final String model, final String file, final TableProfile table) {
    final String yaml = new InferredSpec(model, file, table).write();
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
    writeFeatures();
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
    lines.addList(
        "# weights: {",
        labels.stream()
            .map(
                each ->
                    CommentedYaml.quoted(each)
                        + ": "
                        + rounded(labeled / labels.size() / label.count(each)))
            .toList(),
        "}");
  }

  private void writeColumns() {
    lines.add("");
    lines.add("columns:");
    lines.add("  label: " + CommentedYaml.quoted(table.label().name()));
    addColumns(
        "ignore", table.features().stream().filter(this::isIgnored).toList(), this::whyIgnored);
    final List<ColumnProfile> mixed =
        table.features(Kind.CATEGORY).stream().filter(ColumnProfile::hasNumbers).toList();
    addColumns(
        "category", mixed, column -> "some values are numbers, and are categories here, too");
    addMissing(mixed.isEmpty());
    addColumns(
        "text", table.features(Kind.TEXT), column -> "each word is a feature" + missing(column));
    addColumns(
        "date",
        table.features(Kind.DATE),
        column ->
            (column.isTimed() ? "day as a number, weekday and hour" : "day as a number, weekday")
                + missing(column));
    writeMonths();
    if (!gaps.isEmpty()) {
      lines.add("  # These cells stand for no value among numbers or dates:");
      lines.addList("  missing: [", gaps.stream().map(CommentedYaml::quoted).toList(), "]");
    }
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

  /** A missing number is no zero: it has a weight of its own, which says what it is instead. */
  private void addMissing(final boolean first) {
    final List<ColumnProfile> columns = withMissing();
    if (first && !columns.isEmpty()) {
      lines.add("  category:");
    }
    columns.forEach(
        column ->
            lines.add(
                "  - %s  # or else a missing cell would count as zero"
                    .formatted(CommentedYaml.quoted(RowFeatures.missing(column.name())))));
  }

  private List<ColumnProfile> withMissing() {
    return Stream.of(Kind.NUMBER, Kind.DATE)
        .flatMap(kind -> table.features(kind).stream())
        .filter(column -> column.missing(gaps) > 0)
        .toList();
  }

  /** Little comes back each year, and who knows that something does asks for months. */
  private void writeMonths() {
    for (final ColumnProfile column : table.features(Kind.DATE)) {
      lines.add(
          "  # - %s  # months, too, for what comes back each year%s"
              .formatted(
                  CommentedYaml.oneLine(CommentedYaml.quoted(RowFeatures.months(column.name()))),
                  isDense() ? "; with their names below" : ""));
    }
  }

  private boolean isIgnored(final ColumnProfile column) {
    return table.isUnwanted(column)
        || column.kind() == Kind.CONSTANT
        || column.kind() == Kind.IDENTIFIER;
  }

  private String whyIgnored(final ColumnProfile column) {
    if (table.isUnwanted(column)) {
      return "by --ignore-columns";
    }
    if (column.kind() == Kind.IDENTIFIER) {
      return "nearly all values differ, and would be learned by heart";
    }
    return column.different() == 0
        ? "it is empty"
        : "it is always " + CommentedYaml.oneLine(CommentedYaml.quoted(column.values().get(0)));
  }

  private String described(final ColumnProfile column) {
    return column.kind() == Kind.NUMBER
        ? "number, %s to %s%s"
            .formatted(rounded(column.least()), rounded(column.greatest()), missing(column))
        : "category, %s%,d values, as %s%s"
            .formatted(
                column.isFull() ? "more than " : "",
                categories(column).count(),
                CommentedYaml.oneLine(
                    categories(column)
                        .limit(3)
                        .map(CommentedYaml::quoted)
                        .collect(Collectors.joining(", "))),
                missing(column));
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

  private void writeFeatures() {
    lines.add("");
    lines.add("features:");
    final boolean numbers =
        !table.features(Kind.NUMBER).isEmpty() || !table.features(Kind.DATE).isEmpty();
    if (isDense()) {
      lines.add("  # A closed list: a value that is not among them is ignored.");
      lines.addList("  names: [", names().stream().map(CommentedYaml::quoted).toList(), "]");
      for (final ColumnProfile column : table.features(Kind.DATE)) {
        lines.addList(
            "  # with months also: ",
            RowFeatures.monthNames(column.name()).stream()
                .map(name -> CommentedYaml.oneLine(CommentedYaml.quoted(name)))
                .toList(),
            "");
      }
      if (numbers) {
        lines.add(
            "  # Numbers in units of their deviation from their mean, of the first 1000 rows:");
        lines.add("  standardize: 1000");
      }
      return;
    }
    lines.add("  # Names are hashed to 2^bits indices, so that words and values may come anew:");
    lines.add("  hash-bits: " + bits());
    if (!numbers && !table.features(Kind.TEXT).isEmpty()) {
      lines.add("  # As usual for text: counts as logarithms, and each row of length 1:");
      lines.add("  transform: [log1p, unit]");
    }
  }

  private boolean isDense() {
    final int numbers = table.features(Kind.NUMBER).size();
    final boolean closed =
        table.features(Kind.TEXT).isEmpty()
            && table.features(Kind.CATEGORY).stream().noneMatch(ColumnProfile::isFull);
    if (!closed) {
      return false;
    }
    final int all = names().size();
    return all > 0 && (all <= FEW || all <= MANY && 2 * numbers >= all);
  }

  /** The names that {@code RowFeatures} makes of the values that have come. */
  private List<String> names() {
    final List<String> names = new ArrayList<>();
    for (final ColumnProfile column : table.features()) {
      if (isIgnored(column)) {
        continue;
      }
      final String prefix = column.name() + "=";
      switch (column.kind()) {
        case NUMBER -> {
          names.add(column.name());
          column.values().stream()
              .filter(value -> !isNumberOrGap(value))
              .forEach(value -> names.add(prefix + value));
        }
        case DATE -> names.addAll(RowFeatures.dateNames(column.name(), column.isTimed()));
        case CATEGORY ->
            column.values().stream()
                .filter(value -> !gaps.contains(value))
                .sorted()
                .forEach(value -> names.add(prefix + value));
        default -> {}
      }
    }
    withMissing().forEach(column -> names.add(RowFeatures.missing(column.name())));
    return names.stream().distinct().toList();
  }

  private boolean isNumberOrGap(final String value) {
    return gaps.contains(value) || RowFeatures.isNumber(value);
  }

  /** Room for ten times the values that have come, so that few share a weight. */
  private int bits() {
    if (!table.features(Kind.TEXT).isEmpty()) {
      return TEXT_BITS;
    }
    final long values =
        table.features(Kind.CATEGORY).stream().mapToLong(ColumnProfile::different).sum();
    return Math.max(LEAST_BITS, Math.min(MOST_BITS, 64 - Long.numberOfLeadingZeros(10 * values)));
  }

  /** Three digits are enough to balance by, and to know a range. */
  private static String rounded(final double number) {
    return Double.isFinite(number)
        ? new BigDecimal(number).round(new MathContext(3)).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }
}
