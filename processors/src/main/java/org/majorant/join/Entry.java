package org.majorant.join;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An event or a label that waits, or what is remembered of one.
 *
 * <pre>
 *   key   = join key | kind (1) | partition (4) | offset (8)
 *   value = due (8) | state (1) | due − time (varint, 1 to 10) | text
 *   text of an event that may be corrected = length of its label + 1, or 0 (varint) | label | value
 * </pre>
 *
 * @param due when its wait ends, milliseconds
 * @param text the event's value, null where it has none or is decided, and before it the label that
 *     it was given out with, if a late one may correct it; the label in UTF-8
 */
record Entry(byte[] key, Kind kind, Origin origin, State state, long due, byte[] text) {
  /** Events come before labels. */
  enum Kind {
    EVENT,
    LABEL
  }

  /** What has become of it so far. */
  enum State {
    WAITING,

    /** An event without a value, which waits. */
    WAITING_NULL,

    /** An event whose wait has ended without a label. */
    ENDED,

    /** A label that an event has. */
    USED,

    /** A label that was counted as of no use; yet a later event may have it. */
    COUNTED,

    /** An event whose wait has ended without a label, and that a late one may still correct. */
    OPEN,

    /**
     * An event that was corrected; its text has the label, if it may be so again, and the value.
     */
    REVISED
  }

  static Entry event(final byte[] joinKey, final Origin origin, final long due, final byte[] text) {
    final State state = text == null ? State.WAITING_NULL : State.WAITING;
    return new Entry(key(joinKey, Kind.EVENT, origin), Kind.EVENT, origin, state, due, text);
  }

  static Entry label(
      final byte[] joinKey,
      final Origin origin,
      final State state,
      final long due,
      final byte[] text) {
    return new Entry(key(joinKey, Kind.LABEL, origin), Kind.LABEL, origin, state, due, text);
  }

  /** The same in another state, until another time. */
  Entry with(final State next, final long until) {
    final boolean done = next == State.ENDED || next == State.REVISED;
    return new Entry(key, kind, origin, next, until, done ? null : text);
  }

  /**
   * An event that was given out and may be corrected still, with the label that it has.
   *
   * @param label null: it has none
   */
  Entry given(final State next, final String label, final long until) {
    final byte[] bytes = label == null ? new byte[0] : label.getBytes(StandardCharsets.UTF_8);
    final byte[] value = eventValue();
    final int length = label == null ? 0 : bytes.length + 1;
    final int from = Varint.size(length);
    final byte[] both = new byte[from + bytes.length + value.length];
    Varint.write(both, 0, length);
    System.arraycopy(bytes, 0, both, from, bytes.length);
    System.arraycopy(value, 0, both, from + bytes.length, value.length);
    return new Entry(key, kind, origin, next, until, both);
  }

  /**
   * An event that was given out with another label.
   *
   * @param again whether it may be corrected again
   */
  Entry revised(final String label, final boolean again) {
    return again ? given(State.REVISED, label, due) : with(State.REVISED, due);
  }

  /** The text of a label. */
  String label() {
    return new String(text, StandardCharsets.UTF_8);
  }

  /** The label that an event which may be corrected was given out with; null: none. */
  String givenLabel() {
    final int length = Varint.read(text, 0);
    return length == 0
        ? null
        : new String(text, Varint.size(length), length - 1, StandardCharsets.UTF_8);
  }

  /** The value of an event, as far as it is still needed. */
  byte[] eventValue() {
    if (!isCorrectable()) {
      return text;
    }
    final int length = Varint.read(text, 0);
    return Arrays.copyOfRange(text, Varint.size(length) + Math.max(0, length - 1), text.length);
  }

  long time() {
    return origin.time();
  }

  boolean isWaitingEvent() {
    return kind == Kind.EVENT && (state == State.WAITING || state == State.WAITING_NULL);
  }

  boolean isEndedEvent() {
    return kind == Kind.EVENT && !isWaitingEvent();
  }

  boolean isCorrectable() {
    return (state == State.OPEN || state == State.REVISED) && text != null;
  }

  boolean isLabel() {
    return kind == Kind.LABEL;
  }

  byte[] joinKey() {
    return Arrays.copyOf(key, key.length - Entries.SUFFIX);
  }

  private static byte[] key(final byte[] joinKey, final Kind kind, final Origin origin) {
    return ByteBuffer.allocate(joinKey.length + Entries.SUFFIX)
        .put(joinKey)
        .put((byte) kind.ordinal())
        .putInt(origin.partition())
        .putLong(origin.offset())
        .array();
  }

  byte[] value() {
    final byte[] tail = text == null ? new byte[0] : text;
    final ByteBuffer value = ByteBuffer.allocate(Long.BYTES + 1 + 10 + tail.length);
    value.putLong(due).put((byte) state.ordinal());
    long rest = due - origin.time();
    while ((rest & ~0x7FL) != 0) {
      value.put((byte) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    value.put((byte) rest).put(tail);
    return Arrays.copyOf(value.array(), value.position());
  }

  /** When the wait of an entry with this value ends. */
  static long due(final byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  /**
   * Whether a kind and a state are those of an event that waits.
   *
   * @param kind the byte of a key
   * @param state the byte of a value
   */
  static boolean isWaitingEvent(final byte kind, final byte state) {
    return kind == Kind.EVENT.ordinal()
        && (state == State.WAITING.ordinal() || state == State.WAITING_NULL.ordinal());
  }

  static Entry of(final byte[] key, final byte[] value) {
    final ByteBuffer suffix =
        ByteBuffer.wrap(key, key.length - Entries.SUFFIX, Entries.SUFFIX).slice();
    final Kind kind = Kind.values()[suffix.get()];
    final int partition = suffix.getInt();
    final long offset = suffix.getLong();
    final ByteBuffer at = ByteBuffer.wrap(value);
    final long due = at.getLong();
    final State state = State.values()[at.get()];
    long ago = 0;
    byte next;
    int shift = 0;
    do {
      next = at.get();
      ago |= (next & 0x7FL) << shift;
      shift += 7;
    } while (next < 0);
    final boolean none = state == State.REVISED && !at.hasRemaining();
    final byte[] text =
        state == State.ENDED || state == State.WAITING_NULL || none
            ? null
            : Arrays.copyOfRange(value, at.position(), value.length);
    return new Entry(key, kind, new Origin(partition, offset, due - ago), state, due, text);
  }
}
