package org.majorant.event;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.majorant.row.Column;
import org.majorant.row.Row;
import org.majorant.row.RowFeatures;
import org.majorant.schema.Columns;
import org.majorant.schema.Condition;
import org.majorant.schema.EventFormat;
import org.majorant.schema.Events;
import org.majorant.schema.LabeledExample;
import org.majorant.schema.NamedFeatures;
import org.majorant.schema.Point;
import org.majorant.schema.RecordHeaders;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;
import org.majorant.schema.SchemaRegistry;

/**
 * Reads the events of a topic, each of which is a row: its fields are cells, and their paths, names
 * joined by dots, are the columns.
 *
 * <ul>
 *   <li>nested records and maps are read by path, {@code customer.city};
 *   <li>a null is a missing cell, and so is a field that is not there;
 *   <li>a boolean and an enum are the text of a category;
 *   <li>an array of texts is a bag: each is the feature {@code path=text}, with its count;
 *   <li>an array of numbers is one cell each: {@code path.0}, {@code path.1};
 *   <li>an array of records is a bag of the texts of each of their paths; numbers are summed.
 * </ul>
 *
 * <p>What a column ignores is ignored with all below it. For one thread.
 */
public final class EventReader {
  /** Events after which a path that none had is told. */
  private static final int ENOUGH = 1000;

  private final EventSource source;
  private final EventPaths paths;
  private final EventLeaves leaves = new EventLeaves();
  private final List<Condition> where;
  private final List<EventPath> indicated = new ArrayList<>();
  private final EventPath label;
  private final EventPath weight; // null: each event counts once
  private final Set<String> envelopes;
  private boolean row;
  private int rows;

  /**
   * @param events how they are written, and which are wanted
   * @param columns what their fields are; null: as they say themselves
   * @param asked paths that {@link #text} will be asked for, beside those of events and columns;
   *     they make features as all others do
   * @param registry of the schemas of values in Confluent's wire format
   */
  public EventReader(
      final Events events,
      final Columns columns,
      final Set<String> asked,
      final SchemaRegistry registry) {
    final Envelope envelope = Envelope.of(events.getFormat());
    final Set<String> all = new LinkedHashSet<>(asked);
    all.addAll(envelope.asked());
    envelopes =
        Stream.concat(envelope.asked().stream(), envelope.featureless().stream())
            .collect(Collectors.toSet());
    where = events.getWhere();
    where.forEach(condition -> all.add(condition.getPath()));
    final Set<String> featureless = new HashSet<>();
    final String labelPath = RowFeatures.label(columns);
    featureless.add(labelPath);
    final String weightPath = columns == null ? null : columns.getWeight();
    if (weightPath != null) {
      featureless.add(weightPath);
    }
    all.addAll(featureless);
    if (columns != null) {
      all.addAll(RowFeatures.columns(columns));
    }
    paths =
        new EventPaths(
            new RowFeatures(columns),
            Stream.concat(
                    envelope.featureless().stream(),
                    columns == null ? Stream.of() : columns.getIgnore().stream())
                .toList(),
            all,
            featureless);
    if (columns != null) {
      columns.getIndicateMissing().forEach(path -> indicated.add(paths.asked(path)));
    }
    label = paths.asked(labelPath);
    weight = weightPath == null ? null : paths.asked(weightPath);
    source = EventFormats.of(events, registry, all);
  }

  /**
   * Opens a value, which may be asked until the next call.
   *
   * @param value the whole value of a record; null, as a deletion has it, has no row
   * @throws RejectedExample UNDECODABLE or LENGTH; its message has no value of the event
   * @throws org.majorant.schema.RegistryException where its schema cannot be had now, which says
   *     nothing of the value
   */
  public void open(final byte[] value, final RecordHeaders headers) throws RejectedExample {
    leaves.clear();
    row = false;
    row = value != null && source.read(value, headers, paths.root(), leaves);
    rows += row && rows < ENOUGH ? 1 : 0;
  }

