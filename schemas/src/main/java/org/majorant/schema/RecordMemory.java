package org.majorant.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * What a decoder has made of the last record, for others that want to have the same record decoded:
 * each example is decoded when it is asked for first, and copied from then on. Everybody gets a
 * copy, so that nobody can change what another one sees. For one thread.
 */
final class RecordMemory {
  /**
   * Arrays grow with what they hold and keep their length. So all are given up after records of so
   * many bytes, and a longer record is not remembered: memory is bounded by what that many bytes
   * may be decoded to.
   */
  private static final int MOST_BYTES = 1 << 20;

  private final List<Item> items = new ArrayList<>();
  private byte[] value;
  private RecordHeaders headers; // null: no record is remembered
  private RejectedExample refused; // the record as a whole; null: it was not
  private long number; // of the record, from 1
  private long bytes;

  /** An example of a record. */
  private static final class Item {
    private final DecodedExample example;
    private RejectedExample refused; // null: it is whole
    private long number; // of the record whose example it is

    Item(final DecodedExample example) {
      this.example = example;
    }
  }

  /** Decodes an example of the record that is open. */
  interface Decoding {
    void decode(int item, DecodedExample buffer) throws RejectedExample;
  }

  /** Whether this is the record that was opened last, the same object. */
  boolean has(final byte[] value, final RecordHeaders headers) {
    return this.headers == headers && this.value == value;
  }

  /** The record that was opened last is none any more. */
  void forget() {
    headers = null;
  }

  /**
   * A record was opened.
   *
   * @param refused why it was not; null: it was
   */
  void opened(final byte[] value, final RecordHeaders headers, final RejectedExample refused) {
    this.value = value;
    this.headers = headers;
    this.refused = refused;
    number++;
    bytes += length();
    if (bytes > MOST_BYTES) {
      items.clear();
      bytes = length();
    }
  }

  private int length() {
    return value == null ? 0 : value.length;
  }

  /** Throws again what the record was refused for. */
  void requireOpen() throws RejectedExample {
    if (refused != null) {
      throw refused;
    }
  }

  /** Has an example decoded, or copies it. */
  void decode(final int item, final DecodedExample buffer, final Decoding decoding)
      throws RejectedExample {
    if (length() > MOST_BYTES) {
      decoding.decode(item, buffer);
      return;
    }
    while (items.size() <= item) {
      items.add(new Item(buffer.another()));
    }
    final Item known = items.get(item);
    if (known.number != number) {
      decode(item, known, decoding);
    }
    if (known.refused != null) {
      buffer.copyCommon(known.example);
      throw known.refused;
    }
    buffer.copy(known.example);
  }

  private void decode(final int item, final Item into, final Decoding decoding) {
    into.number = 0; // where a registry is away, nothing is known
    into.refused = null;
    try {
      decoding.decode(item, into.example);
    } catch (final RejectedExample e) {
      into.refused = e;
    }
    into.number = number;
  }
}
