package org.majorant.file.spec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.majorant.event.EventCells;
import org.majorant.event.EventReader;
import org.majorant.file.UnusableData;
import org.majorant.row.Column;
import org.majorant.row.RowFeatures;
import org.majorant.schema.Columns;
import org.majorant.schema.Events;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.SchemaRegistry;

/**
 * What the columns of events are, which nobody has named before: the paths of all that stands in
 * them. A path that an event has not is a missing cell.
 */
public final class EventProfile {
  /** The keys of a map may have no end. */
  static final int MOST_COLUMNS = 2_000;

  /** Different values that are kept in mind, of the columns together. */
  private static final int MOST_DISTINCT = 2_000_000;

  /** Parts of a message. */
  private static final int SHOWN = 30;

  private final Events events;
  private final EventReader reader;
  private final List<String> unwanted;
  private final ColumnProfile label;
  private final Map<String, ColumnProfile> columns = new LinkedHashMap<>();
  private final EventKinds kinds;
  private final Row row = new Row();
  private boolean more;
  private TableProfile table; // as soon as all events were seen
  private long values;
  private long rejected;
  private String firstFault;
  private long rows;

  private EventProfile(
      final Events events,
      final String labelColumn,
      final List<String> unwanted,
      final SchemaRegistry registry) {
    this.events = events;
    this.unwanted = List.copyOf(unwanted);
    final Columns columns = Columns.newBuilder().setLabel(labelColumn).setIgnore(unwanted).build();
    label = profile(RowFeatures.label(columns), 0);
    kinds = new EventKinds(events.getFormat());
    reader = new EventReader(events, columns, Set.copyOf(kinds.asked()), registry);
  }

  /**
   * Looks at events, first at their format, and then at what is in them.
   *
   * @param source what messages call them, as their first words
   * @param writer the schema of all values, in JSON; null: they name theirs, or are in JSON
   * @param labelColumn path of the label; null: {@code label}
   * @param unwanted paths that make no features, with all below them
   * @throws IOException where they cannot be read
   * @throws UnusableData where they have no format that is known, or no label
   */
  public static EventProfile of(
      final EventValues values,
      final String source,
      final String writer,
      final String labelColumn,
      final List<String> unwanted,
      final SchemaRegistry registry)
      throws IOException {
    final EventProfile profile = looked(values, source, writer, labelColumn, unwanted, registry);
    profile.requireLabel(source);
    profile.table = profile.table(profile.label, null);
    return profile;
  }

  /** The same of a topic whose labels are on another one, or of that one. */
  static EventProfile half(
      final TopicSample sample,
      final String writer,
      final List<String> unwanted,
      final SchemaRegistry registry)
      throws IOException {
    return looked(sample.values(), sample.source(), writer, null, unwanted, registry);
  }

  private static EventProfile looked(
      final EventValues values,
      final String source,
      final String writer,
      final String labelColumn,
      final List<String> unwanted,
      final SchemaRegistry registry)
      throws IOException {
    final FoundFormat format = new FoundFormat(registry, writer);
    values.each(format::add);
    final EventProfile profile =
        new EventProfile(format.events(source), labelColumn, unwanted, registry);
    values.each(profile::add);
    profile.requireRows(source);
    return profile;
  }

  /**
   * Takes the labels that another topic has.
   *
   * @param labels of the events, as far as they are known
   * @param key path of the events' key, which makes no feature; null: it is the record's
   */
  void join(final ColumnProfile labels, final String key) {
    table = table(labels, key);
  }

  /** How the events are written, and which are wanted. */
  Events events() {
    return events;
  }

  /** All columns, but not those that are unwanted. */
  List<ColumnProfile> columns() {
    final List<ColumnProfile> all = new ArrayList<>(columns.values());
    if (label.different() > 0) {
      all.add(label);
    }
    all.forEach(column -> column.skipTo(rows));
    return all;
  }

  public TableProfile table() {
    return table;
  }

  /** The labels that have come. */
  public List<String> labels() {
    return table.labels();
  }

