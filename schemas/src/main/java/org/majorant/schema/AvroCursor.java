package org.majorant.schema;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A position in the bytes of an Avro record, and the reading of Avro's binary encoding from there:
 * what is read is checked against the bytes that are left before it is used or room is made for it.
 * Numbers are zig-zag varints as Avro's own decoder reads them, bits beyond the type dropped.
 *
 * <p>Reads without allocation. Each read names what the schema expects, for the message of a
 * refusal.
 */
public final class AvroCursor {
  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] in;
  private int origin;
  private int at;
  private int end;
  private int items;

  /** Begins at a position of a record that has all these bytes. */
  public void open(final byte[] bytes, final int position) {
    open(bytes, position, bytes.length, 0);
  }

  /**
   * Begins in a part of the bytes.
   *
   * @param position of the first byte to be read
   * @param end where the record ends
   * @param origin where messages count its bytes from
   */
  void open(final byte[] bytes, final int position, final int end, final int origin) {
    in = bytes;
    at = position;
    this.end = end;
    this.origin = origin;
  }

  /** Index of the next byte. */
  int position() {
    return at;
  }

  /** Length of the array that was read last. */
  int items() {
    return items;
  }

  public void expectEnd() throws RejectedExample {
    if (at != end) {
      throw expected("the end of the record", at);
    }
  }

  /** The branch of a union. */
  public int branch(final int branches, final String what) throws RejectedExample {
    final int start = at;
    final int branch = readInt(what);
    if (branch < 0 || branch >= branches) {
      throw expected("a branch below " + branches + " for " + what, start);
    }
    return branch;
  }

  public double readDouble(final String what) throws RejectedExample {
    if (end - at < Double.BYTES) {
      throw expected(what, at);
    }
    final double value = (double) DOUBLES.get(in, at);
    at += Double.BYTES;
    return value;
  }

  /** A number of four bytes. */
  public float readFloat(final String what) throws RejectedExample {
    if (end - at < Float.BYTES) {
      throw expected(what, at);
    }
    final float value = (float) FLOATS.get(in, at);
    at += Float.BYTES;
    return value;
  }

  /** A byte that is 0 or 1. */
  public boolean readBoolean(final String what) throws RejectedExample {
    if (at == end || in[at] != 0 && in[at] != 1) {
      throw expected(what, at);
    }
    return in[at++] == 1;
  }

  /** A string, decoded. */
  public String readText(final String what) throws RejectedExample {
    final int length = string(what);
    return new String(in, at - length, length, StandardCharsets.UTF_8);
  }

  /** Bytes that have their length before them. */
  public byte[] readBytes(final String what) throws RejectedExample {
    final int length = string(what);
    return Arrays.copyOfRange(in, at - length, at);
  }

  /** That many bytes. */
  public byte[] readFixed(final int length, final String what) throws RejectedExample {
    if (length > end - at) {
      throw expected(what, at);
    }
    at += length;
    return Arrays.copyOfRange(in, at - length, at);
  }

  /** Passes a string; its length in bytes, so that it begins at {@link #position} minus that. */
  int string(final String what) throws RejectedExample {
    final int start = at;
    final long length = readLong(what);
    if (length < 0 || length > end - at) {
      throw expected("a length of " + what + " within the record", start);
    }
    at += (int) length;
    return (int) length;
  }

  /** Passes a string that may be null; its length in bytes as above, -1 for null. */
  int nullableString(final String what) throws RejectedExample {
    return branch(2, what) == 0 ? -1 : string(what);
  }

  /**
   * Begins the next block of an array: its number of items, 0 at the array's end. A negative count
   * is followed by the block's size in bytes, which only helps to skip.
   *
   * @param itemBytes the least that an item takes
   */
  public int block(final int itemBytes, final String what) throws RejectedExample {
    final int start = at;
    long count = readLong(what);
    if (count < 0) {
      count = -count;
      final long size = readLong(what);
      if (size < 0 || size > end - at) {
        throw expected("a block size of " + what + " within the record", start);
      }
    }
    if (count < 0 || count > (end - at) / itemBytes) {
      throw expected("a number of " + what + " that fits into the record", start);
    }
    return (int) count;
  }

  /** Reads an array into the one given or a longer one, from an index on. */
  int[] ints(final int[] given, final int from, final String what) throws RejectedExample {
    int[] into = given;
    int size = from;
    for (int n = block(1, what); n > 0; n = block(1, what)) {
      into = GrowingArrays.room(into, size + n);
      readInts(into, size, size + n, what);
      size += n;
    }
    items = size - from;
    return into;
  }

  /** Reads an array into the one given or a longer one, from an index on. */
  float[] floats(final float[] given, final int from, final String what) throws RejectedExample {
    float[] into = given;
    int size = from;
    for (int n = block(Float.BYTES, what); n > 0; n = block(Float.BYTES, what)) {
      into = GrowingArrays.room(into, size + n);
      final byte[] bytes = in;
      final int start = at;
      for (int i = 0; i < n; i++) {
        into[size + i] = (float) FLOATS.get(bytes, start + i * Float.BYTES);
      }
      at = start + n * Float.BYTES;
      size += n;
    }
    items = size - from;
    return into;
  }

  /** Reads an array into the one given or a longer one, from an index on. */
  double[] doubles(final double[] given, final int from, final String what) throws RejectedExample {
    double[] into = given;
    int size = from;
    for (int n = block(Double.BYTES, what); n > 0; n = block(Double.BYTES, what)) {
      into = GrowingArrays.room(into, size + n);
      final byte[] bytes = in;
      final int start = at;
      for (int i = 0; i < n; i++) {
        into[size + i] = (double) DOUBLES.get(bytes, start + i * Double.BYTES);
      }
      at = start + n * Double.BYTES;
      size += n;
    }
    items = size - from;
    return into;
  }

  /** Hot: up to three bytes are unrolled, which is all that 2^20 indices need. */
  private void readInts(final int[] into, final int from, final int to, final String what)
      throws RejectedExample {
    final byte[] bytes = in;
    final int safe = end - 3;
    int next = at;
    for (int i = from; i < to; i++) {
      if (next <= safe) {
        final int b0 = bytes[next];
        if (b0 >= 0) {
          into[i] = unzigzag(b0);
          next++;
          continue;
        }
        final int b1 = bytes[next + 1];
        if (b1 >= 0) {
          into[i] = unzigzag(b0 & 0x7F | b1 << 7);
          next += 2;
          continue;
        }
        final int b2 = bytes[next + 2];
        if (b2 >= 0) {
          into[i] = unzigzag(b0 & 0x7F | (b1 & 0x7F) << 7 | b2 << 14);
          next += 3;
          continue;
        }
      }
      at = next;
      into[i] = readInt(what);
      next = at;
    }
    at = next;
  }

  public int readInt(final String what) throws RejectedExample {
    return unzigzag((int) varint(5, what));
  }

  public long readLong(final String what) throws RejectedExample {
    final long n = varint(10, what);
    return n >>> 1 ^ -(n & 1);
  }

  private static int unzigzag(final int n) {
    return n >>> 1 ^ -(n & 1);
  }

  private long varint(final int maxBytes, final String what) throws RejectedExample {
    final int start = at;
    final int last = Math.min(end, start + maxBytes);
    long value = 0;
    for (int i = start; i < last; i++) {
      final long b = in[i];
      value |= (b & 0x7F) << 7 * (i - start);
      if (b >= 0) {
        at = i + 1;
        return value;
      }
    }
    throw expected(what, start);
  }

  private RejectedExample expected(final String what, final int position) {
    return new RejectedExample(
        Rejection.UNDECODABLE,
        "expected " + what + " at byte " + (position - origin) + " of " + (end - origin));
  }
}