  /**
   * Opens a row that is an object in a longer text: a parser stands at its first token, and then at
   * its last.
   *
   * @throws IOException where the text is no JSON
   * @throws RejectedExample as of the other
   */
  public void open(final JsonParser parser) throws IOException, RejectedExample {
    leaves.clear();
    JsonEvents.object(parser, paths.root(), leaves);
    row = true;
  }

  /** Rows that are objects in JSON, of which all are wanted. */
  public static EventReader ofRows(final Columns columns) {
    return new EventReader(
        new Events(EventFormat.JSON, null, List.of()), columns, Set.of(), SchemaRegistry.NONE);
  }

  /** The paths of all values of the open event that make features, as far as they are columns. */
  public Set<String> columns() {
    return leaves.columns();
  }

  /** Tells what the columns of the open event have. */
  public void tell(final EventCells cells) {
    leaves.tell(cells);
  }

  /**
   * The paths that the spec names and no event had: they may well be misspelled. Empty before the
   * first 1,000 events; one that is opened twice counts twice.
   */
  public List<String> unseen() {
    return rows < ENOUGH ? List.of() : absent();
  }

  /** The same after any number of events. */
  public List<String> absent() {
    return paths.unmet().stream().filter(path -> !envelopes.contains(path)).toList();
  }

  /** Whether the event has a row: what was deleted has none. */
  public boolean hasRow() {
    return row;
  }

  /**
   * Whether it has a row, and all conditions hold.
   *
   * @throws RejectedExample VALUE, where the place of a condition has more than one value
   */
  public boolean isWanted() throws RejectedExample {
    if (!row) {
      return false;
    }
    for (final Condition condition : where) {
      final Optional<String> found = leaves.text(paths.asked(condition.getPath()), Rejection.VALUE);
      if (found.isEmpty() || !condition.getTexts().contains(found.get())) {
        return false;
      }
    }
    return true;
  }

  /**
   * What stands at a path, as it would stand in a table; empty where nothing does, or null.
   *
   * @param path one that was announced
   * @throws RejectedExample VALUE, where there is an object or an array
   */
  public Optional<String> text(final String path) throws RejectedExample {
    return leaves.text(paths.asked(path), Rejection.VALUE);
  }

  /** Whether the event has a field of that path, be it null; as of {@link #text}. */
  public boolean has(final String path) {
    return leaves.isThere(paths.asked(path));
  }

  /**
   * The label; null where it was not observed: it is missing, empty or {@code ?}.
   *
   * @throws RejectedExample LABEL, where there is an object or an array
   */
  public String label() throws RejectedExample {
    final String text = leaves.text(label, Rejection.LABEL).orElse("").strip();
    return text.isEmpty() || text.equals("?") ? null : text;
  }

  /**
   * How many times the event counts; once, where its weight is missing.
   *
   * @throws RejectedExample VALUE, where it is no number
   */
  public double weight() throws RejectedExample {
    if (weight == null) {
      return 1;
    }
    final String text = leaves.text(weight, Rejection.VALUE).orElse("").strip();
    if (text.isEmpty()) {
      return 1;
    }
    if (!Column.isNumber(text)) {
      throw leaves.unlike(weight, Rejection.VALUE, "a number");
    }
    return Double.parseDouble(text);
  }

  /**
   * The row as an example.
   *
   * @throws RejectedExample as of label and weight
   */
  public LabeledExample example() throws RejectedExample {
    return new LabeledExample(null, null, weight(), new Point(features(), label(), null, null));
  }

  /** The features of the row, in the order of its fields. */
  public NamedFeatures features() {
    final Row made = new Row();
    leaves.addTo(made);
    for (final EventPath path : indicated) {
      if (!leaves.isThere(path)) {
        made.missing(path.column());
      }
    }
    return made.features();
  }
}
