package org.majorant.event;

import static org.majorant.schema.RejectedExample.quote;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.majorant.row.Column;
import org.majorant.row.Row;
import org.majorant.schema.RejectedExample;
import org.majorant.schema.Rejection;

/**
 * What stands in the event that is open, in its order: a format tells each value with its path. A
 * value is one cell, or one of several that have the same path, which are a bag. Reused from event
 * to event.
 */
final class EventLeaves {
  /** As many as a row may have, so that a value of some KB makes no millions. */
  private static final int MOST = 1 << 14;

  private final List<Leaf> leaves = new ArrayList<>();
  private int size;
  private long event;
  private final Leaf skipped = new Leaf(); // what is put there is forgotten

  /** What a value is; the words are those of messages. */
  private enum Kind {
    NULL("null"),
    TEXT("a text"),
    FLAG("a boolean"),
    DIGITS("a number"),
    NUMBER("a number"),
    TIME("a time"),
    INSTANT("a time"),
    BYTES("bytes"),
    RECORD("an object"),
    ARRAY("an array"),
    ELEMENT("an array"),
    ADDEND("an array");

    private final String shown;

    Kind(final String shown) {
      this.shown = shown;
    }
  }

  /** One value; an object for a place among them, not for a value. */
  static final class Leaf {
    private EventPath path;
    private Kind kind;
    private long event;
    private String text;
    private double number;
    private LocalDateTime time;
    private boolean timed;
  }

  /** The next event begins. */
  void clear() {
    size = 0;
    event++;
  }

  void none(final EventPath path) throws RejectedExample {
    one(path, Kind.NULL);
  }

  void text(final EventPath path, final String text) throws RejectedExample {
    one(path, Kind.TEXT).text = text;
  }

  void flag(final EventPath path, final boolean flag) throws RejectedExample {
    one(path, Kind.FLAG).text = Boolean.toString(flag);
  }

  /** A number as it is written. */
  void digits(final EventPath path, final String number) throws RejectedExample {
    one(path, Kind.DIGITS).text = number;
  }

  void number(final EventPath path, final double number) throws RejectedExample {
    one(path, Kind.NUMBER).number = number;
  }

  /**
   * @param timed whether it has a time of the day
   * @param bag whether it is one of several, which are texts
   */
  void time(final EventPath path, final LocalDateTime at, final boolean timed, final boolean bag)
      throws RejectedExample {
    time(Kind.TIME, path, at, timed, bag);
  }

  /**
   * An instant, which a clock of any zone may tell.
   *
   * @param at in UTC
   * @param bag as of {@link #time}
   */
  void instant(final EventPath path, final LocalDateTime at, final boolean bag)
      throws RejectedExample {
    time(Kind.INSTANT, path, at, true, bag);
  }

  private void time(
      final Kind kind,
      final EventPath path,
      final LocalDateTime at,
      final boolean timed,
      final boolean bag)
      throws RejectedExample {
    if (bag) {
      element(path, Column.text(at, timed));
      return;
    }
    final Leaf leaf = one(path, kind);
    leaf.time = at;
    leaf.timed = timed;
  }

  /** A record or a map begins there, whose values follow by their own paths. */
  void record(final EventPath path) throws RejectedExample {
    one(path, Kind.RECORD);
  }

  /** Bytes that mean nothing here. */
  void bytes(final EventPath path) throws RejectedExample {
    one(path, Kind.BYTES);
  }

  /** An array begins there. */
  void array(final EventPath path) throws RejectedExample {
    one(path, Kind.ARRAY);
  }

  /** One of several texts there. */
  void element(final EventPath path, final String text) throws RejectedExample {
    next(path, Kind.ELEMENT).text = text;
  }

  /** One of several numbers there, of which the sum counts. */
  void addend(final EventPath path, final double number) throws RejectedExample {
    next(path, Kind.ADDEND).number = number;
  }

  private Leaf one(final EventPath path, final Kind kind) throws RejectedExample {
    if (isThere(path)) {
      throw new RejectedExample(Rejection.UNDECODABLE, quote(path.toString()) + " stands twice");
    }
    return next(path, kind);
  }

  private Leaf next(final EventPath path, final Kind kind) throws RejectedExample {
    if (path.isSkipped()) {
      return skipped;
    }
    if (size == MOST) {
      throw new RejectedExample(
          Rejection.LENGTH, "more than the %,d values of an event".formatted(MOST));
    }
    if (size == leaves.size()) {
      leaves.add(new Leaf());
    }
    final Leaf leaf = leaves.get(size++);
    leaf.path = path;
    leaf.kind = kind;
    leaf.event = event;
    path.leaf(leaf);
    return leaf;
  }

