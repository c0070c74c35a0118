package org.majorant.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One decoded {@link Point} example in primitive arrays that are reused from example to example, so
 * that decoding allocates nothing. Strings stay where they are in the record: a slice of {@link
 * #bytes} as UTF-8, offset and length; length -1 means null.
 *
 * <p>An {@link ExampleDecoder} fills it from a record, {@link #set} from an object.
 */
public final class ExampleBuffer {
  /** What all strings are slices of: the record's own bytes, not a copy. */
  public byte[] bytes;

  public double weight;
  public int idOffset;
  public int idLength;
  public int modelOffset;
  public int modelLength;
  public int labelOffset;
  public int labelLength;

  /** Number of features. */
  public int size;

  /** Features come by name, else by index. */
  public boolean named;

  /** Feature indices, where not named; {@link #size} of them. */
  public int[] indices = new int[64];

  /** Feature values, {@link #size} of them; all ones where the record has none. */
  public float[] values = new float[64];

  public int[] nameOffsets = new int[64];
  public int[] nameLengths = new int[64];

  /** Length of the log-prior; -1: none. */
  public int logPriorSize;

  public double[] logPrior = new double[8];

  /** What {@link #set} puts strings into, and how much of it is in use. */
  private byte[] text = new byte[256];

  private int textSize;

  /** The label as a string, for messages; null where there is none. */
  public String label() {
    return text(labelOffset, labelLength);
  }

  /** Name or index of a feature, for messages. */
  public String feature(final int i) {
    return named ? "'" + text(nameOffsets[i], nameLengths[i]) + "'" : String.valueOf(indices[i]);
  }

  /** A slice of {@link #bytes} as a string, null for length -1; allocates. */
  public String text(final int offset, final int length) {
    return length < 0 ? null : new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  /**
   * Takes an example that is an object already.
   *
   * @throws RejectedExample STRUCTURE if it is not a {@link Point}, VALUE if its values do not fit
   *     its features; id, model and weight are set nevertheless
   */
  public void set(final LabeledExample example) throws RejectedExample {
    clear();
    bytes = text;
    idOffset = textSize;
    idLength = append(example.getId());
    modelOffset = textSize;
    modelLength = append(example.getModel());
    weight = example.getWeight();
    if (!(example.getStructure() instanceof Point point)) {
      throw notPoint(example.getStructure().getClass().getSimpleName());
    }
    if (point.getFeatures() instanceof NamedFeatures features) {
      setNames(features.getNames());
      setValues(features.getValues());
    } else {
      final SparseVector features = (SparseVector) point.getFeatures();
      setIndices(features.getIndices());
      setValues(features.getValues());
    }
    labelOffset = textSize;
    labelLength = append(point.getLabel());
    if (point.getLogPrior() != null) {
      setLogPrior(point.getLogPrior());
    }
  }

  /** Forgets the example, keeps the arrays. */
  void clear() {
    bytes = null;
    weight = 0;
    idLength = -1;
    modelLength = -1;
    labelLength = -1;
    size = 0;
    named = false;
    logPriorSize = -1;
    textSize = 0;
  }

  /** Makes room for so many names. */
  void reserveNames(final int capacity) {
    nameOffsets = room(nameOffsets, capacity);
    nameLengths = room(nameLengths, capacity);
  }

  /** Holds the number of values against that of the features; none are all ones. */
  void completeValues(final int count) throws RejectedExample {
    if (count == 0) {
      values = room(values, size);
      Arrays.fill(values, 0, size, 1);
    } else if (count != size) {
      throw new RejectedExample(
          Rejection.VALUE, count + " values for " + size + (named ? " names" : " indices"));
    }
  }

  static RejectedExample notPoint(final String structure) {
    return new RejectedExample(Rejection.STRUCTURE, "expected a Point, found a " + structure);
  }

  /** The array, or a longer one with the same beginning; grows geometrically. */
  static int[] room(final int[] array, final int capacity) {
    return capacity <= array.length ? array : Arrays.copyOf(array, grown(array.length, capacity));
  }

  static float[] room(final float[] array, final int capacity) {
    return capacity <= array.length ? array : Arrays.copyOf(array, grown(array.length, capacity));
  }

  static double[] room(final double[] array, final int capacity) {
    return capacity <= array.length ? array : Arrays.copyOf(array, grown(array.length, capacity));
  }

  private static int grown(final int length, final int capacity) {
    return Math.max(capacity, (int) Math.min(2L * length, Integer.MAX_VALUE - 8));
  }

  private void setIndices(final List<Integer> from) {
    size = from.size();
    indices = room(indices, size);
    for (int i = 0; i < size; i++) {
      indices[i] = from.get(i);
    }
  }

  private void setNames(final List<String> from) {
    named = true;
    size = from.size();
    reserveNames(size);
    for (int i = 0; i < size; i++) {
      nameOffsets[i] = textSize;
      nameLengths[i] = append(from.get(i));
    }
  }

  private void setValues(final List<Float> from) throws RejectedExample {
    final int count = from.size();
    values = room(values, count);
    for (int i = 0; i < count; i++) {
      values[i] = from.get(i);
    }
    completeValues(count);
  }

  private void setLogPrior(final List<Double> from) {
    logPriorSize = from.size();
    logPrior = room(logPrior, logPriorSize);
    for (int i = 0; i < logPriorSize; i++) {
      logPrior[i] = from.get(i);
    }
  }

  /** Adds a string to {@link #text}; its length in bytes, -1 for null. */
  private int append(final String string) {
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
