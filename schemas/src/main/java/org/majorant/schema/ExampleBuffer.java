package org.majorant.schema;

import java.nio.charset.StandardCharsets;

/**
 * One decoded {@link Point} example in primitive arrays that are reused from example to example, so
 * that decoding allocates nothing. Strings stay where they are in the record: a slice of {@link
 * #bytes} as UTF-8, offset and length; length -1 means null.
 */
public final class ExampleBuffer {
  /** The record's own bytes, not a copy. */
  public byte[] bytes;

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

  private String text(final int offset, final int length) {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  /** STUB until merge. */
  public void set(final LabeledExample example) {
    throw new UnsupportedOperationException();
  }
}
