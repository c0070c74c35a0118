package org.majorant.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One decoded {@link Point} example in primitive arrays that are reused from example to example, so
 * that decoding allocates nothing. Strings stay where they are in the record: a slice of {@link
 * #bytes} as UTF-8, offset and length; length -1 means null.
 */
public final class ExampleBuffer {
  /** What the slices are slices of: the record's own bytes, not a copy. */
  public byte[] bytes = {};

  public double weight;
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

  /** The label as a string, for messages; null where there is none. */
  public String label() {
    return labelLength < 0 ? null : text(labelOffset, labelLength);
  }

  /** Name or index of a feature, for messages. */
  public String feature(final int i) {
    return named ? "'" + text(nameOffsets[i], nameLengths[i]) + "'" : String.valueOf(indices[i]);
  }

  /**
   * Takes over a record that is an object already.
   *
   * @throws RejectedExample where it is not a point, or values do not fit its features
   */
  public void set(final LabeledExample example) throws RejectedExample {
    if (!(example.getStructure() instanceof Point point)) {
      throw notAPoint(example.getStructure());
    }
    final TextBuffer text = new TextBuffer();
    weight = example.getWeight();
    modelOffset = text.size;
    modelLength = text.append(example.getModel());
    labelOffset = text.size;
    labelLength = text.append(point.getLabel());
    if (point.getFeatures() instanceof SparseVector vector) {
      named = false;
      size = vector.getIndices().size();
      reserve(size);
      for (int i = 0; i < size; i++) {
        indices[i] = vector.getIndices().get(i);
      }
      setValues(vector.getValues());
    } else {
      final NamedFeatures features = (NamedFeatures) point.getFeatures();
      named = true;
      size = features.getNames().size();
      reserve(size);
      for (int i = 0; i < size; i++) {
        nameOffsets[i] = text.size;
        nameLengths[i] = text.append(features.getNames().get(i));
      }
      setValues(features.getValues());
    }
    final List<Double> prior = point.getLogPrior();
    logPriorSize = prior == null ? -1 : prior.size();
    if (prior != null) {
      logPrior = prior.stream().mapToDouble(Double::doubleValue).toArray();
    }
    bytes = text.bytes;
  }

  /** Room for so many features; what is there is kept. */
  void reserve(final int capacity) {
    if (indices.length < capacity) {
      final int length = Math.max(capacity, 2 * indices.length);
      indices = Arrays.copyOf(indices, length);
      values = Arrays.copyOf(values, length);
      nameOffsets = Arrays.copyOf(nameOffsets, length);
      nameLengths = Arrays.copyOf(nameLengths, length);
    }
  }

  /** Checks the number of values; none means all ones. */
  void completeValues(final int count) throws RejectedExample {
    if (count == 0) {
      Arrays.fill(values, 0, size, 1);
    } else if (count != size) {
      throw new RejectedExample(
          Rejection.VALUE,
          count + " values for " + size + " features: give as many, or none for all ones");
    }
  }

  static RejectedExample notAPoint(final Object structure) {
    return new RejectedExample(
        Rejection.STRUCTURE,
        "the model learns from a Point, not from a " + structure.getClass().getSimpleName());
  }

  private void setValues(final List<Float> from) throws RejectedExample {
    completeValues(from.size());
    for (int i = 0; i < from.size(); i++) {
      values[i] = from.get(i);
    }
  }

  private String text(final int offset, final int length) {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  /** UTF-8 of several strings, one after the other. */
  private static final class TextBuffer {
    private byte[] bytes = new byte[256];
    private int size;

    /** Appends a string and returns its length in bytes; -1 for null. */
    int append(final String string) {
      if (string == null) {
        return -1;
      }
      final byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
      if (bytes.length < size + utf8.length) {
        bytes = Arrays.copyOf(bytes, 2 * (size + utf8.length));
      }
      System.arraycopy(utf8, 0, bytes, size, utf8.length);
      size += utf8.length;
      return utf8.length;
    }
  }
}
