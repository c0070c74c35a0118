package org.majorant.features;

import java.util.Arrays;
import org.majorant.cross.NamedVector;
import org.majorant.schema.ExampleBuffer;
import org.majorant.schema.RejectedExample;
import org.majorant.slice.SliceValues;

/**
 * One example in the index space of a model: sparse features with ascending distinct indices, after
 * transforms and with the intercept. Reused from example to example.
 */
public final class SparsePoint implements Example {
  /** The label of an example whose label was not observed. */
  public static final int UNLABELED = -1;

  /** The label of an example of which only some labels are excluded: see {@link #admissible}. */
  public static final int PARTIAL = -2;

  private static final boolean[] NONE = {};

  /** Number of features. */
  public int size;

  /** Ascending, each less than the feature space's size. */
  public int[] indices;

  /** Finite. */
  public double[] values;

  /** Position of the label in the spec, or {@link #UNLABELED}, or {@link #PARTIAL}. */
  public int label;

  /** Which labels it may have, where its label is {@link #PARTIAL}: two or more, and not all. */
  public boolean[] admissible = NONE;

  /** The example's likelihood counts this many times: its own weight times its label's. */
  public double weight;

  /** log h(y), one a label, or null for zeros. */
  public double[] logPrior;

  /** What a service answered when the example came, one a label; null where nothing is known. */
  public double[] served;

  /** By which values of its features its loss is counted; null where the spec has no slices. */
  public SliceValues slices;

  /** Room for features that are made of others by name. */
  final NamedVector names;

  /** Room for the numbers that views are made of. */
  double[] numbers = {};

  /** Room for the values of which crosses are pairs. */
  int[] crossed = {};

  /** How many of these the example has. */
  int valuesCrossed;

  /** Room to sort the features in. */
  private long[] sorting;

  public SparsePoint() {
    indices = new int[64];
    values = new double[64];
    sorting = new long[64];
    names = new NamedVector();
  }

  private SparsePoint(final SparsePoint x) {
    names = null;
    label = x.label;
    admissible = label == PARTIAL ? x.admissible.clone() : NONE;
    weight = x.weight;
    logPrior = x.logPrior == null ? null : x.logPrior.clone();
  }

  @Override
  public SparsePoint withoutFeatures(final Dimensions sizes) {
    return new SparsePoint(this);
  }

  @Override
  public boolean isLabeled() {
    return label != UNLABELED;
  }

  @Override
  public int observed() {
    return isLabeled() ? 1 : 0;
  }

  @Override
  public boolean isWhole() {
    return label >= 0;
  }

  @Override
  public double weight() {
    return weight;
  }

  /**
   * Takes a decoded point.
   *
   * @throws RejectedExample where it does not fit the model; this is undefined then
   */
  public void fill(final ExampleBuffer in, final FeatureSpace space) throws RejectedExample {
    names.open();
    label = space.labels().of(in, this);
    weight = space.weight(in, space.labels().weight(this));
    logPrior = space.labels().logPrior(in);
    served = space.labels().served(in);
    requireRoom(in, space);
    space.map(in, 0, in.size, in.named, this);
    slices = slices == null ? space.slices() : slices;
    if (slices != null) {
      slices.read(in, space.makesFeatures() ? names : null);
    }
  }

  private static void requireRoom(final ExampleBuffer in, final FeatureSpace space)
      throws RejectedExample {
    final double features = space.room().features(in.size, 1);
    final double needed =
        features * ExampleRoom.POINT_FEATURE + space.room().pointWeights(features);
    if (!space.room().has(needed)) {
      throw space.room().refusal(needed, "%.0f features".formatted(features));
    }
  }

  /**
   * Takes what a view sees of another point, by the view's own indices, with its label.
   *
   * @param from where the view's features begin in it
   * @return where they end
   */
  public int takePart(final SparsePoint x, final int from, final Views.Block block) {
    label = x.label;
    admissible = x.admissible;
    weight = x.weight;
    logPrior = x.logPrior;
    int to = from;
    while (to < x.size && x.indices[to] < block.end()) {
      to++;
    }
    size = to - from;
    reserve(size);
    for (int j = 0; j < size; j++) {
      indices[j] = x.indices[from + j] - block.offset();
    }
    System.arraycopy(x.values, from, values, 0, size);
    return to;
  }

  /** Whether it may have a label, as far as was observed. */
  public boolean admits(final int candidate) {
    return label == PARTIAL ? admissible[candidate] : label == candidate || label == UNLABELED;
  }

  /** Room for so many values of which crosses are pairs, what was there is undefined. */
  int[] values(final int most) {
    if (crossed.length != most) {
      crossed = new int[most];
    }
    return crossed;
  }

  /** Makes room for so many features, keeping what is there. */
  void reserve(final int capacity) {
    if (indices.length < capacity) {
      final int length = Math.max(capacity, 2 * indices.length);
      indices = Arrays.copyOf(indices, length);
      values = Arrays.copyOf(values, length);
      sorting = new long[length];
    }
  }

  /**
   * Sorts the features by index and adds up those that are repeated. A key has the index in its
   * high half and the value's bits in its low half, so that one array is sorted.
   */
  void sortAndMerge() {
    final long[] keys = sorting;
    for (int i = 0; i < size; i++) {
      final int bits = Float.floatToRawIntBits((float) values[i]);
      keys[i] = (long) indices[i] << 32 | bits & 0xffffffffL;
    }
    Arrays.sort(keys, 0, size);
    int n = 0;
    for (int i = 0; i < size; ) {
      final int index = (int) (keys[i] >>> 32);
      double sum = 0;
      for (; i < size && (int) (keys[i] >>> 32) == index; i++) {
        sum += Float.intBitsToFloat((int) keys[i]);
      }
      if (sum != 0) {
        indices[n] = index;
        values[n++] = sum;
      }
    }
    size = n;
  }
}
