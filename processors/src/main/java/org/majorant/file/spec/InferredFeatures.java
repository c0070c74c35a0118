package org.majorant.file.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.majorant.file.SharedFeatures;
import org.majorant.file.kind.SampledValues;
import org.majorant.file.kind.ValueKind;
import org.majorant.file.spec.ColumnProfile.Kind;
import org.majorant.row.DateCell;
import org.majorant.row.RowFeatures;

/**
 * What an inferred spec says of features and of their prior. Features are a closed list of names
 * while they are few or most columns are numbers. Else they are hashed, and so are those of events,
 * which may have other fields tomorrow. Numbers are standardized in either case.
 */
final class InferredFeatures {
  private static final int FEW = 300;
  private static final int MANY = 5_000;
  private static final int LEAST_BITS = 14;
  private static final int TEXT_BITS = 18;
  private static final int MOST_BITS = 24;

  private final TableProfile table;
  private final boolean open;
  private final Set<String> gaps;

  /**
   * @param open whether other columns may come
   */
  InferredFeatures(final TableProfile table, final boolean open) {
    this.table = table;
    this.open = open;
    gaps = table.gaps();
  }

  /** What its values are. */
  ValueKind kind() {
    final boolean words = numbers().isEmpty() && !table.features(Kind.TEXT).isEmpty();
    if (table.isOfCounts() || words) {
      return ValueKind.COUNTS;
    }
    final int columns = table.features(Kind.CATEGORY).size();
    if (!numbers().isEmpty()) {
      return ValueKind.NUMBERS;
    }
    return columns >= 2 && columns <= SampledValues.MOST_PAIRED
        ? ValueKind.CATEGORIES
        : ValueKind.INDICATORS;
  }

  /**
   * @param transformed whether counts are scaled here, and not by a view
   */
  void write(final CommentedYaml lines, final boolean transformed) {
    lines.add("");
    lines.add("features:");
    if (isClosed()) {
      lines.add("  # A closed list: a value that is not among them is ignored.");
      lines.addList(
          "  names: [", names(column -> true).stream().map(CommentedYaml::quoted).toList(), "]");
      for (final ColumnProfile column : table.features(Kind.DATE)) {
        lines.addList(
            "  # with months also: ",
            DateCell.monthNames(column.name()).stream()
                .map(name -> CommentedYaml.oneLine(CommentedYaml.quoted(name)))
                .toList(),
            "");
      }
    } else {
      lines.add("  # Names are hashed to 2^bits indices, so that words and values may come anew:");
      lines.add("  hash-bits: " + bits());
    }
    if (kind() == ValueKind.COUNTS && transformed) {
      lines.add("  # " + ValueKind.COUNTS.why() + ":");
      lines.add("  transform: [log1p, unit]");
    } else if (kind() == ValueKind.NUMBERS) {
      lines.add("  # Numbers in units of their deviation from their mean, of the first 1000 rows:");
      lines.add("  standardize: 1000");
      final List<String> numbers = numbers();
      if (!isClosed() || numbers.size() < names(column -> true).size()) {
        lines.addList("  numbers: [", numbers.stream().map(CommentedYaml::quoted).toList(), "]");
      }
    }
  }

  /**
   * A stronger prior than the default, where there are numbers beside categories, words or
   * weekdays; it was chosen on made-up tables of customers. Tables of numbers alone disagree: most
   * that were tried lose less with it, and pendigits loses 5 % more. So they keep the default.
   */
  void writePrior(final CommentedYaml lines) {
    final boolean others =
        Stream.of(Kind.CATEGORY, Kind.TEXT, Kind.DATE)
            .anyMatch(kind -> !table.features(kind).isEmpty());
    if (others && !numbers().isEmpty()) {
      lines.add("");
      lines.add(
          "# Before any data each weight is about as large as 1. Less lets rare values say more:");
      lines.add("prior: {l2: 1}");
    }
  }

  /** The names of features that are numbers. */
  private List<String> numbers() {
    return Stream.concat(
            table.features(Kind.NUMBER).stream().map(ColumnProfile::name),
            table.features(Kind.DATE).stream()
                .filter(column -> !column.grows())
                .map(column -> DateCell.dayName(column.name())))
        .toList();
  }

  boolean isClosed() {
    final boolean closed =
        !open
            && table.features(Kind.TEXT).isEmpty()
            && table.features(Kind.CATEGORY).stream().noneMatch(ColumnProfile::isFull);
    if (!closed) {
      return false;
    }
    final int numbers = table.features(Kind.NUMBER).size();
    final int all = names(column -> true).size();
    final int others = names(column -> column.kind() != Kind.NUMBER).size();
    return all > 0 && (all <= FEW || all <= MANY && numbers >= others);
  }

  /** The names that {@code RowFeatures} makes of the values that have come in some columns. */
  private List<String> names(final Predicate<ColumnProfile> wanted) {
    final List<ColumnProfile> withMissing = table.withMissing();
    final List<String> names = new ArrayList<>();
    for (final ColumnProfile column : table.features()) {
      if (table.isIgnored(column) || !wanted.test(column)) {
        continue;
      }
      switch (column.kind()) {
        case NUMBER -> {
          names.add(column.name());
          addOthers(names, column, column::isNumber);
        }
        case DATE -> {
          names.addAll(DateCell.names(column.name(), column.isTimed()));
          if (column.grows()) {
            names.remove(DateCell.dayName(column.name()));
          }
          addOthers(names, column, cell -> column.isEpoch() || DateCell.of(cell).isPresent());
        }
        case CATEGORY -> addOthers(names, column, value -> false);
        default -> {}
      }
      if (withMissing.contains(column)) {
        names.add(RowFeatures.missing(column.name()));
      }
    }
    return names.stream().distinct().toList();
  }

  /** Which columns make features of the same name, in one line; null: none. */
  String shared() {
    final Map<String, ColumnProfile> columns = new LinkedHashMap<>();
    table.features().stream()
        .filter(column -> !table.isIgnored(column))
        .forEach(column -> columns.put(column.name(), column));
    final Map<SharedFeatures.Pair, String> found = new LinkedHashMap<>();
    for (final SharedFeatures.Pair pair : SharedFeatures.pairs(columns.keySet())) {
      final Set<String> longer = Set.copyOf(names(columns.get(pair.longer())::equals));
      names(columns.get(pair.column())::equals).stream()
          .filter(longer::contains)
          .findFirst()
          .ifPresent(name -> found.put(pair, name));
    }
    return SharedFeatures.told(found);
  }

  /** Cells that are categories, since they are not what the column is. */
  private void addOthers(
      final List<String> names, final ColumnProfile column, final Predicate<String> isUsual) {
    column.values().stream()
        .filter(value -> !gaps.contains(value) && !isUsual.test(value))
        .sorted()
        .forEach(value -> names.add(column.name() + "=" + value));
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
}