  /** Whether the event has anything there, be it null. */
  boolean isThere(final EventPath path) {
    final Leaf leaf = path.leaf();
    return leaf != null && leaf.event == event && leaf.path == path;
  }

  /**
   * Whether there is a record, which is a row; where there is nothing, or null, there is none.
   *
   * @throws RejectedExample where there is anything else
   */
  boolean isRow(final EventPath path) throws RejectedExample {
    if (!isThere(path) || path.leaf().kind == Kind.NULL) {
      return false;
    }
    if (path.leaf().kind != Kind.RECORD) {
      throw new RejectedExample(
          Rejection.UNDECODABLE, "the row is " + path.leaf().kind.shown + "; expected an object");
    }
    return true;
  }

  /**
   * The one value there as a text; empty where there is none, or null.
   *
   * @throws RejectedExample where it is not one value
   */
  Optional<String> text(final EventPath path, final Rejection reason) throws RejectedExample {
    if (!isThere(path)) {
      return Optional.empty();
    }
    final Leaf leaf = path.leaf();
    return switch (leaf.kind) {
      case NULL -> Optional.empty();
      case TEXT, FLAG, DIGITS -> Optional.of(leaf.text);
      case NUMBER -> Optional.of(Column.text(leaf.number));
      case TIME, INSTANT -> Optional.of(Column.text(leaf.time, leaf.timed));
      case BYTES, RECORD, ARRAY, ELEMENT, ADDEND -> throw unlike(path, reason, "one value");
    };
  }

  /** Says what stands at a path, but never its text. */
  RejectedExample unlike(final EventPath path, final Rejection reason, final String expected) {
    return new RejectedExample(
        reason,
        quote(path.toString()) + " is " + path.leaf().kind.shown + "; expected " + expected);
  }

  /** The paths of all values that make features. */
  Set<String> columns() {
    final Set<String> columns = new LinkedHashSet<>();
    for (int i = 0; i < size; i++) {
      final Leaf leaf = leaves.get(i);
      if (leaf.path.column() != null && leaf.kind != Kind.RECORD && leaf.kind != Kind.ARRAY) {
        columns.add(leaf.path.toString());
      }
    }
    return columns;
  }

  /** Tells all values that make features. */
  void tell(final EventCells cells) {
    for (int i = 0; i < size; i++) {
      final Leaf leaf = leaves.get(i);
      if (leaf.path.column() != null) {
        tell(cells, leaf.path.toString(), leaf);
      }
    }
  }

  private static void tell(final EventCells cells, final String path, final Leaf leaf) {
    switch (leaf.kind) {
      case NULL -> cells.cell(path, "");
      case TEXT, FLAG, DIGITS -> cells.cell(path, leaf.text.strip());
      case NUMBER -> cells.cell(path, Column.text(leaf.number));
      case TIME -> cells.cell(path, Column.text(leaf.time, leaf.timed));
      case INSTANT -> cells.cell(path, leaf.time.toInstant(ZoneOffset.UTC).toString());
      case ELEMENT -> cells.element(path, leaf.text.strip());
      case ADDEND -> cells.addend(path, leaf.number);
      case BYTES, RECORD, ARRAY -> {}
    }
  }

  /** Puts all values that make features into a row. */
  void addTo(final Row row) {
    for (int i = 0; i < size; i++) {
      final Leaf leaf = leaves.get(i);
      final Column column = leaf.path.column();
      if (column != null) {
        add(row, column, leaf);
      }
    }
  }

  private static void add(final Row row, final Column column, final Leaf leaf) {
    switch (leaf.kind) {
      case NULL -> row.missing(column);
      case TEXT, FLAG -> row.text(column, leaf.text);
      case DIGITS -> row.digits(column, leaf.text);
      case NUMBER -> row.number(column, leaf.number);
      case TIME -> row.time(column, leaf.time, leaf.timed);
      case INSTANT -> row.instant(column, leaf.time.toInstant(ZoneOffset.UTC));
      case ELEMENT -> row.element(column, leaf.text);
      case ADDEND -> row.addend(column, leaf.number);
      case BYTES, RECORD, ARRAY -> {}
    }
  }
}
