package org.majorant.schema;

import java.util.Arrays;

/** Arrays that are reused, and become longer when there is no room in them. */
final class GrowingArrays {
  private GrowingArrays() {}

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

  static boolean[] room(final boolean[] array, final int capacity) {
    return capacity <= array.length ? array : Arrays.copyOf(array, grown(array.length, capacity));
  }

  /** The next length that is enough. */
  static int grown(final int length, final int capacity) {
    return Math.max(capacity, (int) Math.min(2L * length, Integer.MAX_VALUE - 8));
  }

  /**
   * The beginning of an array, copied into another one, or into a longer one. The array may end
   * before what is asked for: the rest was never written, and nobody reads it.
   */
  static int[] copied(final int[] from, final int[] into, final int size) {
    final int count = Math.min(size, from.length);
    final int[] copy = room(into, count);
    System.arraycopy(from, 0, copy, 0, count);
    return copy;
  }

  static float[] copied(final float[] from, final float[] into, final int size) {
    final int count = Math.min(size, from.length);
    final float[] copy = room(into, count);
    System.arraycopy(from, 0, copy, 0, count);
    return copy;
  }

  static double[] copied(final double[] from, final double[] into, final int size) {
    final int count = Math.min(size, from.length);
    final double[] copy = room(into, count);
    System.arraycopy(from, 0, copy, 0, count);
    return copy;
  }

  static boolean[] copied(final boolean[] from, final boolean[] into, final int size) {
    final int count = Math.min(size, from.length);
    final boolean[] copy = room(into, count);
    System.arraycopy(from, 0, copy, 0, count);
    return copy;
  }
}
