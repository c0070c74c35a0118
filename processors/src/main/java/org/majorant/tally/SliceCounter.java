package org.majorant.tally;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.majorant.schema.Slice;
import org.majorant.schema.SliceValue;
import org.majorant.slice.SliceValues;

/**
 * Counts examples by their value of a slice since the last summary, as {@link Slices} say, an
 * example at a time. Hot: allocates nothing but the place of a value, once.
 */
final class SliceCounter {
  private final String of;
  private final byte[][] values = new byte[Slices.KEPT][];
  private final int[] lengths = new int[Slices.KEPT];
  private final int[] hashes = new int[Slices.KEPT];
  private final long[] examples = new long[Slices.KEPT];
  private final double[] losses = new double[Slices.KEPT];
  private final long[] entered = new long[Slices.KEPT];
  private final long[] missed = new long[Slices.KEPT];
  private int size;
  private long others;
  private double othersLoss;
  private long total;

  /**
   * @param of the feature
   */
  SliceCounter(final String of) {
    this.of = of;
  }

  /**
   * Counts an example.
   *
   * @param value in UTF-8
   * @param length of it, or {@link SliceValues#TOO_LONG}
   * @param loss clipped
   */
  void add(final byte[] value, final int length, final double loss) {
    if (length == SliceValues.TOO_LONG) {
      others++;
      othersLoss += loss;
    } else {
      final int at = place(value, length);
      examples[at]++;
      losses[at] += loss;
    }
    total++;
  }

  private int place(final byte[] value, final int length) {
    int hash = length;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + value[i];
    }
    for (int at = 0; at < size; at++) {
      if (hashes[at] == hash && Arrays.equals(values[at], 0, lengths[at], value, 0, length)) {
        return at;
      }
    }
    final int at = room();
    System.arraycopy(value, 0, values[at], 0, length);
    lengths[at] = length;
    hashes[at] = hash;
    examples[at] = 0;
    losses[at] = 0;
    entered[at] = total;
    return at;
  }

  /** A place for a new value: where there is none, the rarest value goes to the others. */
  private int room() {
    if (size < Slices.KEPT) {
      values[size] = values[size] == null ? new byte[SliceValues.MOST_BYTES] : values[size];
      missed[size] = 0;
      return size++;
    }
    int least = 0;
    for (int at = 1; at < size; at++) {
      least = examples[at] + missed[at] < examples[least] + missed[least] ? at : least;
    }
    others += examples[least];
    othersLoss += losses[least];
    missed[least] += examples[least];
    return least;
  }

  /** Takes out what was counted since the last call. */
  Slice take() {
    final List<SliceValue> taken = new ArrayList<>(size);
    for (int at = 0; at < size; at++) {
      final String value = new String(values[at], 0, lengths[at], StandardCharsets.UTF_8);
      taken.add(new SliceValue(value, examples[at], losses[at], entered[at], missed[at]));
    }
    taken.sort(Slices.MOST_FIRST);
    final Slice slice = new Slice(of, taken, others, othersLoss);
    size = 0;
    others = 0;
    othersLoss = 0;
    total = 0;
    return slice;
  }
}
