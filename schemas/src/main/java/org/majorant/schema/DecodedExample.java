package org.majorant.schema;

import static org.majorant.schema.GrowingArrays.copied;
import static org.majorant.schema.GrowingArrays.grown;
import static org.majorant.schema.GrowingArrays.room;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A decoded example in primitive arrays that are reused from example to example, so that decoding
 * allocates nothing. Strings stay where they are in the record: a slice of {@link #bytes} as UTF-8,
 * offset and length; length -1 means null.
 *
 * <p>Feature vectors lie one behind the other: those by index in {@link #indices}, those by name in
 * {@link #nameOffsets} and {@link #nameLengths}, at the position that their values have.
 */
public abstract class DecodedExample {
  /** What all strings are slices of: the record's own bytes, not a copy. */
  public byte[] bytes;

  public double weight;
  public int idOffset;
  public int idLength;
  public int modelOffset;
  public int modelLength;

  /** Feature indices, where not named. */
  public int[] indices = new int[64];

  /** Feature values; all ones where the record has none. */
  public float[] values = new float[64];

  public int[] nameOffsets = new int[64];
  public int[] nameLengths = new int[64];

  /** Length of the log-prior, of all rows that have one; -1: none. */
  public int logPriorSize;

  public double[] logPrior = new double[8];
  public int[] labelOffsets = new int[64];

  /** -1: not observed. */
  public int[] labelLengths = new int[64];

  /** What {@link #set} puts strings into, and how much of it is in use. */
  private byte[] text = new byte[256];

  private int textSize;

  /** Name or index of a feature, for messages. */
  public final String feature(final int i, final boolean named) {
    return named
        ? RejectedExample.quote(text(nameOffsets[i], nameLengths[i]))
        : String.valueOf(indices[i]);
  }

  /** A slice of {@link #bytes} as a string, null for length -1; allocates. */
  public final String text(final int offset, final int length) {
    return length < 0 ? null : new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  /**
   * Takes an example that is an object already.
   *
   * @throws RejectedExample as {@link ExampleDecoder#decode} would; id, model and weight are set
   *     nevertheless
   */
  public final void set(final LabeledExample example) throws RejectedExample {
    clear();
    bytes = text;
    idOffset = textSize;
    idLength = append(example.getId());
    modelOffset = textSize;
    modelLength = append(example.getModel());
    weight = example.getWeight();
    setStructure(example.getStructure());
  }

  /** How many labels lie at {@link #labelOffsets}, from position 0; some may have no length. */
  public int labelCount() {
    return 0;
  }

  /** Forgets what was observed of the labels, or said of them, so that they can be predicted. */
  public abstract void forgetLabels();

  /** Takes what is labeled. */
  abstract void setStructure(Object structure) throws RejectedExample;

  /** Takes what is labeled from a record: the fields of its structure, in the schema's order. */
  abstract void decodeStructure(AvroCursor cursor) throws RejectedExample;

  /** Name of the structure that it takes. */
  abstract String structure();

  /** An empty one for the same structure. */
  abstract DecodedExample another();

  /** Position after the last feature. */
  abstract int features();

  /**
   * Takes over what all examples have, as far as the other one was decoded. The bytes stay the
   * other's, since nobody writes to them.
   */
  final void copyCommon(final DecodedExample other) {
    clear();
    bytes = other.bytes;
    weight = other.weight;
    idOffset = other.idOffset;
    idLength = other.idLength;
    modelOffset = other.modelOffset;
    modelLength = other.modelLength;
  }

  /** Takes over another one of its class, which is whole. */
  void copy(final DecodedExample other) {
    copyCommon(other);
    final int size = other.features();
    indices = copied(other.indices, indices, size);
    values = copied(other.values, values, size);
    nameOffsets = copied(other.nameOffsets, nameOffsets, size);
    nameLengths = copied(other.nameLengths, nameLengths, size);
    logPriorSize = other.logPriorSize;
    logPrior = copied(other.logPrior, logPrior, Math.max(0, logPriorSize));
    labelOffsets = copied(other.labelOffsets, labelOffsets, other.labelCount());
    labelLengths = copied(other.labelLengths, labelLengths, other.labelCount());
  }

  /** Forgets the example, keeps the arrays. */
  void clear() {
    bytes = null;
    weight = 0;
    idLength = -1;
    modelLength = -1;
    logPriorSize = -1;
    textSize = 0;
  }

  final RejectedExample refused(final String found) {
    return new RejectedExample(
        Rejection.STRUCTURE, "expected a " + structure() + ", found a " + found);
  }

  /**
   * Takes a feature vector.
   *
   * @param from position of its first feature
   * @return position after its last
   */
  final int setFeatures(final Object features, final int from) throws RejectedExample {
    if (features instanceof NamedFeatures named) {
      return setNames(named, from);
    }
    final SparseVector vector = (SparseVector) features;
    final List<Integer> given = vector.getIndices();
    final int size = given.size();
    indices = room(indices, from + size);
    for (int i = 0; i < size; i++) {
      indices[from + i] = given.get(i);
    }
    setValues(vector.getValues(), from, size, false);
    return from + size;
  }

  private int setNames(final NamedFeatures features, final int from) throws RejectedExample {
    final List<String> given = features.getNames();
    final int size = given.size();
    reserveNames(from + size);
    for (int i = 0; i < size; i++) {
      nameOffsets[from + i] = textSize;
      nameLengths[from + i] = append(given.get(i));
    }
    setValues(features.getValues(), from, size, true);
    return from + size;
  }

  private void setValues(
      final List<Float> given, final int from, final int size, final boolean named)
      throws RejectedExample {
    final int count = given.size();
    values = room(values, from + count);
    for (int i = 0; i < count; i++) {
      values[from + i] = given.get(i);
    }
    completeValues(from, size, count, named);
  }

  /**
   * Takes a feature vector from a record, behind its branch.
   *
   * @param byName whether that branch is {@link NamedFeatures}
   * @param from position of its first feature
   * @return position after its last
   */
  final int decodeFeatures(final AvroCursor cursor, final boolean byName, final int from)
      throws RejectedExample {
    final int size;
    if (byName) {
      size = decodeNames(cursor, from);
    } else {
      indices = cursor.ints(indices, from, "indices");
      size = cursor.items();
    }
    values = cursor.floats(values, from, "values");
    completeValues(from, size, cursor.items(), byName);
    return from + size;
  }

  private int decodeNames(final AvroCursor cursor, final int from) throws RejectedExample {
    int at = from;
    for (int n = cursor.block(1, "names"); n > 0; n = cursor.block(1, "names")) {
      reserveNames(at + n);
      for (final int end = at + n; at < end; at++) {
        final int size = cursor.string("name");
        nameLengths[at] = size;
        nameOffsets[at] = cursor.position() - size;
      }
    }
    return at - from;
  }

  /** Takes a log-prior, or null. */
  final void setLogPrior(final List<Double> given) {
    if (given != null) {
      logPriorSize = given.size();
      logPrior = room(logPrior, logPriorSize);
      for (int i = 0; i < logPriorSize; i++) {
        logPrior[i] = given.get(i);
      }
    }
  }

  /** Takes a log-prior, or null, from a record. */
  final void decodeLogPrior(final AvroCursor cursor) throws RejectedExample {
    if (cursor.branch(2, "logPrior") == 1) {
      logPrior = cursor.doubles(logPrior, 0, "logPrior");
      logPriorSize = cursor.items();
    }
  }

  /** Makes room for so many names. */
  private void reserveNames(final int capacity) {
    nameOffsets = room(nameOffsets, capacity);
    nameLengths = room(nameLengths, capacity);
  }

  /** Takes a label, which lies at an offset; of length -1 it was not observed. */
  final void takeLabel(final int at, final int offset, final int length) {
    labelOffsets = room(labelOffsets, at + 1);
    labelLengths = room(labelLengths, at + 1);
    labelOffsets[at] = offset;
    labelLengths[at] = length;
  }

  /** Holds the number of values against that of a vector's features; none are all ones. */
  private void completeValues(final int from, final int size, final int count, final boolean named)
      throws RejectedExample {
    if (count == 0) {
      values = room(values, from + size);
      Arrays.fill(values, from, from + size, 1);
    } else if (count != size) {
      throw new RejectedExample(
          Rejection.VALUE, count + " values for " + size + (named ? " names" : " indices"));
    }
  }

  /** Offset at which {@link #append} writes next. */
  final int textSize() {
    return textSize;
  }

  /** Adds what is not part of the record behind its strings; its offset. */
  final int appendToRecord(final byte[] utf8) {
    final byte[] before = bytes;
    final int end = before == text ? textSize : before.length;
    bytes = Arrays.copyOf(before, end + utf8.length);
    System.arraycopy(utf8, 0, bytes, end, utf8.length);
    return end;
  }

  /** Adds a string to the text; its length in bytes, -1 for null. */
  final int append(final String string) {
    if (string == null) {
      return -1;
    }
    final byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > text.length - textSize) {
      text = Arrays.copyOf(text, grown(text.length, Math.addExact(textSize, utf8.length)));
      bytes = text;
    }
    System.arraycopy(utf8, 0, text, textSize, utf8.length);
    textSize += utf8.length;
    return utf8.length;
  }
}