  /** How many of them cannot be read, and why the first one cannot; null: all can. */
  public String fault() {
    return firstFault == null
        ? null
        : "%,d of %,d records cannot be read; first: %s".formatted(rejected, values, firstFault);
  }

  private void add(final byte[] value, final RecordHeaders headers) {
    values++;
    try {
      reader.open(value, headers);
      if (reader.hasRow()) {
        addRow();
      }
    } catch (final RejectedExample e) {
      firstFault = rejected++ == 0 ? e.getMessage() : firstFault;
    }
  }

  private void addRow() throws RejectedExample {
    final String text = reader.label();
    rows++;
    label.skipTo(rows - 1);
    label.add(text == null ? "" : text, text == null ? "" : text);
    row.clear();
    reader.tell(row);
    row.end();
    if (text != null) {
      row.paths.add(label.name());
    }
    kinds.add(reader, row.paths, row.cells);
  }

  private static ColumnProfile profile(final String path, final int others) {
    final int each = Math.max(2_000, Math.min(20_000, MOST_DISTINCT / (others + 1)));
    return new ColumnProfile(path, each, false);
  }

  /** The first paths, for messages. */
  String known() {
    return columns.keySet().stream()
        .limit(SHOWN)
        .map(RejectedExample::quote)
        .collect(Collectors.joining(", "));
  }

  private void requireRows(final String source) {
    if (rows == 0) {
      throw new UnusableData(
          source
              + " has no event with a row"
              + (firstFault == null ? "" : "; first: " + firstFault));
    }
    final List<String> absent = reader.absent();
    for (final String path : unwanted) {
      if (absent.contains(path)) {
        throw new UnusableData(
            "no record of %s has '%s' to ignore: they have %s".formatted(source, path, known()));
      }
    }
  }

  private void requireLabel(final String source) {
    if (reader.absent().contains(label.name())) {
      throw new UnusableData(
          "no record of %s has '%s': name the label's path by --label-column, one of %s"
              .formatted(source, label.name(), known()));
    }
  }

  private TableProfile table(final ColumnProfile labels, final String key) {
    final List<ColumnProfile> all = new ArrayList<>();
    unwanted.forEach(path -> all.add(profile(path, 0)));
    all.addAll(columns.values());
    all.forEach(column -> column.skipTo(rows));
    all.add(0, labels);
    return new TableProfile(all, labels, unwanted, rows, key);
  }

  /** Whether there are paths beyond those that are looked at. */
  boolean hasMore() {
    return more;
  }

  /** Lines that say which conditions may be wanted. */
  List<String> conditions() {
    return kinds.told();
  }

  /** The columns of one event. */
  private final class Row implements EventCells {
    private final Set<String> paths = new LinkedHashSet<>();
    private final Map<String, String> cells = new LinkedHashMap<>();
    private final Map<String, List<String>> bags = new LinkedHashMap<>();
    private final Map<String, Double> sums = new LinkedHashMap<>();

    void clear() {
      paths.clear();
      cells.clear();
      bags.clear();
      sums.clear();
    }

    @Override
    public void cell(final String path, final String text) {
      paths.add(path);
      cells.put(path, text);
    }

    @Override
    public void element(final String path, final String text) {
      paths.add(path);
      bags.computeIfAbsent(path, p -> new ArrayList<>()).add(text);
    }

    @Override
    public void addend(final String path, final double number) {
      paths.add(path);
      sums.merge(path, number, Double::sum);
    }

    void end() {
      for (final String path : paths) {
        final ColumnProfile column = column(path);
        if (column == null) {
          continue;
        }
        column.skipTo(rows - 1);
        if (bags.containsKey(path)) {
          column.addBag(bags.get(path));
        } else {
          final String text = cells.getOrDefault(path, "");
          final String cell = sums.containsKey(path) ? Column.text(sums.get(path)) : text;
          column.add(cell, cell);
        }
      }
    }

    private ColumnProfile column(final String path) {
      final ColumnProfile known = columns.get(path);
      if (known != null) {
        return known;
      }
      if (columns.size() == MOST_COLUMNS) {
        more = true;
        return null;
      }
      return columns.computeIfAbsent(path, p -> profile(p, columns.size()));
    }
  }
}
